/**
 * An export loaded into an empty store and exported again gives the same bytes, for all kinds.
 * Contract 18.2. The command lines: scripts/export.test.ts.
 */
import { expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { JsonObject, KindName } from '../../src/kinds/record.js';
import type { Deps } from '../../src/records/deps.js';
import { removeRecord } from '../../src/records/remove.js';
import { createRecord, updateRecord } from '../../src/records/save.js';
import { assertInTime } from '../contracts/builders.js';
import { type Opened, openPair, overTwoPairs, pairNamed } from '../support/adapters.js';
import { catchUp, disagreements } from '../support/agree.js';
import { exported, exportedAll, loadAll } from '../support/files.js';
import { loadRows } from '../support/load-rows.js';
import { fc } from '../support/seed.js';

const caller = { id: 1, name: 'admin', role: 'administrator' } as const;

/** Loads the files, none of whose lines is rejected. → how many records it created. */
async function loadWhole(deps: Opened['deps'], files: Record<string, string>): Promise<number> {
  const { created, ...rest } = await loadAll(deps, files);
  expect(rest).toEqual({ rejected: 0, told: [] });
  return created;
}

/** Loads the files twice into an empty store. → its export. */
async function copied(files: Record<string, string>): Promise<Record<string, string>> {
  const { deps, close } = await openPair(pairNamed('sqlite + sqlite'));
  try {
    await loadWhole(deps, files);
    expect(await loadWhole(deps, files)).toBe(0);
    expect(await disagreements(deps)).toEqual([]);
    return await exportedAll(deps);
  } finally {
    await close();
  }
}

const create = (deps: Deps, kind: KindName, payload: JsonObject) =>
  createRecord(deps, kinds[kind], { payload, caller });

/** Records with everything that a file must be able to say. */
async function fill(deps: Deps): Promise<void> {
  const music = await create(deps, 'category', { name: 'Music', description: 'All, of it' });
  const late = await create(deps, 'category', { name: 'Jazz' });
  const jazz = await create(deps, 'category', { name: 'Jazz', parent: music.id });
  // A parent with a higher ID than its child.
  const arts = await create(deps, 'category', { name: 'Arts', slug: '2024' });
  await updateRecord(deps, kinds.category, {
    key: { id: late.id },
    payload: { parent: arts.id },
    caller,
  });
  await create(deps, 'category', { name: 'Ölfest', parent: late.id });
  const year = await create(deps, 'tag', { name: '1999' });
  const free = await create(deps, 'tag', { name: 'Free', slug: 'no-cost' });
  const hall = await create(deps, 'venue', {
    venue: 'Grüne Halle',
    description: 'Two\nlines',
    country: 'Germany',
    province: 'NRW',
    stateprovince: 'Westfalen',
    show_map: false,
    geo_lat: 0,
    geo_lng: 7.123456789,
    image: 'https://example.com/hall.png',
    website: 'http://EXAMPLE.com/x?y=1',
  });
  await updateRecord(deps, kinds.venue, {
    key: { id: hall.id },
    payload: { venue: 'Halle' },
    caller,
  });
  await create(deps, 'venue', { venue: 'Barn', status: 'private' });
  await create(deps, 'venue', { venue: 'Barn', city: 'Other', status: 'draft' });
  const gone = await create(deps, 'venue', { venue: 'Barn', city: 'Third' });
  await removeRecord(deps, kinds.venue, { key: { id: gone.id }, caller });
  await create(deps, 'organizer', { organizer: 'Nobody’s', email: 'not an address' });
  const times = { start_date: '2026-11-01 01:30:00', end_date: '2026-11-01T01:45:00-05:00' };
  await create(deps, 'event', {
    ...times,
    title: 'Fair, "big"',
    slug: 'the-fair',
    excerpt: 'Short',
    timezone: 'America/New_York',
    date: '2025-12-01 08:00:00',
    cost: ['$5', '10', 'Pay what you can'],
    website: 'https://example.com/fair',
    featured: true,
    image: 'https://example.com/fair.jpg',
    venue: hall.id,
    organizer: [{ organizer: 'Ann', email: 'a@example.com' }, { organizer: 'Bob' }],
    categories: [jazz.id, late.id, arts.id],
    tags: [year.id, free.id, 'New'],
  });
  await create(deps, 'event', {
    title: 'Days',
    all_day: true,
    status: 'draft',
    start_date: '2026-06-01',
    end_date: '2026-06-02',
    timezone: 'UTC+2',
  });
  await create(deps, 'event', {
    title: 'Later',
    event_status: 'postponed',
    event_status_reason: 'Rain',
    attendance_mode: 'hybrid',
    online_url: 'https://example.com/live',
    availability: 'sold_out',
    date_utc: '2027-01-01 00:00:00',
    hide_from_listings: true,
    start_date: '2027-06-01 10:00:00',
    end_date: '2027-06-01 09:00:00',
  });
  const trashed = await create(deps, 'event', { ...times, title: 'The fair', venue: hall.id });
  await removeRecord(deps, kinds.event, { key: { id: trashed.id }, caller });
  const moved = await create(deps, 'event', { ...times, title: 'Moved' });
  await updateRecord(deps, kinds.event, {
    key: { id: moved.id },
    payload: { event_status: 'rescheduled', start_date: '2026-10-30 01:30:00' },
    caller,
  });
}

overTwoPairs('an export', (pair) => {
  it('loaded into an empty store and exported again is the same, byte for byte', async () => {
    const { deps, close } = await openPair(pair);
    await fill(deps);
    await catchUp(deps);
    const files = await exportedAll(deps);
    expect(Object.values(files).map((text) => text.split('\n').length - 1)).toEqual([
      5, 4, 3, 5, 3,
    ]);
    expect(files.event).toContain('"end_date":"2026-11-01T06:45:00Z"');
    expect(await copied(files)).toEqual(files);
    await close();
  });
});

overTwoPairs('an export loaded into its own system', (pair) => {
  it('names its records: none is created, and nothing changes', async () => {
    const { deps, close } = await openPair(pair);
    await fill(deps);
    await catchUp(deps);
    const files = await exportedAll(deps);
    for (const _ of ['once', 'twice']) {
      expect(await loadWhole(deps, files)).toBe(0);
      expect(await exportedAll(deps)).toEqual(files);
    }
    await close();
  });

  it('changes nothing of what is in the trash, whatever slugs others have', async () => {
    const { deps, close } = await openPair(pair);
    for (const removed of ['first', 'second']) {
      const { id } = await create(deps, 'venue', { venue: 'Fair', phone: removed });
      await removeRecord(deps, kinds.venue, { key: { id }, caller });
    }
    await create(deps, 'venue', { venue: 'Fair' });
    await catchUp(deps);
    const files = await exportedAll(deps);
    const scan = () => deps.store.scan('venue', { afterId: 0, limit: 9 });
    const before = await scan();
    expect(await loadWhole(deps, files)).toBe(0);
    expect(await scan()).toEqual(before);
    const other = await openPair(pairNamed('sqlite + sqlite'));
    expect(await loadWhole(other.deps, files)).toBe(3);
    const venues = await other.deps.store.scan('venue', { afterId: 0, limit: 9 });
    expect(venues.map(({ slug, removed }) => [slug, removed])).toEqual(
      before.map(({ slug, removed }) => [slug, removed]),
    );
    await Promise.all([close(), other.close()]);
  });

  it('of another system with the same host changes none of its records', async () => {
    const { deps, close } = await openPair(pair);
    await create(deps, 'venue', { venue: 'Jazz', date_utc: '2020-01-01 00:00:00' });
    const files = { venue: await exported(deps, 'venue') };
    const other = await openPair(pairNamed('sqlite + sqlite'));
    // Its slug only begins with that of the other record.
    await create(other.deps, 'venue', { venue: 'Jazz night', date_utc: '2021-01-01 00:00:00' });
    expect(await loadWhole(other.deps, files)).toBe(1);
    const venues = await other.deps.store.scan('venue', { afterId: 0, limit: 10 });
    expect(venues.map(({ title }) => title)).toEqual(['Jazz night', 'Jazz']);
    await Promise.all([close(), other.close()]);
  });

  it('so does a calendar by its UIDs, also in a copy; no new ID is one that it names', async () => {
    const { deps, close } = await openPair(pair);
    const times = { start_date: '2026-11-01 01:30:00', end_date: '2026-11-01 02:30:00' };
    const { id } = await create(deps, 'event', { ...times, title: 'Fair' });
    await catchUp(deps);
    const files = await exportedAll(deps);
    const uid = `ical:event-${id}@${deps.roots.host}`;
    const load = (to: Deps, title: string) =>
      loadRows(to, kinds.event, [{ externalId: uid, payload: { ...times, title } }], { caller });
    expect(await load(deps, 'New')).toMatchObject([{ outcome: 'updated', record: { id } }]);
    const copy = await openPair(pairNamed('sqlite + sqlite'));
    await loadWhole(copy.deps, files);
    const [result] = await load(copy.deps, 'New');
    expect(result).toMatchObject({ outcome: 'updated' });
    const other = await create(copy.deps, 'event', { ...times, title: 'Other' });
    expect(Number(other.id)).toBeGreaterThan(Number(id));
    await Promise.all([close(), copy.close()]);
  });
});

const text = (max: number) =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: max }).map((value) =>
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused
    value.replace(/[\u0000-\u001f\u007f]/g, ' '),
  );
const name = text(30).map((value) => `${value} x`);
const some = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const zone = fc.constantFrom(
  'America/New_York',
  'Europe/Berlin',
  'UTC',
  'UTC-5.5',
  'Australia/Lord_Howe',
);
const seconds = fc.integer({ min: 1_400_000_000, max: 2_000_000_000 });
const status = fc.constantFrom('publish', 'draft', 'pending', 'private', 'trash');

const post = { status: some(status), date_utc: some(seconds), description: some(text(60)) };
const venue = fc.record({
  ...post,
  venue: name,
  address: some(text(20)),
  city: some(text(8)),
  country: some(fc.constantFrom('US', 'Chile')),
  state: some(text(5)),
  province: some(text(5)),
  show_map: some(fc.boolean()),
  place: some(fc.tuple(fc.double({ min: -90, max: 90 }), fc.double({ min: -180, max: 180 }))),
});
const organizer = fc.record({
  ...post,
  organizer: name,
  email: some(text(9)),
  phone: some(text(9)),
});
const term = fc.record({ name, description: some(text(9)) });
const event = fc.record({
  ...post,
  title: name,
  slug: some(name),
  start_date: seconds,
  end_date: seconds,
  all_day: some(fc.boolean()),
  timezone: some(zone),
  cost: some(fc.array(fc.oneof(text(9), fc.integer()), { maxLength: 4 })),
  featured: some(fc.boolean()),
  links: fc.record({ venue: some(fc.nat(3)), organizer: some(fc.nat(3)), term: some(fc.nat(3)) }),
});
const world = fc.record({
  terms: fc.array(term, { maxLength: 3 }),
  venues: fc.array(venue, { maxLength: 3 }),
  organizers: fc.array(organizer, { maxLength: 2 }),
  events: fc.array(event, { maxLength: 3 }),
});

type World = typeof world extends fc.Arbitrary<infer T> ? T : never;

/** Creates what can be created: random records may be refused, as twins of others are. */
async function createWorld({ deps }: Opened, { terms, venues, organizers, events }: World) {
  const made = async (kind: KindName, values: object): Promise<number[]> => {
    const sent = Object.entries(values).filter(([, value]) => value !== undefined);
    const payload = Object.fromEntries(sent) as JsonObject;
    return create(deps, kind, payload).then(
      ({ id }) => [id],
      (error) => {
        if (error.status !== 400) throw error;
        return [];
      },
    );
  };
  const ids = {
    category: [] as number[],
    tag: [] as number[],
    venue: [] as number[],
    organizer: [] as number[],
  };
  for (const values of terms) {
    ids.category.push(...(await made('category', { ...values, parent: ids.category.at(-1) ?? 0 })));
    ids.tag.push(...(await made('tag', values)));
  }
  for (const { place, ...values } of venues) {
    const coordinates = place ? { geo_lat: place[0], geo_lng: place[1] } : {};
    ids.venue.push(...(await made('venue', { ...values, ...coordinates })));
  }
  for (const values of organizers) ids.organizer.push(...(await made('organizer', values)));
  for (const { links, ...values } of events) {
    await made('event', {
      ...values,
      venue: ids.venue[links.venue ?? 9],
      organizer: ids.organizer[links.organizer ?? 9],
      categories: links.term === undefined ? undefined : ids.category.slice(links.term),
      tags: links.term === undefined ? undefined : ids.tag.slice(links.term),
    });
  }
}

it('of random records is the same after a load', async () => {
  await assertInTime(
    fc.asyncProperty(world, async (random) => {
      const opened = await openPair(pairNamed('sqlite + sqlite'));
      try {
        await createWorld(opened, random);
        await catchUp(opened.deps);
        const files = await exportedAll(opened.deps);
        expect(await copied(files)).toEqual(files);
      } finally {
        await opened.close();
      }
    }),
    { numRuns: 30 },
  );
});
