/** A rebuild: new indices are filled beside the current ones and replace them in one step. */
import { allKinds } from '../../kinds/index.js';
import type { Rebuild } from '../port.js';
import { putEntries } from './bulk.js';
import {
  areRecovering,
  completeIndices,
  createIndex,
  dropOthers,
  type PhysicalNames,
  refresh,
  type Site,
  switchTo,
} from './indices.js';
import { versionsOf } from './lookups.js';

/** Begins a rebuild. What an interrupted one left is deleted. */
export async function beginRebuild(site: Site, stamp: string): Promise<Rebuild> {
  await dropOthers(site);
  const names = await createAll(site);
  const { engine } = site;
  return {
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
    finish: async ({ isPatient } = { isPatient: false }) => {
      if (isPatient && (await areRecovering(site, names))) return false;
      await completeIndices(site, names, stamp);
      await switchTo(site, names);
      // Show entries that were put into the new indices just before the switch.
      await refresh(site, names);
      await dropOthers(site);
      return true;
    },
  };
}

async function createAll(site: Site): Promise<PhysicalNames> {
  const created = await Promise.all(
    allKinds.map(async ({ name }) => [name, await createIndex(site, name)] as const),
  );
  return Object.fromEntries(created) as PhysicalNames;
}
