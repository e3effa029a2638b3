/**
 * The place that a visitor names. The form sends a town; the page that follows has its coordinates
 * in the parameters of the list.
 */
import type { JsonObject } from '../../kinds/record.js';
import { townsCalled } from '../../lib/place/towns-called.js';
import type { Deps } from '../../records/deps.js';
import { nearOfCode } from '../../records/list/near.js';
import { type PageState, POINT, withChanges, withoutParams } from '../event/state.js';
import { toSpan } from '../event/when.js';
import { HERE, ownTown, placeOf } from './place.js';

/** Fields of days by hand. */
const BY_HAND = ['until', 'from'];

/**
 * → the target page of a form's parameters, its state, and the unknown town, or `""`; `goTo` is
 * null where the query already belongs to a page. `here` names the visitor's place.
 */
export async function readSubmitted(
  deps: Deps,
  { near, fragment, ...fields }: JsonObject,
  { state, here }: { state: PageState; here: string },
) {
  if (typeof near !== 'string') return { goTo: null, state, unknownTown: '' };
  const [until = '', from = ''] = BY_HAND.map((name) => String(fields[name] ?? '').trim());
  const text = near.trim().slice(0, NAME_CHARS);
  const place = await placeOf(deps, state);
  const isSame = text !== '' && text === (place === HERE ? here : place?.name);
  const town = isSame || text === '' ? null : await pointCalled(deps, text);
  const left = leftOver(state, isSame || town !== null);
  // A newly typed town replaces the chosen part of the map.
  const meant = withoutParams(state, town ? [...left, 'geoloc_bbox'] : left);
  if (text !== '' && !isSame && !town) return { goTo: null, state: meant, unknownTown: text };
  const next = withChanges(meant, {
    ...(town ? { geoloc_lat: rounded(town.lat), geoloc_lng: rounded(town.lng) } : {}),
    // Days by hand are meant rather than the days chosen before; a chip is pressed after them.
    ...((from || until) && fields.when === undefined ? toSpan(from, until) : {}),
    ...(state.when.isRunning ? { running: 'only' } : {}),
  });
  const goTo = next.link(typeof fragment === 'string' ? { fragment } : {});
  return { goTo, state: next, unknownTown: '' };
}

/** → the point that a text is or names; null: nobody knows it. */
const pointCalled = async (deps: Deps, text: string) =>
  pointOf(text) ??
  townsCalled(text)[0] ??
  (await ownTown(deps, text)) ??
  (await nearOfCode(deps, text));

/** → the parameters of a form that depend on removed parameters. */
function leftOver({ filters }: PageState, hasPoint: boolean): string[] {
  const { orderby, search } = filters;
  return [
    ...(hasPoint ? [] : POINT),
    ...(['distance', 'day', 'start_date'].includes(orderby ?? '') && !hasPoint ? ['orderby'] : []),
    ...(orderby === 'best' && !hasPoint && !search ? ['orderby'] : []),
    ...(orderby === 'relevance' && !search ? ['orderby'] : []),
    // The form has no field for the direction: the chosen order has its own.
    ...(orderby ? ['order'] : []),
  ];
}

/** → the coordinates that a text is, `52.52, 13.405`; null for any other text. */
function pointOf(text: string): { lat: number; lng: number } | null {
  const [, lat, lng] = /^(-?\d{1,2}(?:\.\d+)?)[ ,]+(-?\d{1,3}(?:\.\d+)?)$/.exec(text) ?? [];
  if (lat === undefined || Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180) return null;
  return { lat: Number(lat), lng: Number(lng) };
}

/** Longest name of a town, characters. */
const NAME_CHARS = 100;

/** → degrees as links have them: the centre of a town is no more exact than that. */
export const rounded = (degrees: number): string => String(Number(degrees.toFixed(3)));
