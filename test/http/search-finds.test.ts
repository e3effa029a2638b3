/**
 * What a search finds, and what it must not find, on a site of several languages: a table over both
 * pairs of engines. `docs/api/lists.md` has an example of each rule. Contract 3.2.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { overTwoPairs } from '../support/adapters.js';
import { openTestApp, type TestApp } from '../support/app.js';
import { loadBody } from '../support/cases.js';
import { eventPayload, givenEvent, givenOrganizer } from '../support/factories.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'sv', 'pt', 'pl', 'ja', 'ar'];

/** A search, the language and text of a title that it finds, and of one that it does not find. */
type Row = [search: string, lang: string, finds: string | null, not?: string];

const FORMS: Row[] = [
  ['cities', 'en', 'City Lights'],
  ['city', 'en', 'Two Cities'],
  ['concerts', 'en', 'Choir concert'],
  ['concert', 'en', 'Concerts in the park'],
  ['festivals', 'en', 'Film festival'],
  ['exhibitions', 'en', 'Exhibition: Light'],
  ['parties', 'en', 'Garden party'],
  ['breweries', 'en', 'Brewery tour'],
  ['dancing', 'en', 'Dance night'],
  ['stories', 'en', 'Story hour'],
  ['women', 'en', 'A woman alone'],
  ['woman', 'en', 'Women who code'],
  ['children', 'en', 'The lost child'],
  ['child', 'en', 'Children first'],
  ['knives', 'en', 'The golden knife'],
  ['theatres', 'en', 'Theatre sports'],
  ['theater', 'en', 'The Royal Theatre'],
  ['universities', 'en', 'University day', 'A universal soldier'],
  ['news', 'en', 'Good news', 'New Year'],
  ['organic', 'en', 'Organic market', 'Organ Recital'],
  ['international', 'en', 'International day', 'Internal affairs'],
  ['business', 'en', 'Business breakfast', 'Busy bees'],
  ['Ausstellungen', 'de', 'Ausstellung: Licht'],
  ['Ausstellung', 'de', 'Zwei Ausstellungen'],
  ['Konzerte', 'de', 'Konzert im Freien'],
  ['Lesungen', 'de', 'Lesung mit Musik'],
  ['Märkte', 'de', 'Markt am Sonntag'],
  ['markt', 'de', 'Bunte Märkte'],
  ['Chöre', 'de', 'Chorprobe'],
  ['chor', 'de', 'Neue Chöre singen'],
  ['Museen', 'de', 'Museumsnacht'],
  ['Museum', 'de', 'Lange Nacht der Museen'],
  ['Führungen', 'de', 'Führung durch den Dom'],
  ['Fuehrung', 'de', 'Zwei Führungen'],
  ['kurs', 'de', 'Kurse im Herbst', 'Kurt liest vor'],
  ['théâtres', 'fr', 'Théâtre de rue'],
  ['exposition', 'fr', 'Expositions de printemps'],
  ['ateliers', 'fr', 'Atelier de poterie'],
  ['cheval', 'fr', 'Chevaux de bois'],
  ['journaux', 'fr', 'Le journal parlé'],
  ['spectacle', 'fr', 'Spectacles de rue'],
  ['talleres', 'es', 'Taller de cerámica'],
  ['taller', 'es', 'Dos talleres'],
  ['conciertos', 'es', 'Concierto de guitarra'],
  ['canciones', 'es', 'Una canción nueva'],
  ['exposición', 'es', 'Exposiciones abiertas'],
  ['concerti', 'it', 'Concerto di Natale'],
  ['mostra', 'it', 'Mostre e musei'],
  ['laboratori', 'it', 'Laboratorio di danza'],
  ['tentoonstelling', 'nl', 'Tentoonstellingen'],
  ['konserter', 'sv', 'Konsert i kyrkan'],
  ['exposições', 'pt', 'Exposição de arte'],
  ['warsztat', 'pl', 'Warsztaty tańca'],
  ['wystawa', 'pl', 'Wystawy zimowe'],
];

const COMPOUNDS: Row[] = [
  ['konzert', 'de', 'Kindergartenkonzert'],
  ['Konzerte', 'de', 'Familienkonzert'],
  ['theater', 'de', 'Puppentheater'],
  ['markt', 'de', 'Weihnachtsmarkt'],
  ['markt', 'de', 'Wochenmärkte'],
  ['abend', 'de', 'Liederabend'],
  ['nacht', 'de', 'Museumsnächte'],
  ['kino', 'de', 'Freiluftkino'],
  ['musik', 'de', 'Blasmusik'],
  ['fest', 'de', 'Sommerfest'],
  ['frühstück', 'de', 'Maifruehstück'],
  ['fruehstueck', 'de', 'Sonntagsfrühstück'],
  ['Führung', 'de', 'Stadtführungen', 'Theateraufführung'],
  ['tanz', 'de', 'Volkstanz', 'Die Substanz der Dinge'],
  ['reise', 'de', 'Weltreise', 'Kleine Preise'],
  ['kurs', 'de', 'Nähkurs', 'Konkurs für alle'],
  ['spiel', 'de', 'Krippenspiel', 'Zum Beispiel heute'],
  ['tentoonstelling', 'nl', 'Fototentoonstelling'],
  ['markt', 'nl', 'Boekenmarkt'],
  ['konsert', 'sv', 'Julkonsert'],
  ['konz', 'de', null, 'Abschlusskonzert'],
  ['garten', 'de', null, 'Hausgartenbank'],
];

const TOGETHER: Row[] = [
  ['jazzfestival', 'en', 'Jazz Festival on the river'],
  ['openworks', 'en', 'Open works'],
  ['open works', 'en', 'Openworks'],
  ['book club', 'en', 'Bookclub'],
  ['hiphop', 'en', 'Hip-Hop night'],
  ['hiph', 'en', 'Hip-Hop class'],
  ['hip-hop', 'en', 'Hiphop for all'],
  ['obrien', 'en', "O'Brien live"],
  ['mueller', 'de', 'Müller singt'],
  ['hour', 'en', '24hour swim'],
  ['nightmarket', 'en', null, 'Market at night'],
];

const SIGNS: Row[] = [
  ['C++', 'en', 'Modern C++', 'Cooking club'],
  ['C#', 'en', 'C# for beginners', 'Chess club'],
  ['F#', 'en', 'F# evening', 'Folk club'],
  ['c', 'en', 'Advanced C++'],
  ['R&B', 'en', 'R&B night', 'Rock bands'],
  ['rnb', 'en', 'Slow R&B'],
  ['R&B', 'en', 'RnB classics'],
  ['AT&T', 'en', 'AT&T open day', 'Attic sale, Tuesday'],
  ['90s', 'en', "90's party"],
  ["90's", 'en', 'Back to the 90s'],
  ['10000', 'en', '10,000 Maniacs'],
  ['10,000', 'en', 'Run 10000'],
  ['rock and roll', 'en', 'Rock & Roll evening'],
  ['rock & roll', 'en', 'Rock and roll school'],
  ["rock'n'roll", 'en', 'Rock n Roll Circus'],
  ['Simon und Garfunkel', 'en', 'Simon & Garfunkel story'],
  ['chant et danse', 'fr', 'Chant, danse'],
  ['arte y cultura', 'es', 'Arte, cultura'],
];

const SCRIPTS: Row[] = [
  ['じゃず', 'ja', 'ジャズの夜'],
  ['カラオケ', 'ja', 'からおけ大会'],
  ['ﾋﾟｱﾉ', 'ja', 'ピアノ発表会'],
  ['مهرجان', 'ar', 'المهرجان الكبير'],
  ['الموسيقى', 'ar', 'ليلة موسيقى'],
  ['معرض الكتاب', 'ar', 'المعرض: كتاب'],
  [
    '日本語の長い題名は空白なしで書かれるため四十一文字あっても検索できるべきです本当',
    'ja',
    '日本語の長い題名は空白なしで書かれるため四十一文字あっても検索できるべきです本当',
  ],
];

const TYPED: Row[] = [
  ['"night owls"', 'en', 'Night owls unite', 'Owls at night'],
  ['“night owls”', 'en', 'Late night owls'],
  ['"owl"', 'en', null, 'Owls by day'],
  ['"crazy quilt" show', 'en', 'Show of a crazy quilt', 'Quilt show, crazy'],
  ['salsa -beginners', 'en', 'Salsa social', 'Salsa for beginners'],
  ['polka -festival', 'en', 'Polka night', 'Polka festivals'],
  ['tango -"live band"', 'en', 'Tango live', 'Tango with live band'],
  ['-waltz', 'en', 'Waltz evening'],
  ['mambo -"half', 'en', null, 'Mambo evening'],
  ['swing "unclosed', 'en', 'Swing, unclosed'],
  ['foxtrot - quickstep', 'en', 'Foxtrot and quickstep'],
  ['"erster zweiter"', 'de', null, 'Erster'],
  ['konz', 'de', 'Konzert der Stadt'],
];

const TABLE: [rule: string, rows: Row[]][] = [
  ['forms of words', FORMS],
  ['compounds', COMPOUNDS],
  ['together and apart', TOGETHER],
  ['numbers and signs', SIGNS],
  ['scripts', SCRIPTS],
  ['what people type', TYPED],
];

overTwoPairs('what a search finds', (pair) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(pair, { settings: { SITE_LANGUAGES: LANGUAGES.join(',') } });
    const rows = TABLE.flatMap(([, of]) => of);
    const titles = new Map(
      rows.flatMap(([, lang, ...texts]) =>
        texts.flatMap((title) => (title ? [[title, lang] as const] : [])),
      ),
    );
    const events = [...titles].map(([title, lang]) => eventPayload({ title, lang }));
    const { summary } = await loadBody(app, JSON.stringify({ events }));
    expect(summary.created).toBe(titles.size);
    const organizers = ['Anna Marie', 'Louise Koch'].map((organizer) =>
      givenOrganizer(app, { organizer }),
    );
    const ids = (await Promise.all(organizers)).map(({ id }) => id);
    await givenEvent(app, { title: 'Two hosts', organizer: ids });
    await givenEvent(app, { title: { en: 'Erster', de: 'Zweiter' } });
  });
  afterAll(() => app?.close());

  const answerTo = async (search: string) => {
    const query = new URLSearchParams({
      ...{ search, per_page: '50', fields: 'title', start_date: '2026-01-01' },
      ...{ orderby: 'relevance', lang: 'all' },
    });
    const { events, corrected } = await app.given({ request: `GET /events?${query}` });
    const titles: string[] = events.flatMap(({ title }: { title: object }) => Object.values(title));
    return { titles, corrected };
  };

  describe.each(TABLE)('%s', (_, rows) => {
    test.each(rows)('%s (%s) finds %s, not %s', async (search, _lang, finds, not) => {
      const { titles, corrected } = await answerTo(search);
      if (finds !== null)
        expect({ titles, corrected }).toEqual({ titles: expect.arrayContaining([finds]) });
      if (not !== undefined) expect(titles).not.toContain(not);
    });
  });

  test.each([
    ['"anna marie"', ['Two hosts']],
    ['"marie louise"', []],
    ['marie louise', ['Two hosts']],
  ])('%s: a phrase stays within one name', async (search, titles) => {
    expect((await answerTo(search)).titles).toEqual(titles);
  });
});
