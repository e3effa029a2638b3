/** What the index has of the records that an event links: only what is public. */
import type { StoredRecord } from '../record.js';
import { textOf } from './family.js';

/** → the venue, unless it is not public: no list may reveal its location. */
export const venueOf = (record: StoredRecord) => {
  const venue = record.relations.venue?.[0];
  return venue?.status === 'publish' ? venue : undefined;
};

/** → the reader of a text of the venue; `""` where no venue is public. */
export const venueText = (field: string) => (record: StoredRecord) => {
  const venue = venueOf(record);
  return venue ? textOf(venue, field) : '';
};

/** → the names of linked records. Those that are not public must not make the event findable. */
export const namesOf = (field: string) => (record: StoredRecord) =>
  (record.relations[field] ?? [])
    .filter(({ status }) => status === 'publish')
    .map(({ title }) => title)
    .join(' ');
