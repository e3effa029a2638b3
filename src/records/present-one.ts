/** Presents one record of the store: as JSON to a caller, or in a format for anonymous readers. */
import { type Caller, canRead } from '../access/roles.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import type { StoredRecord } from '../kinds/record.js';
import { statusAt } from '../kinds/visibility.js';
import type { Answered } from '../present/answered.js';
import type { Feed, Format } from '../present/formats/format.js';
import type { FactsOf } from '../present/markers.js';
import { presentRecord } from '../present/record.js';
import { nowSeconds, nowUtc } from '../time/now.js';
import type { Deps } from './deps.js';
import { factsFor } from './term-facts.js';

/** → the record as JSON text, as the caller may see it; `term`: facts that are known already. */
export async function presentOne(
  deps: Deps,
  record: StoredRecord,
  options: { caller: Caller; term?: FactsOf | undefined; hasJsonLd?: boolean },
): Promise<string> {
  const { caller, term, hasJsonLd = false } = options;
  const now = nowSeconds(deps);
  return presentRecord(record, {
    ...deps.site,
    roots: deps.roots,
    term: term ?? (await factsFor(deps, record)),
    status: (shown) => statusAt(shown, now),
    isReadable: (linked) => canRead(caller, kinds[linked.kind], linked, now),
    nowUtc: nowUtc(deps),
    hasJsonLd,
  });
}

/** One record, and the format that it is to have. */
export interface Formatted {
  format: Format;
  presented: Answered;
  /** Dates of a series that its rules do not tell, as answered. */
  others?: readonly Answered[] | undefined;
  /** Keys asked for; absent: none were. */
  fields?: readonly string[] | undefined;
}

/** → one record in a format. */
export function textInFormat(
  deps: Deps,
  kind: Kind,
  { format, presented, others = [], fields }: Formatted,
): string {
  const writer = format.open({
    ...aboutSite(deps, kind),
    title: String(presented[kind.titleField] ?? ''),
    selfUrl: `${deps.roots.api}/${kind.route}/${presented.id}.${format.name}`,
    isList: false,
    fields: fields ?? null,
  });
  const texts = [presented, ...others].map((one) => writer.add(one));
  const { head, tail } = writer.close({ total: 1, returned: 1, nextUrl: null });
  return head + texts.join(format.separator) + tail;
}

/** → what all feeds of this site say of it. */
export const aboutSite = (
  { roots, site }: Deps,
  kind: Kind,
): Omit<Feed, 'title' | 'selfUrl' | 'isList' | 'fields'> => ({
  kind,
  host: roots.host,
  siteUrl: roots.site,
  siteTimeZone: site.siteTimeZone,
  currency: site.currency,
});
