/** The parameters of the area that is searched, in the URL of a view. Contract 27.2. */

/** Those that state the area: a circle or a box. */
export const AREA = ['geoloc_lat', 'geoloc_lng', 'geoloc_radius', 'geoloc_unit', 'geoloc_bbox'];

/** Those that depend on the area or on the list's position in it. */
const BESIDES = ['geoloc_online', 'near', 'page', 'cursor'];

/** Orders that need a point; `best` takes the words of a search, too. */
const OF_POINTS = ['distance', 'day', 'best'];

/** → a copy of the URL for another area: without the old one and what depends on it. */
export function withoutArea(url: URL, except: string[] = []): URL {
  const other = new URL(url);
  const dropped = [...AREA, ...BESIDES];
  const order = other.searchParams.get('orderby') ?? '';
  if (OF_POINTS.includes(order)) dropped.push('orderby');
  for (const name of dropped) if (!except.includes(name)) other.searchParams.delete(name);
  return other;
}
