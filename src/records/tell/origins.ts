/** The origins of records, for the change feed. Contract 30. */
import { originKey, type Provenance, provenanceOf } from '../../kinds/claims.js';
import type { KindName, StoredRecord } from '../../kinds/record.js';
import { seriesIdOf } from '../../kinds/series.js';
import { groupBy } from '../../lib/batches.js';
import { installationOf } from '../../service/installation.js';
import type { RecordRef } from '../../store/port.js';
import type { Deps } from '../deps.js';

/** → the provenance of records of a kind, by ID; of an erased record: this installation. */
async function provenancesOf(
  deps: Pick<Deps, 'store'>,
  kind: KindName,
  ids: readonly number[],
): Promise<(id: number) => Provenance> {
  const installation = await installationOf(deps);
  const rows = ids.length > 0 ? await deps.store.keys.list(kind, { ids }) : [];
  const byId = groupBy(
    rows.filter(({ of }) => of === 0),
    ({ id }) => id,
  );
  return (id) => provenanceOf(byId.get(id) ?? [], { installation, id });
}

/** → the same for changes of the feed. A date of a series has the provenance of its series. */
export async function provenancesOfChanges(
  deps: Pick<Deps, 'store'>,
  kind: KindName,
  changes: readonly { id: number; record: StoredRecord | null }[],
): Promise<(change: (typeof changes)[number]) => Provenance> {
  const seriesOf = (record: StoredRecord | null) => (record ? seriesIdOf(record) : 0);
  const ids = changes.map(({ id, record }) => seriesOf(record) || id);
  const of = await provenancesOf(deps, kind, [...new Set(ids)]);
  const installation = await installationOf(deps);
  return ({ id, record }) => {
    const series = seriesOf(record);
    return series === 0 ? of(id) : { origin: originKey(installation, id), via: of(series).via };
  };
}

/** Adds the origins of records of a kind as their keys, by `refKey`. */
export async function addOrigins(
  deps: Pick<Deps, 'store'>,
  refs: readonly RecordRef[],
  add: (ref: RecordRef, key: string) => void,
): Promise<void> {
  const [first] = refs;
  if (!first) return;
  const of = await provenancesOf(
    deps,
    first.kind,
    refs.map(({ id }) => id),
  );
  for (const ref of refs) add(ref, of(ref.id).origin);
}
