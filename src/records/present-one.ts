/** Presents a record of the store to a caller. */
import { type Caller, canRead } from '../access/roles.js';
import { kinds } from '../kinds/index.js';
import type { StoredRecord } from '../kinds/record.js';
import { statusAt } from '../kinds/visibility.js';
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
