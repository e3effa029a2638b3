/** Kept answers of a geocoder in the MongoDB record store. */
import type { Geocode, GeocodeStore } from '../geocodes.js';
import { type Mongo, TIMED } from './collections.js';
import { guard } from './connect.js';

interface GeocodeDocument {
  /** The address. */
  _id: string;
  found: Geocode | null;
}

/** → the kept answers. */
export function openMongoGeocodes({ db }: Mongo): GeocodeStore {
  const geocodes = db.collection<GeocodeDocument>('geocode');
  return {
    get: (address) =>
      guard(async () => {
        const document = await geocodes.findOne({ _id: address }, TIMED);
        return document && { found: document.found };
      }),
    put: (address, found) =>
      guard(async () => {
        await geocodes.replaceOne({ _id: address }, { found }, { upsert: true });
      }),
    remove: (addresses) =>
      guard(async () => {
        await geocodes.deleteMany({ _id: { $in: [...addresses] } }, TIMED);
      }),
  };
}
