/** The fourth group of the record store's port: answers of a geocoder. */

/** What a geocoder found for an address: degrees, and whether it is the address or its city. */
export interface Geocode {
  lat: number;
  lng: number;
  precision: 'address' | 'city';
}

/** The fourth group: an address that was asked is not asked again, even when nothing was found. */
export interface GeocodeStore {
  /** → `{found}`, null inside when there was nothing; null: never asked. */
  get(address: string): Promise<{ found: Geocode | null } | null>;
  /** Keeps an answer in place of the one before. */
  put(address: string, found: Geocode | null): Promise<void>;
  /** Forgets addresses. */
  remove(addresses: readonly string[]): Promise<void>;
}
