/**
 * What search engines read: /robots.txt, /sitemap.xml, and the parts of the sitemap,
 * /sitemap-events-1.xml. It names what is on, in each kind as far as pages reach. Contract 26.
 */
import { allKinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { JsonObject } from '../kinds/record.js';
import { decodedUrl } from '../lib/urls.js';
import { limits } from '../limits.js';
import { type Answered, textOf } from '../present/answered.js';
import { isoUtc } from '../present/formats/entry.js';
import { toXml, XML_HEAD } from '../present/formats/xml.js';
import { NAMESPACE } from '../present/markers.js';
import type { Deps } from '../records/deps.js';
import { listRecords, readSlices } from '../records/list.js';
import { basePath, pageRoot } from './paths.js';
import { viewParams } from './state.js';

const NAMES = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

const PART = /^\/sitemap-([a-z]+)-(\d{1,2})\.xml$/;

/** → whether a path is one of these. */
export const isForEngines = (path: string): boolean =>
  path === '/robots.txt' || path === '/sitemap.xml' || partOf(path) !== null;

/** → the content type and text of one of them. Throws what lists throw. */
export async function writeForEngines(deps: Deps, path: string): Promise<[string, string]> {
  const part = partOf(path);
  if (path === '/robots.txt') return ['text/plain; charset=utf-8', robots(deps)];
  const xml = part ? await writePart(deps, part) : await writeIndex(deps);
  return ['application/xml; charset=utf-8', `${XML_HEAD}${xml}\n`];
}

interface Part {
  kind: Kind;
  /** From 1. */
  page: number;
}

function partOf(path: string): Part | null {
  const [, route, page] = PART.exec(path) ?? [];
  const kind = allKinds.find((one) => one.route === route);
  return kind && Number(page) >= 1 ? { kind, page: Number(page) } : null;
}

// Searches have no end: what they find is in the sitemap. A page with other parameters is itself.
function robots(deps: Deps): string {
  const base = basePath(deps.roots);
  return [
    'User-agent: *',
    ...viewParams.flatMap((name) => ['?', '&'].map((sign) => `Disallow: ${base}/*${sign}${name}=`)),
    `Disallow: ${base}/${NAMESPACE}/`,
    `Sitemap: ${pageRoot(deps.roots)}/sitemap.xml`,
    '',
  ].join('\n');
}

/** → the parameters that list what is on, for kinds with dates and for those held by them. */
function filtersOf({ window, family }: Kind): JsonObject {
  if (window) return { ends_after: 'yesterday' };
  return family.hasStatus ? { only_with_upcoming: 'true' } : {};
}

async function writeIndex(deps: Deps): Promise<string> {
  const counted = await Promise.all(
    allKinds.map(async (kind) => {
      const raw = { ...filtersOf(kind), per_page: '1' };
      const { total } = await listRecords(deps, kind, { raw, caller: null });
      const parts = Math.ceil(Math.min(total, limits.resultWindow) / RECORDS);
      // An index without any part is none.
      return { kind, pages: Math.max(parts, kind.window ? 1 : 0) };
    }),
  );
  const sitemap = counted.flatMap(({ kind, pages }) =>
    Array.from({ length: pages }, (_, at) => ({
      loc: `${pageRoot(deps.roots)}/sitemap-${kind.route}-${at + 1}.xml`,
    })),
  );
  return `<sitemapindex ${NAMES}>${toXml({ sitemap })}</sitemapindex>`;
}

/** Records in a part. */
const RECORDS = limits.feedRecords;

async function writePart(deps: Deps, { kind, page }: Part): Promise<string> {
  const raw = { ...filtersOf(kind), page: String(page), per_page: String(RECORDS) };
  const urls: { loc: string; lastmod?: string }[] = [];
  for await (const list of readSlices(deps, kind, { raw, issues: [] })) {
    urls.push(...list.records.map((text) => entryOf(JSON.parse(text) as Answered)));
  }
  return `<urlset ${NAMES}>${toXml({ url: urls })}</urlset>`;
}

function entryOf(record: Answered): { loc: string; lastmod?: string } {
  const modified = textOf(record, 'modified_utc');
  const loc = encodeURI(decodedUrl(textOf(record, 'url')));
  return modified === '' ? { loc } : { loc, lastmod: isoUtc(modified) };
}
