/** A rebuild: new indices are filled, and replace the current indices in one step. */
import type { KindName } from '../../kinds/record.js';
import type { Rebuild } from '../port.js';
import { putEntries } from './bulk.js';
import {
  aliasOf,
  areRecovering,
  type Cluster,
  completeIndices,
  createIndices,
  dropOthers,
  refreshBuild,
  switchTo,
} from './indices.js';
import { versionsOf } from './lookups.js';

/** Begins a rebuild, and deletes the indices of an interrupted rebuild. */
export async function beginRebuild(site: Cluster, stamp: string): Promise<Rebuild> {
  await dropOthers(site);
  const build = await createIndices(site);
  const { engine, settings } = site;
  const indexOf = (kind: KindName) => `${aliasOf(settings.prefix, kind)}-${build}`;
  return {
    put: (entries) => putEntries(engine, entries, { refresh: 'false', indexOf, isAlias: false }),
    versions: async (kind, query) => {
      if (query.afterId <= 0) await refreshBuild(site, build);
      return versionsOf(engine, indexOf(kind), query);
    },
    finish: async ({ isPatient } = { isPatient: false }) => {
      if (isPatient && (await areRecovering(site, build))) return false;
      await completeIndices(site, build, stamp);
      await switchTo(site, build);
      // Show entries that were put into the new indices just before the switch.
      await refreshBuild(site, build);
      await dropOthers(site);
      return true;
    },
  };
}
