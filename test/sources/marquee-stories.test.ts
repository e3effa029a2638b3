/** Stories of events, venues and terms in listings that follow each other. Contract 30, 32. */
import { expect } from 'vitest';
import { installationOf } from '../../src/service/installation.js';
import { positionOf } from '../../src/sources/feed/position.js';
import { readSource } from '../../src/sources/source.js';
import type { Json } from '../support/app.js';
import type { Marquee } from '../support/marquees.js';
import { alike, edit, make, run, type Step, tellStories } from '../support/story.js';

const idle = { run: { created: 0, updated: 0, unchanged: 0, rejected: 0, missing: 0 } };

/** The texts of an event in all languages. */
const texts = (title: Json, excerpt: Json) => ({
  check: async ({ given }: Marquee) => {
    const [event] = (await given({ request: 'GET /events?lang=all' })).events;
    const { description } = event;
    expect({ title: event.title, excerpt: event.excerpt, description }).toEqual({
      ...{ title, excerpt, description: { fr: 'Ici' } },
    });
  },
});

/** The feed of the last in a chain names the listings on the way. */
async function expectOrigins(last: Marquee, open: ReadonlyMap<string, Marquee>): Promise<void> {
  const { items } = await last.given({ request: 'GET /events/changes' });
  const copy = items.find(({ data }: Json) => data.title === 'Fair');
  const via = await Promise.all([...open.values()].map(({ deps }) => installationOf(deps)));
  const first = await open.get('a')?.given({ request: 'GET /events' });
  const origin = { installation: via[0], id: first.events[0].id };
  expect(copy).toMatchObject({ origin, via });
}

/** The source says how far it was read. */
async function expectPosition({ deps }: Marquee): Promise<void> {
  const { value } = await readSource(deps, 1);
  expect(positionOf(value)).toMatch(/^category after \d+, event after \d+, organizer after/);
  expect(value).toMatchObject({ count: 1, format: 'rpde', failures: 0 });
}

tellStories({
  '32 a listing has events with venues, organizers and terms, and their changes': [
    make({ 'venues/Great hall': { city: 'Ghent', description: 'Old' } }),
    make({ 'categories/Music': {} }),
    make({ 'categories/Jazz': { parent: '@categories/Music', description: 'All of it' } }),
    make({
      Fair: {
        ...{ venue: '@venues/Great hall', cost: '5', featured: true, tags: ['open air'] },
        ...{ organizer: [{ organizer: 'Ann', email: 'a@b.example' }], categories: ['Jazz'] },
      },
    }),
    run({ run: { created: 6, rejected: 0, lines: [] }, like: 'a' }),
    run({ ...idle, check: expectPosition }),
    edit({ 'venues/Great hall': { venue: 'Small hall', description: '' } }),
    edit({ Fair: { title: 'Fete', cost: '', tags: [], featured: false } }),
    make({ Late: { venue: { venue: 'New one' } } }),
    alike,
    ['a', { removes: ['Fair', 'venues/Great hall'] }],
    edit({ Late: { status: 'draft' } }),
    ['b', { runs: 'a', how: { isAccepted: true } }, { titles: [], like: 'a' }],
    edit({ Late: { status: 'publish' } }),
    alike,
  ],
  '32 what is changed here stays, field by field; all others follow': [
    make({ Fair: { excerpt: 'One', venue: { venue: 'Hall' } } }),
    run(),
    ['b', { edits: { Fair: { title: 'Our fair' } } }],
    edit({ Fair: { title: 'Fete', excerpt: 'Two' } }),
    // A source that is removed and added again goes on where it was.
    ['b', { stops: 'a' }],
    run({ records: { Fair: { title: 'Our fair', excerpt: 'Two', venue: { venue: 'Hall' } } } }),
    ['b', { edits: { Fair: { venue: [], start_date: '2026-03-20 10:00:00' } } }],
    edit({ Fair: { start_date: '2026-03-20 08:00:00', excerpt: 'Three' } }),
    run({
      records: {
        Fair: {
          ...{ title: 'Our fair', excerpt: 'Three', venue: [] },
          start_date: '2026-03-20 10:00:00',
        },
      },
    }),
    // What is as there again follows again.
    ['b', { edits: { Fair: { title: 'Fete' } } }],
    edit({ Fair: { excerpt: 'Four' } }),
    run(),
    edit({ Fair: { title: 'Gala' } }),
    run({ records: { Fair: { title: 'Gala' } } }),
    ['b', { edits: { 'venues/Hall': { phone: '1' } } }],
    edit({ 'venues/Hall': { phone: '2', venue: 'Hall 2' } }),
    run({ records: { 'venues/Hall': { phone: '1', venue: 'Hall 2' } } }),
    ['b', { stops: 'a', isLast: true }, { run: { trashed: 1 }, titles: [], names: { venues: [] } }],
    run({ titles: ['Gala'], records: { 'venues/Hall': { phone: '1', venue: 'Hall 2' } } }),
  ],
  ...Object.fromEntries(
    ['de,fr,en', 'fr,de,en'].map((languages): [string, Step[]] => [
      `32 texts follow by language, and those that are written here stay: ${languages}`,
      [
        [
          'a',
          {
            opens: { SITE_LANGUAGES: 'de,fr,en' },
            makes: {
              Fest: { title: { de: 'Fest', fr: 'Fête' }, excerpt: { de: 'Eins', fr: 'Un' } },
            },
          },
        ],
        ['b', { opens: { SITE_LANGUAGES: languages }, runs: 'a' }],
        ['b', { edits: { '03-20': { description: { fr: 'Ici' }, excerpt: { fr: 'Notre' } } } }],
        edit({ Fest: { title: { fr: null, en: 'Fair' }, excerpt: 'Zwei' } }),
        run(texts({ de: 'Fest', en: 'Fair' }, { de: 'Zwei', fr: 'Notre' })),
        edit({ Fest: { title: { de: null }, excerpt: { de: null, fr: 'Deux' } } }),
        run(texts({ en: 'Fair' }, { fr: 'Notre' })),
      ],
    ]),
  ),
  '32 what is removed here stays away, what only the other removed is brought back': [
    make({ One: {}, Two: { start_date: '2026-03-20 10:00:00' } }),
    make({ Three: {}, Four: {}, Five: {} }),
    run(),
    ['b', { removes: 'One' }],
    ['a', { removes: 'Two', edits: { One: { excerpt: 'Changed' } } }],
    run({ run: { missing: 1, lines: ['missing: trash: Two'] }, titles: ['Three', 'Four', 'Five'] }),
    edit({ Two: { status: 'publish', title: 'Two again' } }),
    ['a', { removes: 'One' }],
    edit({ One: { status: 'publish' } }),
    run({ titles: ['Three', 'Four', 'Five', 'Two again'] }),
    ['b', { stops: 'a' }],
    ['a', { removes: 'Two' }, { titles: ['One', 'Three', 'Four', 'Five'] }],
    ['b', {}, { titles: ['Three', 'Four', 'Five', 'Two again'] }],
    ['a', { runs: 'b' }, { titles: ['One', 'Three', 'Four', 'Five'] }],
  ],
  '32 a listing never has drafts, but renamed, merged and removed terms and venues': [
    ['b', { makes: { 'categories/Music': { description: 'Ours' } } }],
    make({ 'categories/Music': { description: 'Theirs' }, 'categories/Dance': {} }),
    make({ 'venues/Hall': { city: 'Ghent' }, 'venues/The Hall': { city: 'Ghent' } }),
    make({ Dance: { categories: ['Dance', 'Music'], venue: '@venues/The Hall' } }),
    make({ Secret: { status: 'draft', venue: { venue: 'Secret place' } } }),
    make({ Later: { status: 'private', categories: ['Music'] } }),
    run({ titles: ['Dance'], records: { 'categories/Music': { description: 'Ours', count: 1 } } }),
    edit({ 'categories/Dance': { name: 'Ballet', description: 'New' } }),
    edit({ 'categories/Music': { name: 'Noise', description: 'New' } }),
    ['a', { merges: ['venues/Hall', 'venues/The Hall'] }],
    run({
      records: {
        Dance: { venue: { venue: 'Hall' }, categories: [{ name: 'Ballet' }, { name: 'Music' }] },
      },
      names: { categories: ['Ballet', 'Music'], venues: ['Hall', 'Secret place'] },
    }),
    // A venue that an event of this listing uses stays.
    ['b', { makes: { Ours: { venue: '@venues/Hall', categories: ['@categories/Music'] } } }],
    ['a', { removes: 'venues/Hall', erases: 'categories/Dance' }],
    run({
      records: { Ours: { venue: { venue: 'Hall' } }, Dance: { venue: [] } },
      names: { categories: ['Music'] },
    }),
  ],
  '32.1 what is gone goes, though the run that met it died behind that page': [
    make({ 'venues/Hall': {}, Fair: {} }),
    run(),
    ['a', { removes: 'venues/Hall' }],
    ['b', { dies: 'a' }],
    alike,
  ],
  '32.1 a venue is merged into one of this listing, and stays its own': [
    make({ 'venues/Hall': { phone: '1' }, Fair: { venue: '@venues/Hall' } }),
    ['b', { makes: { 'venues/Our hall': {} } }],
    run(),
    ['b', { merges: ['venues/Our hall', 'venues/Hall'] }],
    edit({ 'venues/Hall': { venue: 'Hall 2', city: 'Ghent' } }),
    edit({ Fair: { title: 'Fete' } }),
    run({
      events: [{ title: 'Fete', venue: { venue: 'Our hall' } }],
      names: { venues: ['Our hall'] },
    }),
    ['a', { removes: 'venues/Hall' }],
    run({ records: { 'venues/Our hall': { status: 'publish' } } }),
  ],
  '32.1 an event comes back to a venue that was merged while it was away': [
    make({ 'venues/Hall': {}, 'venues/House': {} }),
    make({ Jazz: { venue: '@venues/House' }, Film: {}, Chess: {} }),
    make({ Choir: { venue: '@venues/Hall' } }),
    run(),
    ['a', { removes: 'Choir' }],
    run(),
    ['a', { merges: ['venues/House', 'venues/Hall'] }],
    run(),
    edit({ Choir: { status: 'publish' } }),
    run({ records: { Choir: { venue: { venue: 'House' } } }, like: 'a' }),
  ],
  '32.1 the other is restored from a backup: what it lost goes, its numbers begin anew': [
    make({ One: {}, Two: {}, Three: {}, Four: {}, Five: {}, Six: {} }),
    run(),
    ['b', { edits: { One: { excerpt: 'Ours' } } }],
    ['a', { erases: 'One', restores: true }],
    edit({ Two: { title: 'Two again' } }),
    run({
      run: { created: 0, missing: 1, rejected: 0 },
      titles: ['Two again', 'Three', 'Four', 'Five', 'Six'],
    }),
    run(idle),
  ],
  '32.1 the other is made anew under its address: its IDs name other events': [
    make({ One: {}, Two: {}, Three: {} }),
    run({ titles: ['One', 'Two', 'Three'] }),
    ['c', { makes: { Three: {}, Four: {}, Five: {} } }],
    ['b', { moves: ['a', 'c'] }],
    [
      'b',
      { runs: 'a', how: { isAccepted: true } },
      { titles: ['Three', 'Four', 'Five'], gone: ['One', 'Two', 'Three'] },
    ],
    run(idle),
  ],
  '32.1 new events wait for a review, and get a category': [
    make({ Fair: { categories: ['Music'] } }),
    ['b', { runs: 'a', by: { status: 'pending', category: 'From A' } }, { titles: [] }],
    ['b', { edits: { Fair: { status: 'publish' } } }],
    edit({ Fair: { title: 'Fete' } }),
    run({
      records: { Fair: { title: 'Fete', status: 'publish' } },
      events: [{ categories: [{ name: 'Music' }, { name: 'From A' }] }],
    }),
  ],
  '32.1 an event appears when its publication date comes': [
    make({ Soon: { date: '2026-03-10 13:00:00' }, Now: {} }),
    run({ titles: ['Now'] }),
    ['all', { passes: 2 }],
    run({ titles: ['Now', 'Soon'] }),
  ],
  '32.1 a chain carries an event on with its origin, and its removal': [
    make({ Fair: { venue: { venue: 'Hall' } } }),
    ['b', { makes: { B: {} } }],
    run(),
    ['c', { runs: 'b' }, { check: expectOrigins }],
    ['b', { edits: { Fair: { excerpt: 'By B' } } }],
    edit({ Fair: { title: 'Fete' } }),
    run(),
    ['c', { runs: 'b' }, { records: { Fete: { excerpt: 'By B', venue: { venue: 'Hall' } } } }],
    ['a', { removes: 'Fair' }],
    run(),
    ['c', { runs: 'b' }, { titles: ['B'] }],
  ],
  '32.1 what was erased here comes again when it changes there, trash stays': [
    make({ One: {}, Two: {} }),
    ['b', { runs: 'a', by: { authority: 'overwrite' } }],
    ['b', { erases: 'One', removes: 'Two' }],
    run({ titles: [] }),
    edit({ One: { excerpt: 'New' }, Two: { excerpt: 'New' } }),
    run({ titles: ['One'] }),
  ],
  '32.1 an event of this listing is not changed by one of the same UID': [
    ['a', { loads: [{ uid: 'the-same-uid@club.example', summary: 'By A' }] }],
    ['b', { loads: [{ uid: 'the-same-uid@club.example', summary: 'By B' }] }],
    run({ titles: ['By B'] }),
    ['a', { runs: 'b' }, { titles: ['By A'] }],
    ['a', { removes: 'By A' }],
    ['b', { runs: 'a', how: { isAccepted: true } }, { titles: ['By B'] }],
    ['a', { runs: 'b' }, { titles: [] }],
  ],
});
