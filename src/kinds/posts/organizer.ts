/** The organizer: who is behind an event. Spec: Resources, Organizer. */
import type { Kind } from '../kind.js';
import { postFamily, postOrders } from './family.js';
import { linkedFilters, linkedMissing, linkedText } from './linked.js';

const SEARCHED = ['phone', 'email', 'website'];

/** The kind of those behind events. */
export const organizer: Kind = {
  name: 'organizer',
  route: 'organizers',
  family: postFamily,
  schema: 'posts/organizer.json',
  listSchema: 'queries/linked-list.json',
  titleField: 'organizer',
  permalink: 'organizer',
  relations: [],
  indexFields: postFamily.indexFields,
  textFields: linkedText(SEARCHED),
  searchMode: 'oneField',
  filters: linkedFilters('organizer'),
  orders: postOrders,
  defaultOrder: 'date',
  missing: linkedMissing,
  duplicateFields: SEARCHED.map((field) => ({ field, match: 'equal' as const })),
  capability: 'posts',
};
