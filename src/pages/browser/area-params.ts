/** The parameters of the searched area, in the URL of a view. Contract 27.2. */

/** The parameters of the area: a circle or a box. */
export const AREA = ['geoloc_lat', 'geoloc_lng', 'geoloc_radius', 'geoloc_unit', 'geoloc_bbox'];

/** Parameters that depend on the area or on the list's position in it. */
const BESIDES = ['geoloc_online', 'near', 'page', 'cursor'];

/** Orders that need a point; `best` takes the words of a search, too. */
const OF_POINTS = ['distance', 'day', 'best'];

/** → a copy of the URL for another area: without the old area and its dependent parameters. */
export function withoutArea(url: URL, except: string[] = []): URL {
  const other = new URL(url);
  const dropped = [...AREA, ...BESIDES];
  const order = other.searchParams.get('orderby') ?? '';
  if (OF_POINTS.includes(order)) dropped.push('orderby');
  for (const name of dropped) if (!except.includes(name)) other.searchParams.delete(name);
  return other;
}
