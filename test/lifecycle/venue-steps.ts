/** Steps of a life about the venues that events share. */
import type { Choose } from '../faults/random.js';
import { mergeVenues } from './model.js';
import { HALLS } from './told.js';
import { type Kind, load, request, Violation, type World } from './world.js';

/** The steps. */
export const venueSteps: Record<string, Kind> = {
  merge: { weight: 2, act: merge },
  rename: { weight: 2, act: rename },
  'venue file': { weight: 3, act: loadVenues },
};

async function merge(world: World, choose: Choose): Promise<string | null> {
  const { venues } = world.model;
  if (venues.length < 2) return null;
  const kept = choose.of(venues);
  const dropped = choose.of(venues.filter((one) => one !== kept));
  const [into, from] = [await venueId(world, kept.name), await venueId(world, dropped.name)];
  await request(world.app, `POST /venues/${into}/merge`, { drop: [from] });
  mergeVenues(world.model, kept, dropped);
  return `${dropped.name} into ${kept.name}`;
}

async function rename(world: World, choose: Choose): Promise<string | null> {
  const { venues } = world.model;
  if (venues.length === 0) return null;
  const venue = choose.of(venues);
  const before = venue.name;
  const id = await venueId(world, before);
  const name = `Room ${++world.serial}`;
  await request(world.app, `PATCH /venues/${id}`, { venue: name });
  venue.name = name;
  return `${before} to ${name}`;
}

async function venueId({ app }: World, name: string): Promise<number> {
  const path = `GET /venues?per_page=50&search=${encodeURIComponent(name)}`;
  const { body } = await request(app, path);
  const same = body.venues.filter((one: { venue: string }) => one.venue === name);
  if (same.length !== 1) throw new Violation('venues', `${same.length} venues are ${name}`);
  return same[0].id;
}

const CITIES = ['Gent', 'Lille'];

/** A row of a register of halls. Without a key a row repeats the hall of its name. */
interface HallRow {
  external_id?: string;
  venue: string;
  city: string;
}

/** A register of halls, of which some have other names and cities by now. */
async function loadVenues(world: World, choose: Choose): Promise<string | null> {
  const rows = HALLS.flatMap((hall) => rowOf(world, choose, hall) ?? []);
  if (rows.length === 0) return null;
  const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  const { counts, reasons } = await load(world.app, 'venues', text);
  if (counts.rejected > 0) throw new Violation('rejected rows', reasons.join('; '));
  // A name that a row with a key takes from its venue is another venue's in any row of the file.
  const isKeyed = ({ external_id }: HallRow) => external_id !== undefined;
  for (const row of [...rows.filter(isKeyed), ...rows]) apply(world, row);
  const again = (await load(world.app, 'venues', text)).counts;
  if (again.created + again.updated + again.rejected > 0) {
    throw new Violation('same again', `${text} again: ${JSON.stringify(again)}`);
  }
  return JSON.stringify(rows);
}

/** → a row; null: which venue an event of this name means would not be modelled. */
function rowOf({ model }: World, choose: Choose, hall: string): HallRow | null {
  const external_id = `halls:${hall.replace(' ', '-')}`;
  const row = { venue: choose.of([hall, `Great ${hall}`]), city: choose.of(CITIES) };
  const known = model.keyed.get(external_id);
  const named = model.venues.find(({ name }) => name === row.venue);
  if (known === null) return { external_id, ...row };
  if (model.merged.has(row.venue)) return null;
  if (!named || named === known) return { external_id, ...row };
  return known ? null : { ...row, city: named.city || row.city };
}

function apply({ model }: World, { external_id: key = '', venue: name, city }: HallRow): void {
  const known = model.keyed.get(key);
  if (known === null) return;
  const venue = known ?? model.venues.find((one) => one.name === name) ?? { name, city };
  Object.assign(venue, { name, city });
  if (!model.venues.includes(venue)) model.venues.push(venue);
  if (key) model.keyed.set(key, venue);
}
