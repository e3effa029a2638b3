/** Which mapping the rows of a file want, where none is named: the first one shows it. */
import type { Kind } from '../kinds/kind.js';
import { mappedBy } from './map-row.js';
import type { RowMapper } from './mapping.js';
import { mappings } from './mappings/index.js';

/**
 * → the mapper, that of a shipped mapping where the first row looks like one of its source. A row
 * with an `external_id` is a line of an export. `source`: whose IDs the rows have.
 */
export const recognising = (kind: Kind, own: RowMapper, source: string | null): RowMapper => ({
  ...own,
  forRow(row, notes) {
    if ('external_id' in row) return own;
    const mapping = mappings.find((one) => one.kind === kind.name && one.isLike?.(row));
    if (!mapping) return own;
    notes?.add('mapping', `${mapping.name}, as the first row shows; files`);
    return mappedBy(mapping, source);
  },
});
