/**
 * Search words and order in the list of events: folding, characters that are not operators, and
 * what comes first. Contract 3.2; Contract 12.
 */
import { expect } from 'vitest';
import type { Json, TestApp } from '../support/app.js';
import { givenEvent } from '../support/factories.js';
import { runScenarios, type Scenario } from '../support/scenarios.js';

/** A request that finds exactly these titles, in this order. */
const finds = (
  name: string,
  given: (app: TestApp) => Promise<Json>,
  query: string,
  titles: string[],
): Scenario => ({
  name,
  readsOnly: true,
  given,
  call: { request: `GET /events?${query}` },
  status: 200,
  check: ({ body }) => {
    expect(body.events.map((event: Json) => event.title)).toEqual(titles);
    expect(body.total).toBe(titles.length);
  },
});

/** The search texts: title, excerpt and description of each event. */
const texts: [title: string, excerpt: string, description: string][] = [
  ['Café concert', 'Evening of songs', 'With Anna and the band'],
  ['Straßenfest', 'Street party', 'Bring your own chair; not for dogs'],
  ["L'opéra à Łódź", 'NEAR the river', 'title OR nothing'],
  ['Jazz-Night 2026', 'Ørsted hall', '東京ジャズ'],
];
const [CAFE, FEST, OPERA, JAZZ] = texts.map(([title]) => title) as [string, string, string, string];

const searches: Scenario[] = (
  [
    ['case and accents folded', 'CAFE', [CAFE]],
    ['accents in the query are folded', 'cönçért', [CAFE]],
    ['ß matches ss', 'strassenfest', [FEST]],
    ['ß in the query matches ß', 'Straße', [FEST]],
    ['the beginning of a word', 'conc', [CAFE]],
    ['not the middle of a word', 'oncert', []],
    ['letters beyond Latin accents', 'lodz orsted', []],
    ['ø and ł', 'lodz', [OPERA]],
    ['after an apostrophe', 'opera', [OPERA]],
    ['words in different fields', 'cafe songs anna', [CAFE]],
    ['every word must match', 'cafe songs bert', []],
    ['repeated words', 'cafe cafe CAFÉ', [CAFE]],
    ['hyphens separate', 'night jazz', [JAZZ]],
    ['unspaced scripts', '京ジ', [JAZZ]],
    ['full-width letters', 'ＪＡＺＺ', [JAZZ]],
    ['digits', '2026', [JAZZ]],
    ['OR is a word', 'cafe OR jazz', []],
    ['OR is a word that may match', 'opera OR', [OPERA]],
    ['AND is a word', 'cafe AND', [CAFE]],
    ['NOT is a word', 'street NOT dogs', [FEST]],
    ['NEAR( is a word', 'NEAR(river', [OPERA]],
    ['a quote is ignored', '"cafe', [CAFE]],
    ['quotes make a phrase', '"concert cafe"', []],
    ['a phrase in its order', '"cafe concert"', [CAFE]],
    ['an asterisk is ignored', 'caf*', [CAFE]],
    ['a minus is ignored', '-cafe', [CAFE]],
    ['a column filter is plain words', '{title}: nothing', [OPERA]],
    ['a caret is ignored', '^concert', [CAFE]],
    ['SQL wildcards are ignored', 'caf% _', [CAFE]],
    ['only punctuation finds nothing', '"*" - ( {}:', []],
    ['an apostrophe does not end the text', "'; DROP TABLE ix_event; --", []],
  ] as [string, string, string[]][]
).map(([name, text, titles]) =>
  finds(`3.2 search: ${name}`, givenTexts, `search=${encodeURIComponent(text)}`, titles),
);

async function givenTexts(app: TestApp): Promise<void> {
  for (const [title, excerpt, description] of texts) {
    await givenEvent(app, { title, excerpt, description });
  }
}

const orders: Scenario[] = (
  [
    ['title', 'orderby=title', ['Ábel', 'bert', 'Zoe']],
    ['title, desc', 'orderby=title&order=desc', ['Zoe', 'bert', 'Ábel']],
    ['start_date, desc', 'order=desc', ['Ábel', 'bert', 'Zoe']],
    ['start_date', 'order=asc', ['Zoe', 'bert', 'Ábel']],
    ['end_date', 'orderby=end_date', ['bert', 'Ábel', 'Zoe']],
    ['end_date, desc', 'orderby=end_date&order=desc', ['Zoe', 'Ábel', 'bert']],
    ['date is newest first', 'orderby=date', ['Zoe', 'Ábel', 'bert']],
    ['date, asc', 'orderby=date&order=asc', ['bert', 'Ábel', 'Zoe']],
    ['modified is newest first', 'orderby=modified', ['bert', 'Ábel', 'Zoe']],
    ['modified, asc', 'orderby=modified&order=asc', ['Zoe', 'Ábel', 'bert']],
    ['relevance: title before text', 'orderby=relevance&search=bert', ['bert', 'Zoe']],
    ['relevance, asc', 'orderby=relevance&search=bert&order=asc', ['Zoe', 'bert']],
  ] as [string, string, string[]][]
).map(
  ([name, query, titles]): Scenario => ({
    ...finds(`12 ${name}, by cursor, too`, givenOrdered, query, titles),
    call: { request: `GET /events?per_page=1&${query}` },
    check: async ({ body }, _, app) => {
      const met = [...body.events];
      for (let cursor = body.next_cursor; cursor; ) {
        const request = `GET /events?per_page=1&${query}&cursor=${cursor}`;
        const page = await app.given({ request });
        met.push(...page.events);
        cursor = page.next_cursor;
      }
      expect(met.map(({ title }) => title)).toEqual(titles);
      expect(body.total).toBe(titles.length);
    },
  }),
);

async function givenOrdered(app: TestApp): Promise<void> {
  const day = (start: number, end: number) => ({
    start_date: `2026-04-0${start}`,
    end_date: `2026-04-0${end}`,
  });
  await givenEvent(app, {
    title: 'Zoe',
    ...day(1, 9),
    date: '2026-03-03',
    description: 'with Bert',
  });
  app.clock.nowMs += 1000;
  const bert = await givenEvent(app, { title: 'bert', ...day(2, 3), date: '2026-03-01' });
  app.clock.nowMs += 1000;
  await givenEvent(app, { title: 'Ábel', ...day(3, 4), date: '2026-03-02' });
  app.clock.nowMs += 1000;
  await app.given({ request: `PATCH /events/${bert.id}`, body: { website: 'https://b.example' } });
}

runScenarios(
  'events search and order',
  [...searches, ...orders],
  /: (ß matches|unspaced|full-width|after an apo|hyphens)|^12 /,
);
