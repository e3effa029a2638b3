/**
 * Texts by language in loads, exports and series: a site in several languages is loaded from a
 * file with columns by language, and its export gives the same bytes again. Contract 33.
 */
import { afterEach, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { Kind } from '../../src/kinds/kind.js';
import type { JsonObject } from '../../src/kinds/record.js';
import type { Deps } from '../../src/records/deps.js';
import { listRecords } from '../../src/records/list/list.js';
import { createRecord, updateRecord } from '../../src/records/save.js';
import { drain } from '../../src/sync/drain.js';
import { type Opened, openPair, pairNamed } from '../support/adapters.js';
import { exported, loadText } from '../support/files.js';

const opened: Opened[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function open(languages: string): Promise<Opened['deps']> {
  const settings = { SITE_LANGUAGES: languages };
  const one = await openPair(pairNamed('sqlite + sqlite'), { settings });
  opened.push(one);
  return one.deps;
}

/** → what the load told of lines, and its counts. */
async function loaded(deps: Opened['deps'], kind: Kind, text: string, name?: string) {
  const { told, created, updated, rejected } = await loadText(deps, kind.name, text, name);
  return { told, counts: [created, updated, rejected] };
}

const exportedAll = (deps: Deps): Promise<string[]> =>
  Promise.all((['category', 'venue', 'event'] as const).map((kind) => exported(deps, kind)));

const found = async (deps: Deps, raw: JsonObject): Promise<JsonObject[]> => {
  const sent = { start_date: '2026-04-01', ...raw };
  const { records } = await listRecords(deps, kinds.event, { raw: sent, caller: null });
  return records.map((text) => JSON.parse(text));
};

const CSV = `external_id,title,title.fr,title.it,description.fr,start_date,venue,venue.venue.fr,language,categories
a:1,Stadtfest,Fête de la ville,,Avec musique,2026-05-01 10:00,Rathaus,Hôtel de ville,gsw,Konzerte
a:2,,Bal populaire,,,2026-05-02 20:00,Rathaus,Hôtel de ville,fr-ch,
a:3,Markt,,Mercato,,2026-05-03 08:00,,,,
`;

it('a site of three languages: one file with columns by language, there and back', async () => {
  const deps = await open('de,fr,it');
  const { told, counts } = await loaded(deps, kinds.event, CSV, 'rows.csv');
  expect({ told, counts }).toEqual({ told: [], counts: [3, 0, 0] });
  expect((await loaded(deps, kinds.event, CSV, 'rows.csv')).counts).toEqual([0, 0, 0]);
  const [fest] = await found(deps, { search: 'hôtel', lang: 'fr' });
  expect(fest).toMatchObject({
    title: 'Fête de la ville',
    description: 'Avec musique',
    language: 'gsw',
    venue: { venue: 'Hôtel de ville' },
    categories: [{ name: 'Konzerte', text_languages: { name: 'de' } }],
  });
  const [ball] = await found(deps, { search: 'bal' });
  expect(ball).toMatchObject({ title: 'Bal populaire', text_languages: { title: 'fr' } });
  expect((await found(deps, { language: 'FR-ch' })).map(({ id }) => id)).toEqual([ball?.id]);

  const files = await exportedAll(deps);
  expect(JSON.parse(files[2]?.split('\n')[0] ?? '')).toMatchObject({
    title: 'Stadtfest',
    'title.fr': 'Fête de la ville',
    'description.fr': 'Avec musique',
    venue: [{ venue: 'Rathaus', 'venue.fr': 'Hôtel de ville' }],
  });
  const other = await open('de,fr,it');
  for (const [at, kind] of [kinds.category, kinds.venue, kinds.event].entries()) {
    expect((await loaded(other, kind, files[at] ?? '')).told).toEqual([]);
  }
  expect(await exportedAll(other)).toEqual(files);
  const german = await open('de');
  const { told: lost } = await loaded(german, kinds.venue, files[1] ?? '');
  expect(lost).toEqual([
    'line 1: venue: left out: Has texts in languages that the site does not have: fr.',
  ]);
  // Another default labels nothing else, and the way back gives the same bytes.
  const all = [kinds.category, kinds.venue, kinds.event].entries();
  const [french, back] = [await open('fr,de,it'), await open('de,fr,it')];
  for (const [at, kind] of all) {
    expect((await loaded(french, kind, files[at] ?? '')).told).toEqual([]);
  }
  expect(await found(french, { search: 'stadtfest', lang: 'all' })).toMatchObject([
    {
      title: { fr: 'Fête de la ville', de: 'Stadtfest' },
      categories: [{ name: { de: 'Konzerte' } }],
    },
  ]);
  const there = await exportedAll(french);
  for (const [at, kind] of [kinds.category, kinds.venue, kinds.event].entries()) {
    await loaded(back, kind, there[at] ?? '');
  }
  expect(await exportedAll(back)).toEqual(files);
});

it('a site of one language names what it leaves out', async () => {
  const deps = await open('de');
  const { told, counts } = await loaded(deps, kinds.event, CSV, 'rows.csv');
  expect(counts).toEqual([2, 0, 1]);
  expect(told.filter((line) => line.includes('left out'))).toEqual([
    'line 2: title: left out: Has texts in languages that the site does not have: fr.',
    'line 2: description: left out: Has texts in languages that the site does not have: fr.',
    'line 2: venue.venue: left out: Has texts in languages that the site does not have: fr.',
    'line 4: title: left out: Has texts in languages that the site does not have: it.',
  ]);
});

it('a date of a series has texts of its own by language', async () => {
  const deps = await open('de,fr');
  const caller = { id: 1, name: 'admin', role: 'administrator' } as const;
  const payload = {
    title: { de: 'Chor', fr: 'Chœur' },
    start_date: '2026-05-05 19:00:00',
    end_date: '2026-05-05 21:00:00',
    recurrence: 'FREQ=WEEKLY;COUNT=3',
  };
  const series = await createRecord(deps, kinds.event, { payload, caller });
  await drain(deps);
  const dates = () => found(deps, { lang: 'all', search: 'chor' });
  const second = Number((await dates())[1]?.id);
  const change = (id: number, sent: JsonObject) =>
    updateRecord(deps, kinds.event, { key: { id }, payload: sent, caller });
  await change(second, { title: { fr: 'Chœur ouvert' } });
  await change(series.id, { title: 'Großer Chor' });
  await drain(deps);
  expect((await dates()).map(({ title }) => title)).toEqual([
    { de: 'Großer Chor', fr: 'Chœur' },
    { de: 'Großer Chor', fr: 'Chœur ouvert' },
    { de: 'Großer Chor', fr: 'Chœur' },
  ]);
  expect((await dates())[1]?.recurrence).toMatchObject({ changed: ['title.fr'] });
  const files = await exportedAll(deps);
  const other = await open('de,fr');
  await loaded(other, kinds.event, files[2] ?? '');
  await drain(other);
  expect(await exportedAll(other)).toEqual(files);
  const third = Number((await dates())[2]?.id);
  await change(third, { scope: 'all', description: { fr: 'Venez !' } });
  await change(third, { description: { fr: null } });
  await drain(deps);
  expect((await dates()).map(({ description }) => description)).toEqual([
    { fr: 'Venez !' },
    { fr: 'Venez !' },
    {},
  ]);
  // Without its German title the series is told in French, and its dates with it.
  await change(series.id, { title: { de: null } });
  await drain(deps);
  const left = await found(deps, { lang: 'all', search: 'chœur' });
  expect(left.map(({ title }) => title)).toEqual([
    { fr: 'Chœur' },
    { fr: 'Chœur ouvert' },
    { fr: 'Chœur' },
  ]);
});

it('an update of several dates in a language leaves the texts of others', async () => {
  const deps = await open('de,fr');
  const caller = { id: 1, name: 'admin', role: 'administrator' } as const;
  const payload = {
    title: { de: 'Chor', fr: 'Chœur' },
    start_date: '2026-05-05 19:00:00',
    end_date: '2026-05-05 21:00:00',
    recurrence: 'FREQ=WEEKLY;COUNT=4',
  };
  const series = await createRecord(deps, kinds.event, { payload, caller });
  await drain(deps);
  const dates = () => found(deps, { lang: 'all', include: ids });
  const ids = (await found(deps, {})).map(({ id }) => Number(id));
  const change = async (id: number | undefined, sent: JsonObject) => {
    await updateRecord(deps, kinds.event, { key: { id: id ?? 0 }, payload: sent, caller });
    await drain(deps);
  };
  await change(ids[1], { title: { de: 'Offener Chor', fr: 'Chœur ouvert' } });
  await change(ids[1], { scope: 'following', lang: 'fr', title: 'Chœur de mai' });
  expect((await dates()).map(({ title }) => title)).toEqual([
    { de: 'Chor', fr: 'Chœur' },
    { de: 'Offener Chor', fr: 'Chœur de mai' },
    { de: 'Chor', fr: 'Chœur de mai' },
    { de: 'Chor', fr: 'Chœur de mai' },
  ]);
  // Of a series with parts by itself, and by one of its dates.
  await change(series.id, { lang: 'fr', title: 'Chœurs' });
  await change(ids[3], { scope: 'all', lang: 'fr', description: 'Venez !' });
  expect((await dates()).map(({ title, description }) => ({ title, description }))).toEqual(
    ['Chor', 'Offener Chor', 'Chor', 'Chor'].map((de) => ({
      title: { de, fr: 'Chœurs' },
      description: { fr: 'Venez !' },
    })),
  );
});

it('an empty column of a language removes its text, but not the last title', async () => {
  const deps = await open('de,fr');
  const row = { external_id: 'x:1', start_date: '2026-05-05', title: 'Chor' };
  const read = async (more: JsonObject) => {
    await loaded(deps, kinds.event, JSON.stringify({ ...row, ...more }));
    await drain(deps);
    const [event] = await found(deps, { lang: 'all' });
    return [event?.title, event?.description];
  };
  const all = { 'title.fr': 'Chœur', description: 'Wir', 'description.fr': 'Nous' };
  expect(await read(all)).toEqual([
    { de: 'Chor', fr: 'Chœur' },
    { de: 'Wir', fr: 'Nous' },
  ]);
  expect(await read({ 'title.fr': '' })).toEqual([{ de: 'Chor' }, { de: 'Wir', fr: 'Nous' }]);
  const french = { title: '', 'title.fr': 'Chœur', description: '' };
  expect(await read(french)).toEqual([{ fr: 'Chœur' }, { fr: 'Nous' }]);
  expect(await read({ title: '', 'title.fr': '' })).toEqual([{ fr: 'Chœur' }, { fr: 'Nous' }]);
});

it('an export is the same bytes, whichever language a record was told in before', async () => {
  const deps = await open('de,fr');
  const caller = { id: 1, name: 'admin', role: 'administrator' } as const;
  const payload = {
    title: { de: 'Chor', fr: 'Chœur' },
    description: { de: 'Wir', fr: 'Nous' },
    start_date: '2026-05-05 19:00:00',
    end_date: '2026-05-05 21:00:00',
  };
  const { id } = await createRecord(deps, kinds.event, { payload, caller });
  for (const de of [null, 'Chor']) {
    await updateRecord(deps, kinds.event, { key: { id }, payload: { title: { de } }, caller });
  }
  const files = await exportedAll(deps);
  const other = await open('de,fr');
  await loaded(other, kinds.event, files[2] ?? '');
  expect(await exportedAll(other)).toEqual(files);
});

it('a row keeps its language when its image is left out, and when its parent is named', async () => {
  const deps = await open('de,fr');
  const dates = { start_date: '2026-05-05 19:00:00', end_date: '2026-05-05 21:00:00' };
  const event = { title: 'Chœur', lang: 'fr', image: 'http://127.0.0.1:9/a.jpg', ...dates };
  expect((await loaded(deps, kinds.event, JSON.stringify(event))).counts).toEqual([1, 0, 0]);
  const terms = [
    { name: 'Musique', lang: 'fr' },
    { name: 'Chant', lang: 'fr', parent: 'Musique' },
  ];
  await loaded(deps, kinds.category, terms.map((term) => JSON.stringify(term)).join('\n'));
  const [categories = '', , events = ''] = await exportedAll(deps);
  expect(events).toContain('"title.fr":"Chœur"');
  expect(categories).toContain('"name.fr":"Chant"');
});
