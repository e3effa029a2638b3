/**
 * Search that people expect: words of linked records, the order of relevance, and searches that
 * are tried again with one letter wrong. Contract 3.2, 12.
 */
import { expect } from 'vitest';
import type { Call, Json, TestApp } from '../support/app.js';
import { givenEvent, givenOrganizer, givenTerm, givenVenue } from '../support/factories.js';
import { oncePer, runScenarios, type Scenario } from '../support/scenarios.js';

type Given = NonNullable<Scenario['given']>;

/** A request that finds exactly these names, in this order, by the text sent or a corrected one. */
const finds = (
  name: string,
  { given, query, as, corrected }: { given: Given; query: string; as?: string; corrected?: string },
  names: string[],
): Scenario => ({
  name,
  readsOnly: true,
  given,
  call: { request: `GET /${query}`, ...(as ? { as } : {}) },
  status: 200,
  check: ({ body }) => {
    const records: Json[] = body.events ?? body.venues ?? body.organizers;
    expect(records.map((one) => one.title ?? one.venue ?? one.organizer)).toEqual(names);
    expect(body.total).toBe(names.length);
    expect(body.corrected).toBe(corrected);
  },
});

async function givenProgramme(app: TestApp): Promise<void> {
  const venue = await givenVenue(app, { venue: 'Elbphilharmonie', city: 'Hamburg' });
  const draft = await givenVenue(app, { venue: 'Secretbarn', city: 'Bonn', status: 'draft' });
  const organizer = await givenOrganizer(app, { organizer: 'Jürgen Krause' });
  const hidden = await givenOrganizer(app, { organizer: 'Nobody Known', status: 'private' });
  await givenEvent(app, { title: 'Autumn concert', venue: venue.id, organizer: [organizer.id] });
  await givenEvent(app, { title: 'Krause meets Bach', categories: ['Kammermusik'] });
  await givenEvent(app, {
    title: 'Talks',
    excerpt: 'About Hamburg',
    description: 'With Bachmann',
    tags: ['Python', 'Öffentlich'],
  });
  await givenEvent(app, { title: 'Barn dance', venue: draft.id, organizer: [hidden.id] });
  await givenEvent(app, { title: 'Draftword', status: 'draft' });
  await givenEvent(app, { title: 'Hiddenword', hide_from_listings: true });
}

const found: Scenario[] = (
  [
    ['a venue name', 'elbphil', ['Autumn concert']],
    ['a city, and a text', 'hamburg', ['Autumn concert', 'Talks']],
    ['an organizer, folded', 'jurgen', ['Autumn concert']],
    [
      'an organizer and a title: the title first',
      'krause',
      ['Krause meets Bach', 'Autumn concert'],
    ],
    ['a category', 'kammermusik', ['Krause meets Bach']],
    ['a tag', 'offentlich', ['Talks']],
    ['a title before a longer word in a text', 'bach', ['Krause meets Bach', 'Talks']],
    ['words in three fields', 'hamburg python talks', ['Talks']],
    ['every word must match', 'hamburg python concert', []],
    ['the city of a draft venue is not used', 'bonn', []],
    ['a draft venue is not used', 'secretbarn', []],
    ['a private organizer is not used', 'nobody', []],
  ] as [string, string, string[]][]
).map(([name, text, titles]) => {
  const query = `events?orderby=relevance&search=${text.replaceAll(' ', '%20')}`;
  return finds(`3.2 search: ${name}`, { given: givenProgramme, query }, titles);
});

const unread: Scenario[] = [
  finds(
    '3.2 search: a draft venue is not used for editors either',
    { given: givenProgramme, query: 'events?search=secretbarn', as: 'editor' },
    [],
  ),
];

const corrections: Scenario[] = (
  [
    ['two neighbours swapped', 'pyhton', 'python', ['Talks']],
    ['a letter is missing', 'kamermusik', 'kammermusik', ['Krause meets Bach']],
    ['a letter too many', 'Conncert', 'concert', ['Autumn concert']],
    ['another letter', 'hambarg', 'hamburg', ['Autumn concert', 'Talks']],
    ['accents do not matter', 'jürgon', 'jurgen', ['Autumn concert']],
    ['the other words stay', 'Hamburg pyhton', 'Hamburg python', ['Talks']],
    ['two words', 'hambrg, pyhton', 'hamburg, python', ['Talks']],
    ['signs stay', 'pyhton -"bach talks"', 'python -"bach talks"', ['Talks']],
    ['no phrase', '"pyhton"', undefined, []],
    ['no word that is left out', 'python -tlaks', undefined, ['Talks']],
    ['no word that is there in another form', 'concerts hamburg pyhton', undefined, []],
    [
      'a word beside one in another form',
      'concerts hambrg',
      'concerts hamburg',
      ['Autumn concert'],
    ],
    ['not the first letter', 'bython', undefined, []],
    ['not two letters', 'pihtan', undefined, []],
    ['not words of three letters', 'bxc', undefined, []],
    ['words that match nothing together stay', 'autumn python', undefined, []],
    ['nothing where the result would be empty', 'kamermusik hamburg', undefined, []],
    ['no word of a draft', 'drafword', undefined, []],
    ['no word of a hidden event', 'hidenword', undefined, []],
    ['no word of a draft venue', 'secrtbarn', undefined, []],
    ['no word of a private organizer', 'nobdy', undefined, []],
  ] as [string, string, string | undefined, string[]][]
).map(([name, text, corrected, titles]) => {
  const query = `events?search=${encodeURIComponent(text)}`;
  const given = { given: givenProgramme, query, ...(corrected ? { corrected } : {}) };
  return finds(`3.2 corrected: ${name}`, given, titles);
});

async function givenSpellings(app: TestApp): Promise<void> {
  for (const title of ['Hip-Hop night', 'A hiphop cypher', 'Hip, hop, hooray']) {
    await givenEvent(app, { title });
  }
  for (const title of ["O'Brien plays", 'Email for all', 'Müller reads', 'Mueller paints']) {
    await givenEvent(app, { title });
  }
  for (const title of ['St. Pauli tour', 'Bücherflohmarkt', 'Post of example.org']) {
    await givenEvent(app, { title });
  }
}

const spellings: Scenario[] = (
  [
    ['hiphop', ['A hiphop cypher', 'Hip, hop, hooray', 'Hip-Hop night']],
    ['hip-hop', ['A hiphop cypher', 'Hip, hop, hooray', 'Hip-Hop night']],
    ['hip hop', ['A hiphop cypher', 'Hip, hop, hooray', 'Hip-Hop night']],
    ['obrien', ["O'Brien plays"]],
    ['o’brien', ["O'Brien plays"]],
    ['e-mail', ['Email for all']],
    ['müller', ['Mueller paints', 'Müller reads']],
    ['Mueller', ['Mueller paints', 'Müller reads']],
    ['muller', ['Müller reads']],
    ['buecher', ['Bücherflohmarkt']],
    ['saint pauli', ['St. Pauli tour']],
    ['exampleorg', ['Post of example.org']],
    ['post@example.org', ['Post of example.org']],
  ] as [string, string[]][]
).flatMap(([text, titles]) =>
  ['title', 'best'].map((orderby) => {
    const query = `events?orderby=${orderby}&order=asc&search=${encodeURIComponent(text)}`;
    const named = finds(
      `3.2 spelling: ${text}, by ${orderby}`,
      { given: givenSpellings, query },
      titles,
    );
    if (orderby === 'title') return named;
    const check: Scenario['check'] = ({ body }) => {
      expect(body.events.map(({ title }: Json) => title).sort()).toEqual([...titles].sort());
    };
    return { ...named, check };
  }),
);

/** The first words of a search are looked for, the first letters where there are no spaces. */
const many: Scenario[] = [
  finds(
    '3.2 search: words past the 32nd are not looked for',
    { given: givenSpellings, query: `events?search=${'hip%20'.repeat(32)}nowhere` },
    ['Hip-Hop night', 'A hiphop cypher', 'Hip, hop, hooray'],
  ),
];

const PAST = 'end_date=2026-03-15&start_date=2026-03-01';
const others: Scenario[] = [
  finds(
    '3.2 corrected: editors have the words of their drafts',
    {
      given: givenProgramme,
      query: 'events?search=drafword',
      as: 'editor',
      corrected: 'draftword',
    },
    ['Draftword'],
  ),
  finds(
    '3.2 corrected: a word found under other filters is spelled right',
    { given: givenProgramme, query: `events?search=python&${PAST}` },
    [],
  ),
  finds(
    '3.2 corrected: the other filters hold',
    { given: givenProgramme, query: `events?search=pyhton&${PAST}` },
    [],
  ),
  finds(
    '3.3 corrected: venues',
    { given: givenProgramme, query: 'venues?search=elbfilharmonie' },
    [],
  ),
  finds(
    '3.3 corrected: venues, one letter',
    {
      given: givenProgramme,
      query: 'venues?search=elbphilharmoni%20hambrg',
    },
    [],
  ),
  finds(
    '3.3 corrected: venues by city',
    { given: givenProgramme, query: 'venues?search=hambrg', corrected: 'hamburg' },
    ['Elbphilharmonie'],
  ),
  finds(
    '3.3 corrected: organizers, all words in one field',
    {
      given: givenProgramme,
      query: 'organizers?search=jurgen%20kruase',
      corrected: 'jurgen krause',
    },
    ['Jürgen Krause'],
  ),
];

/** Ten events hold `jazzbar`, three `jazzban`. */
const givenMany = oncePer((extra: number) => async (app: TestApp) => {
  for (let at = 0; at < 10; at++) await givenEvent(app, { title: `Jazzbar ${at}` });
  for (let at = 0; at < 3 + extra; at++) {
    await givenEvent(app, { title: `Jazzban ${at}`, categories: ['Music'] });
  }
});

const get = (request: string): Call => ({ request: `GET ${request}` });

const pages: Scenario[] = [
  {
    name: '3.2 corrected: the word that most records hold; links keep the search sent',
    given: givenMany(0),
    readsOnly: true,
    call: get('/events?search=jazzbax&per_page=4'),
    status: 200,
    check: ({ body }) => {
      expect(body).toMatchObject({ corrected: 'jazzbar', total: 10, total_pages: 3 });
      expect(Object.keys(body).at(-1)).toBe('corrected');
      expect(body.rest_url).toContain('search=jazzbax');
      expect(body.next_rest_url).toContain('search=jazzbax');
    },
  },
  {
    name: '3.2 corrected: each page, and none past the end',
    given: givenMany(0),
    readsOnly: true,
    call: get('/events?search=jazzbax&per_page=4&page=3'),
    status: 200,
    check: async ({ body }, _, app) => {
      expect(body).toMatchObject({ corrected: 'jazzbar', total: 10 });
      expect(body.events).toHaveLength(2);
      expect(body.previous_rest_url).toContain('search=jazzbax');
      const past = await app.call(get('/events?search=jazzbax&per_page=4&page=4'));
      expect([past.status, past.body.code]).toEqual([404, 'event-archive-page-not-found']);
    },
  },
  {
    name: '3.2 corrected: of texts that find as much the first in the alphabet',
    given: givenMany(7),
    readsOnly: true,
    call: get('/events?search=jazzbax'),
    status: 200,
    body: { corrected: 'jazzban', total: 10 },
  },
  {
    name: '3.2 corrected: facets count the records found',
    given: givenMany(0),
    readsOnly: true,
    call: get('/events?search=jazzbax&facets=month,categories&categories=music'),
    status: 200,
    body: {
      corrected: 'jazzban',
      total: 3,
      facets: { month: [{ value: '2026-03', count: 3 }], categories: [{ count: 3 }] },
    },
  },
  {
    name: '13 cursor: a walk through a corrected search stays with its text',
    given: givenMany(0),
    call: get('/events?search=jazzbax&per_page=4&orderby=title'),
    status: 200,
    check: async ({ body }, _, app) => {
      const titles = body.events.map((one: Json) => one.title);
      // By now another word is held by more records, and the text sent is held itself.
      for (let at = 0; at < 12; at++) await givenEvent(app, { title: `Jazzban late ${at}` });
      await givenEvent(app, { title: 'Jazzbax' });
      for (let cursor = body.next_cursor; cursor; ) {
        const query = `search=jazzbax&per_page=4&orderby=title&cursor=${cursor}`;
        const next = (await app.call(get(`/events?${query}`))).body;
        expect(next.corrected).toBe('jazzbar');
        titles.push(...next.events.map((one: Json) => one.title));
        cursor = next.next_cursor;
      }
      const expected = Array.from({ length: 10 }, (_unused, at) => `Jazzbar ${at}`);
      expect(titles).toEqual(expected);
      expect((await app.call(get('/events?search=jazzbax'))).body.corrected).toBeUndefined();
    },
  },
  {
    name: '9 a renamed venue, organizer and tag are found under their new names at once',
    given: async (app) => {
      const venue = await givenVenue(app, { venue: 'Oldhall' });
      const organizer = await givenOrganizer(app, { organizer: 'Oldname' });
      const tag = await givenTerm(app, 'tags', 'Oldtag');
      await givenEvent(app, { venue: venue.id, organizer: [organizer.id], tags: [tag.id] });
      const patch = (path: string, body: Json) =>
        app.given({ request: `PATCH ${path}`, as: 'admin', body });
      await patch(`/venues/${venue.id}`, { venue: 'Newhall' });
      await patch(`/organizers/${organizer.id}`, { organizer: 'Newname' });
      await patch(`/tags/${tag.id}`, { name: 'Newtag' });
      return { patch, venue };
    },
    call: get('/events?search=newhall%20newname%20newtag'),
    status: 200,
    check: async ({ body }, { patch, venue }, app) => {
      expect(body.total).toBe(1);
      const total = async (text: string) =>
        (await app.call(get(`/events?search=${text}`))).body.total;
      for (const text of ['oldhall', 'oldname', 'oldtag']) expect(await total(text)).toBe(0);
      await patch(`/venues/${venue.id}`, { status: 'draft' });
      expect([await total('newhall'), await total('newname')]).toEqual([0, 1]);
      await patch(`/venues/${venue.id}`, { status: 'publish' });
      expect(await total('newhall')).toBe(1);
    },
  },
  {
    name: '3.4 search: terms are not corrected',
    given: async (app) => {
      await givenEvent(app, { tags: ['Python'] });
    },
    call: get('/tags?search=pyhton'),
    status: 200,
    check: ({ body }) => expect([body.total, body.corrected]).toEqual([0, undefined]),
  },
];

runScenarios(
  'words',
  [...found, ...unread, ...corrections, ...spellings, ...many, ...others, ...pages],
  /spelling: (hip-hop|Mueller)|search: (an organizer and|words in three|a draft venue is not used$)|corrected: (two n|two words|no word of a draft$|each page|the word that)|a renamed/,
);
