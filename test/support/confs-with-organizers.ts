/** confs.tech with its Twitter accounts as organizers, for searches by organizer. */
import type { Mapping } from '../../src/rows/mapping.js';
import { confsTech } from '../../src/rows/mappings/confs-tech.js';

export const mapping: Mapping = {
  ...confsTech,
  name: 'confs-with-organizers',
  payload(row, tools) {
    const organizer = tools.text(row.twitter)?.replace('@', '');
    const named = organizer === undefined ? {} : { organizer: [{ organizer }] };
    return { ...confsTech.payload(row, tools), ...named };
  },
};
