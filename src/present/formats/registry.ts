/** The registry of formats. A kind names its formats. */
import type { FormatName } from '../../kinds/kind.js';
import { atom } from './atom.js';
import type { Output } from './format.js';
import { geojson } from './geojson.js';
import { ics } from './ics.js';
import { jsonld } from './jsonld.js';
import { rss } from './rss.js';

/** Every format besides JSON, by name. */
export const formats: Readonly<Record<FormatName, Output>> = { ics, atom, rss, geojson, jsonld };
