/** Links to similar towns for an unknown town. */
import { labelIn, type Town } from '../../lib/place/town-table.js';
import { townsLike } from '../../lib/place/towns.js';
import type { PageState } from '../event/state.js';
import { useLanguage } from '../words/language.js';
import { rounded } from './near.js';

/** Towns that are offered for an unknown town. */
const OFFERED = 3;

/** Towns whose name is like a text. */
export const TownsLike = ({ text, state }: { text: string; state: PageState }) => (
  <TownLinks towns={townsLike(text).slice(0, OFFERED)} state={state} />
);

/** These towns, if there are any. */
export function TownLinks({ towns, state }: { towns: readonly Town[]; state: PageState }) {
  const { parts, either, tag, comma } = useLanguage();
  if (towns.length === 0) return null;
  // A town is meant rather than a part of the map.
  const around = ({ lat, lng }: Town) =>
    state.link({ geoloc_bbox: null, geoloc_lat: rounded(lat), geoloc_lng: rounded(lng) });
  const left = [...towns];
  const labels = towns.map((town) => labelIn(town, tag, comma));
  const linked = either.formatToParts(labels).map(({ type, value }) => {
    const town = type === 'element' ? left.shift() : undefined;
    return town ? <a href={around(town)}>{value}</a> : value;
  });
  return <>{parts('form.meant', { towns: <>{linked}</> })}</>;
}
