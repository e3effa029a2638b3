/** The shipped mappings; `--mapping` also takes the path of a module. */
import type { Mapping } from '../mapping.js';
import { confsTech } from './confs-tech.js';
import { openactive } from './openactive.js';
import { openbrewerydb } from './openbrewerydb.js';
import { openstreetmap } from './openstreetmap.js';
import { schemaOrgEvents, schemaOrgPlaces } from './schema-org.js';
import { theEventsCalendar } from './the-events-calendar.js';

/** Every mapping that comes with the service, found by its name. */
export const mappings: readonly Mapping[] = [
  openbrewerydb,
  confsTech,
  openstreetmap,
  ...theEventsCalendar,
  // Before the vocabulary that it extends: the first similar mapping counts.
  openactive,
  schemaOrgEvents,
  schemaOrgPlaces,
];
