/** The element of a list's map, which scripts fill and show. Source: Contract 27.2. */
import { kinds } from '../../kinds/index.js';
import type { JsonObject } from '../../kinds/record.js';
import { cleanHtml } from '../../lib/text/html.js';
import { type Answered, isAnswered, pointOf } from '../../present/answered.js';
import { asTexts } from '../../present/links.js';
import type { Deps } from '../../records/deps.js';
import type { Site } from '../site/document.js';
import { listedKind, placing } from '../site/paths.js';
import { useLanguage } from '../words/language.js';
import { addressLines } from './address.js';
import type { PageList } from './page-list.js';
import type { PageState } from './state.js';

/** The settings of the map. */
type MapSettings = Pick<Deps['config'], 'mapTiles' | 'mapAttribution' | 'geoRadiusKm' | 'siteUnit'>;

/** Parameters of the place and the position: the map has its own. */
const NOT_ON_MAP = /^(geoloc|page$|per_page$|cursor$|order|weights$|explain$|facets$)/;

/** → the filters of a list that hold for the markers of the map, too, as a query string. */
export function markersQuery(raw: JsonObject): string {
  const filters = Object.entries(asTexts(raw)).filter(([name]) => !NOT_ON_MAP.test(name));
  return String(new URLSearchParams(filters));
}

/** → the additional policy of a page with a map: images of the host of its tiles. */
export function mapPolicy({ mapTiles }: Pick<MapSettings, 'mapTiles'>): Record<string, string> {
  const [, scheme, host = ''] = /^(https?:\/\/)([^/]+)/.exec(mapTiles) ?? [];
  if (scheme === undefined) return {};
  // `{s}` is the first label of several hosts.
  const hosts = host.startsWith('{s}.') ? `*${host.slice('{s}'.length)}` : host;
  return { 'img-src': `'self' ${scheme}${hosts}` };
}

/** The inputs of maps. */
export interface MapSource {
  site: Site;
  config: MapSettings;
}

/** → the attributes of the map's element for its script. */
const dataOf = ({ site, config: { mapTiles, mapAttribution, siteUnit } }: MapSource) => ({
  'data-unit': siteUnit,
  'data-style': site.asset('map.css'),
  'data-tiles': mapTiles || undefined,
  'data-attribution': cleanHtml(mapAttribution) || undefined,
});

/**
 * A map of one place, which a script draws; nothing where the place has no coordinates, and where
 * its address says more than outlines without streets.
 */
export function SmallMap({ place, map }: { place: Answered; map: MapSource }) {
  const point = pointOf(place);
  if (!point || (!map.config.mapTiles && addressLines(place).length > 0)) return null;
  const { lat, lng } = point;
  return <div id="place" class="scripted" data-lat={lat} data-lng={lng} {...dataOf(map)} />;
}

interface MapButtonOf {
  list: PageList;
  state: PageState;
  /** The point of a list without an event, or null. */
  centre: { lat: number; lng: number } | null;
}

/**
 * Opens the map on a phone, where the list takes the full width. A list without a place, whose
 * events have no place, has no map.
 */
export function MapButton({ list, state: { filters }, centre }: MapButtonOf) {
  const { text } = useLanguage();
  const { highlights, answered, running } = list;
  const all = [...highlights, ...answered, ...running.answered];
  const places = all.map((event) => placing && event[placing.field]).filter(isAnswered);
  // The map has no events of a shelf: without other events it shows their town.
  const point = centre ?? places.map(pointOf).find((one) => one !== null);
  if (!point && !filters.geoloc_lat && !filters.geoloc_bbox) return null;
  const at = point ? `${point.lat},${point.lng}` : undefined;
  return (
    <button type="button" class="map-button" popovertarget="map-pane" data-centre={at}>
      {text('map.label')}
    </button>
  );
}

/** The pane: its stylesheet leaves it out where scripts do not run. On phones it is a popover. */
export function MapPane({ site, config }: MapSource) {
  const { text } = useLanguage();
  return (
    <section id="map-pane" aria-label={text('map.label')} popover="auto">
      <a class="skip" href="#after-map">
        {text('map.skip')}
      </a>
      <div
        id="map"
        data-api={`${site.api}/${listedKind.route}`}
        data-linked={placing?.field}
        data-pages={placing && `${site.base}/${kinds[placing.target].permalink}/`}
        data-radius-km={config.geoRadiusKm}
        {...dataOf({ site, config })}
      />
      <p class="bar">
        <button type="button" id="search-here">
          {text('map.here')}
        </button>
        <button type="button" class="map-button" popovertarget="map-pane">
          {text('map.close')}
        </button>
      </p>
      <p id="map-status" role="status" />
      <span id="after-map" tabIndex={-1} />
    </section>
  );
}
