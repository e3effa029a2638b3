/**
 * The files for search engines: /robots.txt, /sitemap.xml, and the parts of the sitemap,
 * /sitemap-events-1.xml. It lists the pages of coming events: single events, series, dates of the
 * next 30 days, towns, and the other kinds. Contract 26.4.
 */
import { noRoute } from '../errors.js';
import { allKinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject } from '../kinds/record.js';
import { decodedUrl } from '../lib/net/urls.js';
import { limits } from '../limits.js';
import { type Answered, textOf } from '../present/answered.js';
import { isoUtc } from '../present/formats/entry.js';
import { toXml, XML_HEAD } from '../present/formats/xml.js';
import { NAMESPACE } from '../present/markers.js';
import type { Deps } from '../records/deps.js';
import { listRecords, readSlices } from '../records/list/list.js';
import { seriesOf, seriesUrls } from './event/series.js';
import { viewParams } from './event/state.js';
import { FACET } from './site/category-counts.js';
import { CODE } from './site/paper.js';
import { basePath, listedKind, pageRoot } from './site/paths.js';
import {
  COMING,
  INDEXED_EVENTS,
  type ListedTown,
  type Towns,
  type TownTable,
} from './site/towns.js';
import { daysOf, LANDING_DAYS, landingUrl } from './town/landing.js';

const NAMES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const PART = /^\/sitemap-([a-z]+)-(\d{1,2})\.xml$/;

/** → whether a path is such a file. */
export const isForEngines = (path: string): boolean =>
  path === '/robots.txt' || path === '/sitemap.xml' || partOf(path) !== null;

/** → the content type and text of such a file. Throws the errors of lists. */
export async function writeForEngines(
  deps: Deps,
  path: string,
  towns: Towns,
): Promise<[string, string]> {
  const part = partOf(path);
  if (path === '/robots.txt') return ['text/plain; charset=utf-8', robots(deps)];
  const xml = part ? await writePart(deps, part, towns) : await writeIndex(deps, towns);
  return ['application/xml; charset=utf-8', `${XML_HEAD}${xml}\n`];
}

/** The content of parts with the same name. */
interface Section {
  name: string;
  kind: Kind;
  filters: JsonObject;
  /** A record represents the page of its series. */
  isOfSeries?: boolean;
}

const DAYS_AHEAD = 30;

const SECTIONS: readonly Section[] = allKinds.flatMap((kind): Section[] => {
  const { route: name, family, window } = kind;
  if (!window) {
    return [{ name, kind, filters: family.hasStatus ? { only_with_upcoming: 'true' } : {} }];
  }
  const coming = { ends_after: 'yesterday' };
  return [
    { name, kind, filters: { ...coming, recurring: 'false' } },
    {
      ...{ name: 'series', kind, isOfSeries: true },
      filters: { ...coming, recurring: 'true', collapse: 'series' },
    },
    {
      ...{ name: 'dates', kind },
      filters: { recurring: 'true', overlaps: `today,+${DAYS_AHEAD} days` },
    },
  ];
});

/** The name of the parts with the pages of towns. */
const TOWNS = 'towns';

interface Part {
  /** Null: of towns. */
  section: Section | null;
  /** From 1. */
  page: number;
}

function partOf(path: string): Part | null {
  const [, name, page] = PART.exec(path) ?? [];
  const section = SECTIONS.find((one) => one.name === name) ?? null;
  return (section || name === TOWNS) && Number(page) >= 1 ? { section, page: Number(page) } : null;
}

// Searches have no end: their results are in the sitemap. A page with other parameters has its own
// content, as has a page in another language.
const SEARCHES = viewParams.filter((name) => name !== 'lang');

function robots(deps: Deps): string {
  const base = basePath(deps.roots);
  return [
    'User-agent: *',
    ...SEARCHES.flatMap((name) => ['?', '&'].map((sign) => `Disallow: ${base}/*${sign}${name}=`)),
    ...[`/${NAMESPACE}/`, CODE].map((path) => `Disallow: ${base}${path}`),
    `Sitemap: ${pageRoot(deps.roots)}/sitemap.xml`,
    '',
  ].join('\n');
}

async function writeIndex(deps: Deps, towns: Towns): Promise<string> {
  const counted = await Promise.all(
    SECTIONS.map(async ({ name, kind, filters }) => {
      const raw = { ...filters, per_page: '1' };
      const { total } = await listRecords(deps, kind, { raw, caller: null });
      const parts = Math.ceil(Math.min(total, limits.resultWindow) / RECORDS);
      // An index without any part is invalid.
      return { name, parts: Math.max(parts, name === kind.route && kind.window ? 1 : 0) };
    }),
  );
  const ofTowns = Math.ceil(indexed(await towns()).length / TOWNS_EACH);
  const sitemap = [...counted, { name: TOWNS, parts: ofTowns }].flatMap(({ name, parts }) =>
    Array.from({ length: parts }, (_, at) => ({
      loc: `${pageRoot(deps.roots)}/sitemap-${name}-${at + 1}.xml`,
    })),
  );
  return `<sitemapindex ${NAMES}>${toXml({ sitemap })}</sitemapindex>`;
}

/** Records in a part. */
const RECORDS = limits.feedRecords;

type Entry = { loc: string; lastmod?: string };

async function writePart(deps: Deps, { section, page }: Part, towns: Towns): Promise<string> {
  const ofTowns = section ? [] : indexed(await towns());
  if (!section && (page - 1) * TOWNS_EACH >= ofTowns.length) throw noRoute();
  const url = section
    ? await recordEntries(deps, section, page)
    : await townEntries(deps, ofTowns, page);
  return `<urlset ${NAMES}>${toXml({ url })}</urlset>`;
}

async function recordEntries(
  deps: Deps,
  { kind, filters, isOfSeries = false }: Section,
  page: number,
): Promise<Entry[]> {
  const raw = { ...filters, page: String(page), per_page: String(RECORDS) };
  const entries = new Map<string, Entry>();
  for await (const list of readSlices(deps, kind, { raw, issues: [] })) {
    const records = list.records.map((text) => JSON.parse(text) as Answered);
    const series = isOfSeries ? await seriesUrls(deps, kind, records) : null;
    for (const record of records) {
      const url = series ? series.get(seriesOf(record)?.id ?? '') : textOf(record, 'url');
      const entry = url && entryOf(url, record);
      if (entry) entries.set(entry.loc, entry);
    }
  }
  return [...entries.values()];
}

const indexed = ({ coming }: TownTable): ListedTown[] =>
  coming.filter((town) => town.coming >= INDEXED_EVENTS);

/** Towns in a part: each asks the index for its categories. */
const TOWNS_EACH = 50;

/** → the pages of towns that search engines are to show. */
async function townEntries(
  deps: Deps,
  towns: readonly ListedTown[],
  page: number,
): Promise<Entry[]> {
  const entries: Entry[] = [];
  const urlOf = (town: ListedTown, part?: Parameters<typeof landingUrl>[2]) => {
    entries.push({ loc: encodeURI(decodedUrl(landingUrl(deps.roots, town, part))) });
  };
  for (const town of towns.slice((page - 1) * TOWNS_EACH, page * TOWNS_EACH)) {
    const ask = (raw: JsonObject) =>
      listRecords(deps, listedKind, {
        raw: { ...raw, town: town.values, per_page: '1' },
        caller: null,
      });
    urlOf(town);
    for (const day of LANDING_DAYS) {
      const { total } = await ask({ ...daysOf(day), clock: 'local' });
      if (total > 0) urlOf(town, { day });
    }
    const { facets } = await ask({ ...COMING, facets: FACET });
    for (const { slug, count } of facets?.[FACET] ?? []) {
      if (slug && count >= INDEXED_EVENTS) urlOf(town, { category: slug });
    }
  }
  return entries;
}

function entryOf(url: string, record: Answered): Entry {
  const modified = textOf(record, 'modified_utc');
  const loc = encodeURI(decodedUrl(url));
  return modified === '' ? { loc } : { loc, lastmod: isoUtc(modified) };
}
