/**
 * The layout of the indices as part of the stamp that is kept: an index laid out by another version
 * of this code refuses what it has no field for, so it is built anew like one of other settings.
 */
import { createHash } from 'node:crypto';
import { allKinds } from '../../kinds/index.js';
import { buildIndex } from './mapping.js';

const layout = createHash('sha256')
  .update(JSON.stringify(allKinds.map((kind) => buildIndex(kind, { shards: 1, replicas: 0 }))))
  .digest('hex');

/** → the stamp as it is kept. */
export const withLayout = (stamp: string): string => `${stamp} ${layout}`;

/** → the stamp in what is kept; of another layout it is one that no settings have. */
export function stampIn(kept: string): string {
  return kept.endsWith(` ${layout}`) ? kept.slice(0, -layout.length - 1) : `${kept} (other layout)`;
}
