/** The shipped mappings; `--mapping` also takes the path of a module. */
import type { Mapping } from '../mapping.js';
import { confsTech } from './confs-tech.js';
import { openbrewerydb } from './openbrewerydb.js';
import { openstreetmap } from './openstreetmap.js';
import { schemaOrgEvents, schemaOrgPlaces } from './schema-org.js';

/** Every mapping that comes with the service, found by its name. */
export const mappings: readonly Mapping[] = [
  openbrewerydb,
  confsTech,
  openstreetmap,
  schemaOrgEvents,
  schemaOrgPlaces,
];
