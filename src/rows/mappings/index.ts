/** The shipped mappings; `--mapping` also takes the path of a module. */
import type { ColumnMapping, Mapping } from '../mapping.js';
import { confsTech } from './confs-tech.js';
import { openactive } from './openactive.js';
import { openbrewerydb } from './openbrewerydb.js';
import { openstreetmap } from './openstreetmap.js';
import { schemaOrgEvents, schemaOrgPlaces } from './schema-org.js';
import { theEventsCalendar } from './the-events-calendar.js';
import { ticketmaster } from './ticketmaster.js';

/** Every mapping that comes with the service and reads values by code. */
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

/** Every mapping that comes with the service, found by its name. */
export const shipped: readonly (Mapping | ColumnMapping)[] = [...mappings, ticketmaster];
