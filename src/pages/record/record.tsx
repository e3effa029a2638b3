/** The page of one record: its facts and text, and the events that hold it. */
import { ApiError } from '../../errors.js';
import type { Kind } from '../../kinds/kind.js';
import type { StoredRecord } from '../../kinds/record.js';
import { decodedUrl } from '../../lib/net/urls.js';
import { toPlainText } from '../../lib/text/plain-text.js';
import { type Answered, isAnswered, languageOf, textOf } from '../../present/answered.js';
import type { Deps } from '../../records/deps.js';
import { readForPage } from '../../records/read.js';
import { secondsToUtc, utcToSeconds } from '../../time/date-times.js';
import { clockOf, type PageClock } from '../event/days.js';
import { overFromMs, runsFromMs } from '../event/event-badges.js';
import { listHolders, presentForPage, recordFormats } from '../event/holding.js';
import { mapPolicy } from '../event/map-pane.js';
import type { PageList } from '../event/page-list.js';
import { pictureUrl, withPicture } from '../event/picture.js';
import { seriesOf } from '../event/series.js';
import { isPlain, type PageState, readState } from '../event/state.js';
import { structuredData } from '../event/structured.js';
import type { Crumb } from '../site/crumbs.js';
import {
  type Move,
  type Page,
  type PageOutcome,
  type Site,
  shortened,
  type Visit,
} from '../site/document.js';
import { langOf, localPath, type RecordPath } from '../site/paths.js';
import type { Language } from '../words/language.js';
import { readMore } from './more.js';
import { RecordBody } from './record-body.js';
import { readTree, seriesUrl } from './tree.js';

/** → the page of the record that a path names; a record at another path moves the visitor. */
export async function showRecord(
  deps: Deps,
  visit: Visit,
  { kind, segments }: RecordPath,
  site: Site,
): Promise<PageOutcome> {
  const record = await readOrMove(deps, visit, kind, segments.at(-1) ?? '');
  if ('location' in record) return record;
  const presented = await presentForPage(deps, record);
  const path = localPath(textOf(presented, 'url'), deps.roots);
  if (`${site.base}${decodedUrl(visit.path)}` !== decodedUrl(path)) return moveTo(visit, path);
  const state = readState(visit.parameters, path, {
    kept: langOf(site.roots),
    siteUnit: deps.config.siteUnit,
  });
  return pageOf(deps, { kind, record, presented, state }, site);
}

/** A record to be shown. */
interface ToShow {
  kind: Kind;
  record: StoredRecord;
  /** The record as visitors see it. */
  presented: Answered;
  state: PageState;
  /** The token by which it is shown before it is public. */
  preview?: string;
}

/** → the page of a record. */
export async function pageOf(
  deps: Deps,
  { kind, record, presented, state, preview }: ToShow,
  site: Site,
): Promise<Page> {
  const shown = withPicture(deps, kind, presented, preview);
  const { language, roots } = site;
  const clock = clockOf(deps, state);
  const [list, tree, allDates, more] = await Promise.all([
    listHolders(deps, kind, shown, state),
    readTree(deps, kind, shown),
    seriesUrl(deps, kind, shown),
    readMore(deps, kind, shown, { clock, language, unit: deps.config.siteUnit }),
  ]);
  // An unpublished record has no public events, and no other forms.
  const listing = preview && list instanceof ApiError && list.status === 400 ? null : list;
  const alternates = preview ? [] : recordFormats(deps.roots, kind, shown, { state, language });
  const title = textOf(shown, kind.titleField);
  const isListed = !kind.window && !(listing instanceof ApiError);
  const next = nextDate(shown, listing, state);
  const day = kind.window ? dayText(shown, next, { clock, language }) : '';
  const above = tree.parent ? [crumbOf(kind, tree.parent)] : [];
  return {
    title,
    ...(kind.window ? { headTitle: eventTitle(shown, day) } : {}),
    description: describe(kind, shown, { day, language }),
    here: state.link({}),
    canonical: isPlain(state) ? textOf(shown, 'url') : null,
    alternates,
    ...changesOf({ kind, record, shown, listing, nowMs: clock.nowMs }),
    image: pictureUrl(deps, shown),
    scripts: ['record.js'],
    policy: mapPolicy(deps.config),
    type: kind.window ? 'article' : 'website',
    jsonLd: structuredData(deps, {
      ...{ kind, shown: presented, title, site, next, seriesUrl: allDates },
      list: isListed ? listing : null,
      crumbs: [...above, crumbOf(kind, shown)],
    }),
    main: (
      <RecordBody
        {...{ kind, shown, state, listing, tree, above, next, allDates, clock, more, alternates }}
        roots={roots}
        map={{ site, config: deps.config }}
      />
    ),
  };
}

const crumbOf = ({ titleField }: Kind, shown: Answered): Crumb => ({
  name: textOf(shown, titleField),
  lang: languageOf(shown, titleField),
  url: textOf(shown, 'url'),
});

/** → the next date of a series; null: the page is of something else, or lists other dates. */
function nextDate(
  shown: Answered,
  listing: PageList | ApiError | null,
  { when }: PageState,
): Answered | null {
  if (!seriesOf(shown)?.isWhole || !listing || listing instanceof ApiError) return null;
  return (when.is === 'any' && listing.page === 1 && listing.answered[0]) || null;
}

/** Longest title of an event before its day and town, characters. */
const TITLE_CHARS = 100;

/** → the day of an event: for a series its next date, for a running event its end. */
function dayText(
  shown: Answered,
  next: Answered | null,
  { clock: { nowMs }, language: { dates, text } }: { clock: PageClock; language: Language },
): string {
  const dated = next ?? (seriesOf(shown)?.isWhole ? null : shown);
  if (!dated) return '';
  const isRunning = runsFromMs(dated) <= nowMs && nowMs < overFromMs(dated);
  if (isRunning) return text('dates.until', { day: dates.long(textOf(dated, 'end_date'), '') });
  return dates.long(textOf(dated, 'start_date'), '');
}

/** → `Jazz night · Fri, 20 Mar 2026 · Ghent`. */
function eventTitle(shown: Answered, day: string): string {
  const venue = isAnswered(shown.venue) ? shown.venue : {};
  const parts = [
    shortened(textOf(shown, 'title'), TITLE_CHARS),
    day,
    shortened(textOf(venue, 'city'), TITLE_CHARS),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** → the record, or a redirect to its survivor. */
async function readOrMove(
  deps: Deps,
  visit: Visit,
  kind: Kind,
  slug: string,
): Promise<StoredRecord | Move> {
  try {
    return await readForPage(deps, kind, { slug });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 301) throw error;
    // An unpublished survivor is not named, either.
    const survivor = await readForPage(deps, kind, { id: Number(error.data.id) });
    const shown = await presentForPage(deps, survivor);
    return moveTo(visit, localPath(textOf(shown, 'url'), deps.roots));
  }
}

function moveTo({ search }: Visit, path: string): Move {
  // A header holds only ASCII letters.
  const { pathname } = new URL(path, 'http://localhost');
  return { status: 301, location: pathname + search };
}

interface Seen {
  kind: Kind;
  record: StoredRecord;
  shown: Answered;
  listing: PageList | ApiError | null;
  nowMs: number;
}

/** → when the page was changed; one without its listing is not stored. */
function changesOf({ kind, record, shown, listing, nowMs }: Seen): Partial<Page> {
  if (listing instanceof ApiError) return { cacheControl: 'no-store' };
  // A list changes without its record.
  if (!kind.window || listing) return {};
  const snapshots = Object.values(record.relations).flat();
  const changes = [record, ...snapshots].map(({ modified_utc }) => utcToSeconds(modified_utc));
  const passed = [runsFromMs(shown), overFromMs(shown)].filter((ms) => ms <= nowMs);
  const seconds = [...changes, ...passed.map((ms) => ms / 1000)];
  const lastSeconds = Math.max(...seconds.filter(Number.isFinite));
  return { lastModified: new Date(`${secondsToUtc(lastSeconds)}Z`).toUTCString() };
}

/** → the description of the head: when and where, and the beginning of the text. */
function describe(
  kind: Kind,
  shown: Answered,
  { day, language: { comma, stop } }: { day: string; language: Language },
): string {
  const venue = isAnswered(shown.venue) ? shown.venue : null;
  const facts = kind.window
    ? [day, venue && textOf(venue, 'venue')]
    : [textOf(shown, 'address'), textOf(shown, 'city')];
  const [place] = venue ? [textOf(venue, 'city')] : [''];
  const text = toPlainText(textOf(shown, 'excerpt') || textOf(shown, 'description'));
  const summary = [...new Set([...facts, place])].filter(Boolean).join(comma);
  return shortened([summary, text].filter(Boolean).join(stop));
}
