/** The actions of a visitor: join, keep the date, pass it on. Source: Contract 26.2. */

import { asciiUrl } from '../../lib/net/urls.js';
import { toPlainText } from '../../lib/text/plain-text.js';
import { type Answered, isAnswered, textOf } from '../../present/answered.js';
import { withQuery } from '../../present/links.js';
import { shortened } from '../site/document.js';
import { type Language, type MessageName, useLanguage } from '../words/language.js';
import { addressLines } from './address.js';
import { addDays } from './days.js';
import { isOff, overFromMs } from './event-badges.js';
import { seriesOf } from './series.js';

/** Longest text that a calendar is given, characters: links have an end. */
const TEXT_CHARS = 500;

interface Actions {
  event: Answered;
  /** The URL of the event as a calendar file. */
  ics: string;
  nowMs: number;
}

/** The actions. A past or cancelled event can only be passed on. */
export function EventActions({ event, ics, nowMs }: Actions) {
  const language = useLanguage();
  const { text } = language;
  const isOpen = !isOff(event) && overFromMs(event) > nowMs;
  const main = mainAction(event);
  return (
    <div class="actions">
      {isOpen && main && (
        <a class="button main" href={main.href} rel="noopener nofollow ugc">
          {text(main.name)}
        </a>
      )}
      {isOpen && (
        <details class="menu">
          <summary class="button">{text('event.keep')}</summary>
          <ul>
            {calendarLinks(event, ics, language).map(([name, href]) => (
              <li key={name}>
                <a href={href} rel="noopener">
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </details>
      )}
      <button type="button" id="copy-link" class="scripted">
        {text('event.copy')}
      </button>
      <button type="button" id="share" hidden>
        {text('event.share')}
      </button>
      <span id="share-status" role="status" />
    </div>
  );
}

/** → the first action: a ticket, or joining online; or null. */
function mainAction(event: Answered): { name: MessageName; href: string } | null {
  const website = asciiUrl(textOf(event, 'website'));
  const isSold = textOf(event, 'cost') !== '' || textOf(event, 'availability') !== 'available';
  const isGone = ['sold_out', 'not_on_sale'].includes(textOf(event, 'availability'));
  const hasSite = website !== '' && website !== asciiUrl(textOf(event, 'url'));
  if (hasSite && isSold && !isGone) return { name: 'event.tickets', href: website };
  const online = asciiUrl(textOf(event, 'online_url'));
  return online ? { name: 'event.join', href: online } : null;
}

/** → the URL by which calendar programs subscribe to a calendar file. */
export const webcal = (url: string): string => url.replace(/^https?:/, 'webcal:');

function calendarLinks(
  event: Answered,
  ics: string,
  language: Language,
): [text: string, href: string][] {
  const files: [string, string][] = [
    [language.text('event.file'), ics],
    [language.text('event.follow'), webcal(ics)],
  ];
  // The others take one date, and no rule.
  if (seriesOf(event)?.isWhole) return files;
  const title = textOf(event, 'title');
  const text = toPlainText(textOf(event, 'excerpt') || textOf(event, 'description'));
  const about = [asciiUrl(textOf(event, 'url')), shortened(text, TEXT_CHARS)].join('\n\n');
  const { isAllDay, start, end } = momentsOf(event);
  const compact = [start, end].map((moment) => moment.replace(/[-:]/g, '')).join('/');
  const location = locationOf(event, language);
  return [
    ...files,
    [
      'Google Calendar',
      withQuery('https://calendar.google.com/calendar/render', {
        ...{ action: 'TEMPLATE', text: title, dates: compact, details: about, location },
        ctz: textOf(event, 'timezone'),
      }),
    ],
    [
      'Outlook',
      withQuery('https://outlook.live.com/calendar/0/deeplink/compose', {
        ...{ path: '/calendar/action/compose', rru: 'addevent', subject: title, location },
        ...{ startdt: start, enddt: end, allday: String(isAllDay), body: about },
      }),
    ],
  ];
}

/** → start and end, days as `2026-11-24` with the end after the last one, else moments in UTC. */
function momentsOf(event: Answered) {
  if (event.all_day === true) {
    const [start, last] = ['start_date', 'end_date'].map((name) =>
      textOf(event, name).slice(0, 10),
    );
    return { isAllDay: true, start: start ?? '', end: addDays(last ?? '', 1) };
  }
  const moment = (name: string) => `${textOf(event, name).replace(' ', 'T')}Z`;
  return { isAllDay: false, start: moment('utc_start_date'), end: moment('utc_end_date') };
}

function locationOf(event: Answered, { comma }: Language): string {
  if (!isAnswered(event.venue)) return asciiUrl(textOf(event, 'online_url'));
  const lines = [textOf(event.venue, 'venue'), ...addressLines(event.venue)];
  return lines.filter(Boolean).join(comma);
}
