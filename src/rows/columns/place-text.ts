/** A text for a place, which often names no place. Contract 17. */
import type { JsonObject } from '../../kinds/record.js';
import { parseUrl } from '../../lib/net/urls.js';
import { withoutTags } from '../../lib/text/html.js';
import { withoutEnd } from '../../lib/text/text.js';
import { limits } from '../../limits.js';
import { cleanText } from './clean.js';

/**
 * → `venue`, `online_url` and `attendance_mode` from a text, a title of the place and the link of a
 * meeting next to it; `leaveOut` gets omitted values.
 */
export function placeIn(
  text: string,
  { title = '', link }: { title?: string; link?: string | undefined },
  leaveOut: (reason: string) => void,
): JsonObject & { venue: JsonObject | null } {
  const { place, meeting: inText, isOnline, reasons } = readPlaceText(text);
  for (const reason of reasons) leaveOut(reason);
  const meeting = link ?? inText;
  const linked: JsonObject = meeting === undefined ? {} : { online_url: meeting };
  const venue = place === null && title === '' ? null : venueOf(place ?? '', title);
  if (!isOnline && meeting === undefined) return { venue };
  return { venue, ...linked, attendance_mode: venue ? 'hybrid' : 'online' };
}

/**
 * → the venue by its title, else by the name before the first comma, before an `@` and an address,
 * or before the brackets in which Meetup has the address. A title in the middle of the text belongs
 * to the address.
 */
function venueOf(text: string, title: string): JsonObject {
  const bracketed = /^([^,(]+) \(([^()]+)\)$/.exec(text);
  const parted = bracketed?.[2]?.includes(',') ? bracketed : /^([^,]+),\s*(\S.*)$/.exec(text);
  const [, name, address = ''] = /^([^,@]+) @ (.+)$/.exec(text) ?? [];
  const [, head = text, tail = ''] = /\d/.test(address) ? [text, name, address] : (parted ?? []);
  const isTitled = title !== '' && text.indexOf(title) <= 0;
  const [called, rest] = isTitled
    ? [title, text.replace(title, '').replace(/^[\s,]+/, '')]
    : [head, tail];
  return { venue: called.trim(), ...(rest === '' ? {} : { address: rest }) };
}

/**
 * → the place, null without one; the link of a `meeting`; whether the text states that the event is
 * online; the `reasons` for omitted parts.
 */
export function readPlaceText(text: string) {
  if (text.length > limits.lineChars) {
    const reasons = [`longer than ${limits.lineChars} characters`];
    return { place: null, meeting: undefined, isOnline: false, reasons };
  }
  const links = (text.match(LINK) ?? []).map((link) => withoutEnd(link, ',;.)]'));
  const lines = withoutTags(text, '\n')
    .replace(LINK, ' ')
    .split(/\n|;\s/);
  const parts = lines.flatMap(partOf);
  const places = parts.filter((part) => !ONLINE.test(part));
  const bare = places.join(', ');
  const meeting = links.find(isMeeting);
  const rest = links.filter((link) => link !== meeting);
  const reasons = rest.map((link) => `a link that is no meeting: ${link.slice(0, 100)}`);
  const isNone = UNKNOWN.test(bare) || !/[\p{L}\p{N}]/u.test(bare);
  if (isNone && bare !== '') reasons.push(`no place: ${bare.slice(0, 40)}`);
  const isOnline = places.length < parts.length || meeting !== undefined;
  return { place: isNone ? null : bare, meeting, isOnline, reasons };
}

/** → a line of the text without the signs around it; nothing for an empty line. */
function partOf(line: string): string[] {
  const begun = cleanText(line).replace(/^[ ,;:–-]+/, '');
  const part = withoutEnd(begun, ' ,;:(/–-').replace(/^"([^"]*)"$/, '$1');
  return part === '' ? [] : [part];
}

const PROVIDERS =
  'zoom|(?:microsoft |ms )?teams|google meet|webex|jitsi(?: meet)?|bigbluebutton|' +
  'goto ?meeting|skype';
const WORDS =
  'online|virtual|virtuell|virtuel(?:le)?|remote|digital|webinar|webinaire|livestream|' +
  'videokonferenz|visioconférence|videoconferenza|videoconferencia|en ligne|en línea|' +
  PROVIDERS;
/** The meeting, before the word or after it: `Microsoft Teams-Besprechung`. */
const SESSION =
  'event|evento|événement|veranstaltung|meeting|besprechung|réunion|reunión|riunione|reunião|' +
  'vergadering|möte|møte|møde|kokous|spotkanie|call|session|only|webinar';
/** The program or a second word: `Online via Zoom`, `Online - Zoom`, `Zoom (online)`. */
const BY = `(?:(?: (?:via|on|per|[-–|]) | ?[(/,:] ?)(?:${WORDS})(?: (?:${SESSION}))?\\)?)?`;

/** Texts for online events instead of a place. */
const ONLINE = new RegExp(
  `^(?:join )?(?:an? )?(?:via |on |per )?(?:(?:${SESSION}) (?:(?:de|di|do|su) )?)?` +
    `(?:${WORDS})(?:[ -](?:${SESSION}))?${BY}$`,
  'i',
);

/** Texts that say that the place is not known yet. */
const UNKNOWN = new RegExp(
  '^(?:(?:venue|location|place|ort) )?(?:' +
    '0|tb[adc]|(?:to be|will be) (?:announced|decided|confirmed|determined)|n\\/?a|none|null|' +
    'needs a location|(?:not|un)known|unbekannt|(?:(?:wird|noch) )+(?:bekannt ?gegeben|offen)|' +
    'n\\. ?n\\.?|(?:lieu )?à (?:confirmer|définir|préciser)|por (?:confirmar|definir|determinar)|' +
    'private (?:address|location)(?: \\(.{0,60}\\))?|' +
    '(?:register|sign ?(?:up|in)|rsvp|log ?in|subscribe) (?:to|and) ' +
    '(?:display|download|get|see|view)(?: the)? (?:full )?(?:address|location|venue)|' +
    'da (?:definire|confermare)|a definir|nader te bepalen|nog niet bekend|meddelas senare' +
    ')[.!]?$',
  'i',
);

/** Domains of meetings, and parts of names of hosts that run such a program themselves. */
const MEETING_DOMAINS = (
  'zoom.us zoomgov.com teams.microsoft.com teams.live.com meet.google.com webex.com meet.jit.si ' +
  'gotomeeting.com gotomeet.me meet.goto.com app.goto.com'
).split(' ');
const MEETING_PROGRAM = /(?:^|[.-])(?:jitsi|bbb\d*|bigbluebutton)[.-]/i;

const LINK = /https?:\/\/[^\s<>"]+/gi;

function isMeeting(link: string): boolean {
  const host = parseUrl(link)?.hostname ?? '';
  const isOf = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  return MEETING_DOMAINS.some(isOf) || MEETING_PROGRAM.test(host);
}
