/** jCal (RFC 7265): a calendar as JSON, read as the iCalendar that it stands for. */
import ICAL from 'ical.js';
import type { Json } from '../../../kinds/record.js';
import type { FormatOptions, RowItem } from '../format.js';
import { nestsDeeper, parsedJson } from '../json-text.js';
import { ical } from './ical.js';

/** Longest file, characters, and its deepest nesting: an alarm has half of it. */
const [CHARS_MAX, LEVELS_MAX] = [32 * 1024 * 1024, 20];

/** → whether a text begins as jCal, with a calendar or a list of calendars. */
export const isJcal = (start: string): boolean => /^\s*(?:\[\s*){1,2}"vcalendar"/i.test(start);

/** → the rows of a file, which is in memory as a whole; `line` counts its components from 1. */
export async function* rowsOfJcal(
  texts: AsyncIterable<string>,
  options: FormatOptions,
): AsyncGenerator<RowItem> {
  let text = '';
  for await (const piece of texts) {
    text += piece;
    if (text.length > CHARS_MAX) return yield faultAt(1, `jCal of over ${CHARS_MAX} characters`);
  }
  const value = nestsDeeper(text, LEVELS_MAX) ? undefined : parsedJson(text);
  if (!Array.isArray(value)) return yield faultAt(1, 'not valid JSON, or nested too deep');
  const parts = (Array.isArray(value[0]) ? value : [value]).flatMap(partsOf);
  const written = parts.map(writtenAs);
  yield* written.flatMap((part, at) => (part === null ? faultAt(at + 1, FAULT) : []));
  const componentOfLine: number[] = [];
  async function* calendar() {
    for (const [at, part] of written.entries()) {
      const text = part ?? '';
      for (let left = text.split('\n').length; left > 1; left -= 1) componentOfLine.push(at + 1);
      yield text;
    }
  }
  for await (const item of ical.read(calendar(), options)) {
    yield { ...item, line: componentOfLine[item.line - 1] ?? written.length };
  }
}

const faultAt = (line: number, error: string): RowItem => ({ line, error });

const FAULT = 'a component that is not as RFC 7265 writes it';

/** → a calendar with its properties alone, and its components. */
function partsOf(calendar: Json): Json[] {
  const [name = null, properties = null, parts] = Array.isArray(calendar) ? calendar : [];
  return [[name, properties, []], ...(Array.isArray(parts) ? parts : [])];
}

/** → a component as iCalendar; null for any other value. */
function writtenAs(component: Json): string | null {
  try {
    return Array.isArray(component) ? `${ICAL.stringify(component).trim()}\r\n` : null;
  } catch {
    return null;
  }
}
