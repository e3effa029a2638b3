/**
 * A large listing for measurements, made quickly: the first events go through the loader, the
 * others are variations of them, written in batches through the ports. Titles, venues, cities,
 * categories, tags and organizers repeat as real ones do. The same at every run; an interrupted run
 * goes on.
 */

import { loadBatch } from '../../src/import/batch.js';
import { kinds } from '../../src/kinds/index.js';
import type { KindName, Snapshot, StoredRecord } from '../../src/kinds/record.js';
import { limits } from '../../src/limits.js';
import type { OpenDeps } from '../../src/open.js';
import { drain } from '../../src/records/upkeep/drain.js';
import { toSnapshot } from '../../src/records/write/change.js';
import { documentsOf, pushRecords } from '../../src/sync/push.js';
import { secondsToUtc } from '../../src/time/date-times.js';
import { scriptCaller } from '../support.js';
import { describe, FORMS, randomFrom, STYLES, WORDS } from './bench-data.js';

/** Events that go through the loader: they bring the categories, tags and organizers. */
const LOADED = 2000;
const ORGANIZERS = 2000;
/** Days from now on in which the events start. */
const DAYS = 700;
const BATCH = 500;

const TAGS = WORDS.flatMap((word) => FORMS.map((form) => `${word} ${form}`));

/** → random picks, the same for the same seed. */
function pickFrom(seed: number) {
  const random = randomFrom(seed);
  const at = (count: number, power: number) => Math.floor(count * random() ** power);
  return {
    random,
    any: <T>(items: readonly T[]): T => items[at(items.length, 1)] as T,
    /** Some far more often than others: the share of an item falls with its rank to the 2/3. */
    skewed: <T>(items: readonly T[]): T => items[at(items.length, 3)] as T,
  };
}

type Pick = ReturnType<typeof pickFrom>;

/** Makes events at the stored venues until there are `count`. → seconds taken. */
export async function makeEvents(deps: OpenDeps, count: number): Promise<number> {
  const start = performance.now();
  const made = await countMade(deps, count);
  if (made >= count) return 0;
  const venues = await deps.store.scan('venue', { afterId: 0, limit: 20_000 });
  if (made < Math.min(LOADED, count)) await loadFirst(deps, venues, Math.min(LOADED, count));
  const links = await linksOf(deps, venues);
  const [model] = await deps.store.scan('event', { afterId: 0, limit: 1 });
  if (!model) throw new Error('The loader made no event.');
  for (let at = Math.max(made, LOADED); at < count; at += BATCH) {
    const size = Math.min(BATCH, count - at);
    const ids = await deps.store.nextIds('post', size);
    await writeBatch(
      deps,
      ids.map((id, n) => variation(model, links, id, at + n)),
    );
    if (at % 20_000 === 0) process.stderr.write(`${at} of ${count} events\n`);
  }
  // Their entries hold how many events use them.
  for (const records of Object.values(await linkedRecords(deps))) await pushRecords(deps, records);
  return (performance.now() - start) / 1000;
}

/** → how many of the events were made by an earlier run. */
async function countMade(deps: OpenDeps, count: number): Promise<number> {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const found = await deps.store.find('event', 'external_id', [`bench:${middle}`]);
    if (found.length > 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

async function loadFirst(deps: OpenDeps, venues: StoredRecord[], count: number): Promise<void> {
  const options = { caller: await scriptCaller(deps) };
  for (let at = 0; at < count; at += BATCH) {
    const entries = Array.from({ length: Math.min(BATCH, count - at) }, (_, n) => {
      const pick = pickFrom(at + n);
      const { title, style, start, end, description } = contents(pick, at + n);
      const payload = {
        title,
        description,
        start_date: start,
        end_date: end,
        timezone: 'UTC',
        categories: [style, WORDS[(at + n) % WORDS.length] as string],
        tags: [TAGS[(at + n) % TAGS.length] as string],
        organizer: [{ organizer: `Organizer ${(at + n) % ORGANIZERS}` }],
        venue: pick.skewed(venues).id,
      };
      return { externalId: `bench:${at + n}`, payload };
    });
    await loadBatch(deps, kinds.event, entries, options);
  }
  await drain(deps);
}

function contents(pick: Pick, n: number) {
  const style = pick.any(STYLES);
  const title = `${style} ${pick.any(FORMS)} ${pick.skewed(WORDS)}`;
  const day = Math.floor(Date.now() / 86_400_000) + Math.floor(pick.random() * DAYS);
  const seconds = day * 86_400 + (8 + Math.floor(pick.random() * 14)) * 3600;
  return {
    style,
    title,
    start: secondsToUtc(seconds),
    end: secondsToUtc(seconds + 5400),
    description: describe(pick.random, pick.any, n),
  };
}

/** The snapshots that events embed, by kind. */
type Links = Record<Exclude<KindName, 'event'>, Snapshot[]>;

async function linkedRecords(deps: OpenDeps) {
  const all = (kind: KindName) => deps.store.scan(kind, { afterId: 0, limit: 20_000 });
  return {
    venue: await all('venue'),
    organizer: await all('organizer'),
    category: await all('category'),
    tag: await all('tag'),
  };
}

async function linksOf(deps: OpenDeps, venues: StoredRecord[]): Promise<Links> {
  const { organizer, category, tag } = await linkedRecords(deps);
  return {
    venue: venues.map(toSnapshot),
    organizer: organizer.map(toSnapshot),
    category: category.map(toSnapshot),
    tag: tag.map(toSnapshot),
  };
}

function variation(model: StoredRecord, links: Links, id: number, n: number): StoredRecord {
  const pick = pickFrom(n);
  const { title, style, start, end, description } = contents(pick, n);
  const styles = links.category.filter((one) => one.title === style);
  const more = pick.random() < 0.3 ? [pick.skewed(links.category)] : [];
  const tags = Array.from({ length: Math.floor(pick.random() * 3) }, () => pick.skewed(links.tag));
  return {
    ...model,
    id,
    revision: 1,
    version: 0,
    slug: `${title.toLowerCase().replaceAll(' ', '-')}-${n}`,
    title,
    external_id: `bench:${n}`,
    fields: {
      ...model.fields,
      description,
      start_date: start,
      utc_start_date: start,
      end_date: end,
      utc_end_date: end,
    },
    relations: {
      venue: [pick.skewed(links.venue)],
      organizer: [pick.skewed(links.organizer)],
      categories: [...new Set([...styles, ...more])],
      tags: [...new Set(tags)],
    },
  };
}

async function writeBatch(deps: OpenDeps, records: StoredRecord[]): Promise<void> {
  const changes = records.map((record) => ({ record, expected: 0 }));
  const { conflicts, written, entries } = await deps.store.write(changes, {
    leasedUntilMs: deps.now() + limits.leaseMs,
    isDurable: false,
  });
  if (conflicts.length > 0) throw new Error(`${conflicts.length} events were not written.`);
  await deps.index.put(await documentsOf(deps, written));
  await deps.store.outbox.finish(entries);
}
