/**
 * The state of a source's events between its runs, stored on the keys by which it names them.
 * Contract 32.
 */
import { isDeepStrictEqual } from 'node:util';
import { renameFolded, type Spelled } from '../import/key-case.js';
import { isClaim, wayOf } from '../kinds/claims.js';
import { kinds } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import { type Presence, type Telling, withoutPresence } from '../kinds/telling.js';
import { chunksOf, groupBy } from '../lib/batches.js';
import { limits } from '../limits.js';
import type { Deps } from '../records/deps.js';
import type { LoadItem } from '../rows/items.js';
import type { StoredKey } from '../store/port.js';
import { type Chosen, keyOfSource } from './choose.js';
import type { SourceState } from './source.js';

/**
 * → the state of a source's events, under the names of its items. Keys from a file have no state.
 */
export async function readState(
  deps: Pick<Deps, 'store' | 'now'>,
  id: number,
  items: readonly LoadItem[] = [],
): Promise<SourceState> {
  await renameInState(deps, id, items);
  const start = keyOfSource(id, '').length;
  // Names come from outside: `__proto__` is possible as well.
  const state: SourceState = Object.create(null);
  for await (const rows of keysOf(deps, id)) {
    for (const row of rows.filter(isClaim)) state[row.key.slice(start)] = { ...row.told };
  }
  return state;
}

/** Gives names that 2.0 stored in small letters the case that the items of the source have. */
async function renameInState(
  deps: Pick<Deps, 'store' | 'now'>,
  id: number,
  items: readonly LoadItem[],
): Promise<void> {
  const start = keyOfSource(id, '');
  const namesOf = (item: LoadItem): string[] => {
    const { former = [], starts } = 'payload' in item ? item : {};
    const names = [item.externalId ?? '', ...former];
    const ofStarts = starts ? [starts.at, starts.key, starts.mark] : [];
    return [...names, ...ofStarts].filter((key) => key.startsWith(start));
  };
  const exact = new Set(items.flatMap(namesOf));
  for (const chunk of chunksOf(items, limits.batchRecords)) {
    const rows = chunk.flatMap((item): Spelled[] => {
      if (!('payload' in item)) return [];
      const { title } = item.payload;
      const payload = { values: item.payload, ...(typeof title === 'string' ? { title } : {}) };
      return [{ keys: namesOf(item), payload }];
    });
    await renameFolded(deps, kinds.event, rows, (key) => exact.has(key));
  }
}

/** Stores the new state of the events, where it has changed. */
export async function endState(
  deps: Pick<Deps, 'store'>,
  id: number,
  { state, present }: { state: SourceState } & Pick<Chosen, 'present'>,
): Promise<void> {
  for (const [uid, version] of present) state[uid] = stateOf(version);
  const start = keyOfSource(id, '').length;
  const changed: (StoredKey & { how: 'claim' })[] = [];
  for await (const rows of keysOf(deps, id)) {
    for (const stored of rows) {
      const told = toldAfter(stored.told, state[stored.key.slice(start)]);
      if (!isDeepStrictEqual(told, stored.told)) changed.push({ ...stored, told, how: 'claim' });
    }
  }
  await writeAll(deps, changed);
}

/** → a fetch for the load of a source, with its keys and states. */
export function fetchedBy(id: number, { keys, present }: Pick<Chosen, 'keys' | 'present'>) {
  const start = keyOfSource(id, '').length;
  return {
    has: (key: string): boolean => keys.has(key),
    withState(key: string, told: Telling): Telling {
      const version = present.get(key.slice(start));
      return (version && toldAfter(told, stateOf(version))) ?? told;
    },
  };
}

type Version = NonNullable<ReturnType<Chosen['present']['get']>>;

/** → the state of an event in the source. */
const stateOf = ({ sequence, modified, dates, isOver }: Version): Presence => ({
  sequence,
  modified,
  ...(dates ? { dates } : {}),
  ...(isOver ? { isOver } : {}),
  gone: 0,
});

/** → `told` with a run's state of an event; without it when there is no state any more. */
function toldAfter(told: Telling | null, known: Presence | undefined): Telling | null {
  const said = withoutPresence(told);
  return known ? { ...(JSON.parse(JSON.stringify(known)) as Telling), ...said } : said;
}

/** Yields pages of the keys by which a source names records of a kind. */
export async function* keysOf(
  { store }: Pick<Deps, 'store'>,
  id: number,
  kind = kinds.event.name,
): AsyncGenerator<StoredKey[]> {
  const prefix = keyOfSource(id, '');
  for (let after = ''; ; ) {
    const page = await store.keys.list(kind, { prefix, after, limit: limits.batchRecords });
    yield page;
    if (page.length < limits.batchRecords) return;
    after = page.at(-1)?.key ?? '';
  }
}

/** Writes statements on keys, of records whose provenance may change. */
export async function writeAll(
  { store }: Pick<Deps, 'store'>,
  writes: readonly (StoredKey & { how: 'claim' })[],
  kind = kinds.event.name,
): Promise<void> {
  for (const chunk of chunksOf(writes, limits.batchRecords)) {
    // A copy that a calendar has no more comes through another listing from now on.
    const renumbered = await otherWays({ store }, kinds[kind], chunk);
    await store.keys.write(kind, { writes: chunk, renumbered });
  }
}

/** → the records that come through others once these keys are written. */
async function otherWays(
  { store }: Pick<Deps, 'store'>,
  kind: Kind,
  writes: readonly { key: string; id: number; told: Telling | null }[],
): Promise<number[]> {
  const ids = [...new Set(writes.map(({ id }) => id))];
  const byId = groupBy(await store.keys.list(kind.name, { ids }), ({ id }) => id);
  const told = new Map(writes.map((write) => [write.key, write.told]));
  return ids.filter((id) => {
    const rows = (byId.get(id) ?? []).filter(({ of }) => of === 0);
    const after = rows.map((row) =>
      told.has(row.key) ? { told: told.get(row.key) ?? null } : row,
    );
    return wayOf(rows, id) !== wayOf(after, id);
  });
}
