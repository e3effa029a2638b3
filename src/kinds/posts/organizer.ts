/** The organizer: the person or organization of an event. Contract 1.3. */
import { defineKind } from '../kind.js';
import { postFamily, postOrders } from './family.js';
import { linkedFilters, linkedTable, searchedText } from './linked.js';

/** The organizer kind. */
export const organizer = defineKind({
  name: 'organizer',
  route: 'organizers',
  family: postFamily,
  schema: 'posts/organizer.json',
  listSchema: 'queries/linked-list.json',
  titleField: 'organizer',
  permalink: 'organizer',
  fields: linkedTable('organizer', {
    fields: { phone: searchedText, website: searchedText, email: searchedText },
  }),
  relations: [],
  searchMode: 'oneField',
  filters: linkedFilters('organizer'),
  orders: postOrders,
  defaultOrder: 'date',
  duplicateFields: [
    { field: 'phone', match: 'equal' },
    { field: 'email', match: 'equal' },
    { field: 'website', match: 'equal' },
  ],
  capability: 'posts',
  schemaOrg: 'Person',
});
