/** The content lines of RFC 5545, 3.1: unfolded, and as properties. */
import { recordBytesMax } from '../../read/cuts.js';

/** A line with its continuations; `at`: its position in the file, from 1. */
export interface LogicalLine {
  text: string;
  at: number;
}

/** → cuts a text in pieces into its lines. A too long line is cut off. */
export function openLines() {
  let rest = '';
  let count = 0;
  let logical: LogicalLine | null = null;
  let [isQuoted, isSoft] = [false, false];
  /** A line continues the previous line behind its soft break, or with a space at its start. */
  const take = (line: string): LogicalLine[] => {
    count += 1;
    const before = logical;
    const isFolded = /^[ \t]/.test(line);
    const isFurther = before !== null && (isFolded || (isSoft && !/^(?:BEGIN|END):/i.test(line)));
    if (!isFurther) isQuoted = QUOTED.test(line);
    const text = isFurther && isFolded && !isSoft ? line.slice(1) : line;
    isSoft = isQuoted && line.endsWith('=');
    const piece = isSoft ? text.slice(0, -1) : text;
    if (isFurther) {
      if (before.text.length <= recordBytesMax) before.text += piece;
      return [];
    }
    logical = { text: piece, at: count };
    return before ? [before] : [];
  };
  return {
    take(chunk: string): LogicalLine[] {
      const text = rest + chunk;
      // A CR at the end may be the first half of a line end.
      const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
      const lines = whole.split(/\r\n|\r|\n/);
      rest = (lines.pop() ?? '') + text.slice(whole.length);
      const cuts = lines.flatMap(take);
      if (rest.length > 2 * recordBytesMax) rest = rest.slice(0, recordBytesMax + 1);
      return cuts;
    },
    end: (): LogicalLine[] => [...(rest === '' ? [] : take(rest)), ...(logical ? [logical] : [])],
  };
}

/** A text of vCalendar 1.0: an equals sign at the end of a line breaks it softly. */
const QUOTED = /^[^:]{1,200};ENCODING=QUOTED-PRINTABLE[;:]/i;

/** A property as it is written. */
export interface Property {
  /** In lower case. */
  name: string;
  /** By name in lower case, without quotes; of several values all, with commas. */
  params: ReadonlyMap<string, string>;
  value: string;
}

/** Some write `TZID=tzone://Microsoft/Utc`, `(UTC+01:00) Berlin`, `UTC+01:00` without quotes. */
const PARAMETER = /;([\w-]+)=((?:"[^"]*"|(?:UTC|GMT)[+-]\d\d?:\d\d(?!\d)|[^";:]|:(?=\/\/))*)/y;

/** → the property of an unfolded line, or null. */
export function readProperty(line: string): Property | null {
  const name = /^[\w-]+/.exec(line)?.[0] ?? '';
  const params = new Map<string, string>();
  let at = name.length;
  for (;;) {
    PARAMETER.lastIndex = at;
    const [text, key = '', value = ''] = PARAMETER.exec(line) ?? [];
    if (text === undefined) break;
    params.set(key.toLowerCase(), unquoted(value));
    at += text.length;
  }
  if (name === '' || line[at] !== ':') return null;
  return { name: name.toLowerCase(), params, value: decoded(line.slice(at + 1), params) };
}

/** vCalendar 1.0: a value in an encoding of mail, in the named charset, UTF-8 or Windows-1252. */
function decoded(value: string, params: Property['params']): string {
  const encoding = params.get('encoding')?.toLowerCase() ?? '';
  const text = (bytes: Buffer): string => {
    const named = params.get('charset') ?? 'utf-8';
    try {
      return new TextDecoder(named, { fatal: true }).decode(bytes);
    } catch {
      return new TextDecoder('windows-1252').decode(bytes);
    }
  };
  if (/^(?:b|base64)$/.test(encoding)) return text(Buffer.from(value, 'base64'));
  if (encoding !== 'quoted-printable') return value;
  return value
    .replace(/=(?![\dA-F]{2})/gi, '')
    .replace(/(?:=[\dA-F]{2})+/gi, (hex) => text(Buffer.from(hex.replaceAll('=', ''), 'hex')));
}

const CARETS: Readonly<Record<string, string>> = { n: '\n', '^': '^', "'": '"' };

/** RFC 6868: a caret writes characters that a parameter cannot hold. Quotes inside are kept. */
const unquoted = (text: string): string =>
  text
    .replace(/(^|,)"([^"]*)"(?=,|$)/g, '$1$2')
    .replace(/\^([n^'])/g, (_, sign: string) => CARETS[sign] ?? '');

/** → a value of the type TEXT as it is meant. */
export const textOf = (value: string): string =>
  value.replace(/\\([\\;,:"nN])/g, (_, sign: string) => (/n/i.test(sign) ? '\n' : sign));

/** → the values of a list, as they are written; some part them with semicolons, not of entities. */
export const valuesOf = (value: string): string[] =>
  value.match(/(?:\\[\s\S]|&#?\w{1,10};|[^\\,;])+/g) ?? [];

const NAMES =
  'action attach attendee calscale categories class color comment completed conference contact ' +
  'created description dtend dtstamp dtstart due duration exdate exrule freebusy geo image ' +
  'last-modified location method name organizer percent-complete priority prodid rdate ' +
  'recurrence-id refresh-interval related-to repeat request-status resources rrule sequence ' +
  'source status summary transp trigger tzid tzname tzoffsetfrom tzoffsetto tzurl uid url version';

const KNOWN = new Set(NAMES.split(' '));

/**
 * → the name at the start of a line, in lower case, if RFC 5545, RFC 7986 or `X-` has such a
 * property, or it looks like a property; else null.
 */
export function nameOfLine(line: string): string | null {
  const [, word = '', sign] = /^([A-Za-z][\w-]*)([:;])?/.exec(line) ?? [];
  const name = word.toLowerCase();
  if (name.startsWith('x-')) return name;
  // Some programs have names of their own: EVENT-ID.
  const isOwn = /^[A-Z]+(?:-[A-Z]+)+$/.test(word);
  return sign !== undefined && (isOwn || KNOWN.has(name)) ? name : null;
}

/** Properties of texts that may continue on lines without a property. */
export const TEXTS: ReadonlySet<string> = new Set(
  'comment contact description location summary x-alt-desc'.split(' '),
);
