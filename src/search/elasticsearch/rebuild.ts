/**
 * A rebuild: new indices are filled beside the current ones and replace them in one step. The names
 * of the new indices are the only state that another process needs to continue.
 */
import { allKinds } from '../../kinds/index.js';
import type { Rebuild } from '../port.js';
import { putEntries } from './bulk.js';
import {
  areRecovering,
  beingBuilt,
  completeIndices,
  createIndex,
  dropOthers,
  type PhysicalNames,
  refresh,
  type Site,
  switchTo,
} from './indices.js';
import { versionsOf } from './lookups.js';

/** Begins a rebuild, or continues the one of `state` if its indices are still being built. */
export async function beginRebuild(
  site: Site,
  stamp: string,
  state: string | null,
): Promise<Rebuild> {
  const begun = state === null ? null : (JSON.parse(state) as PhysicalNames);
  const building = begun === null ? [] : await beingBuilt(site);
  const isNew = begun === null || !Object.values(begun).every((name) => building.includes(name));
  if (isNew) await dropOthers(site);
  const names = isNew ? await createAll(site) : begun;
  const { engine } = site;
  return {
    state: JSON.stringify(names),
    isNew,
    put: (entries) =>
      putEntries(engine, entries, {
        refresh: 'false',
        indexOf: (kind) => names[kind],
        isAlias: false,
      }),
    versions: async (kind, query) => {
      if (query.afterId <= 0) await refresh(site, names);
      return versionsOf(engine, names[kind], query);
    },
    isReplicated: async () => !(await areRecovering(site, names)),
    finish: async () => {
      await completeIndices(site, names, stamp);
      await switchTo(site, names);
      // Show entries that were put into the new indices just before the switch.
      await refresh(site, names);
      await dropOthers(site);
    },
  };
}

async function createAll(site: Site): Promise<PhysicalNames> {
  const made = await Promise.all(
    allKinds.map(async ({ name }) => [name, await createIndex(site, name)] as const),
  );
  return Object.fromEntries(made) as PhysicalNames;
}
