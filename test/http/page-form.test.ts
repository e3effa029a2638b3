/**
 * What the form of the front page offers: prices, towns, distances in the unit of the site, and
 * what words mean; and what it makes of input that is not meant so. Contract 26.1.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embeddedPair } from '../support/adapters.js';
import { type Json, openTestApp, type TestApp } from '../support/app.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import { openPage } from '../support/site.js';

const at = (day: string) => ({ start_date: `${day} 19:00`, end_date: `${day} 22:00` });

/** Events in Berlin, München and a village, in an app whose clock stands at 2026-03-10. */
async function givenTowns(app: TestApp): Promise<void> {
  const place = { geo_lat: 52.52, geo_lng: 13.405 };
  const berlin = await givenVenue(app, { venue: 'Quasimodo', city: 'Berlin', ...place });
  const south = { geo_lat: 48.137, geo_lng: 11.575 };
  const munich = await givenVenue(app, { venue: 'Unterfahrt', city: 'München', ...south });
  const hamlet = { geo_lat: 48.5, geo_lng: 11.1 };
  const village = await givenVenue(app, { venue: 'Stadl', city: 'Münkelsbrunn', ...hamlet });
  await givenTerm(app, 'categories', 'Jazz');
  const jazz = { categories: ['jazz'], venue: berlin.id };
  await givenEvent(app, { title: 'Jazz for all', cost: '0', ...at('2026-03-14'), ...jazz });
  await givenEvent(app, { title: 'Dear jazz', cost: '€ 45', ...at('2026-03-14'), ...jazz });
  await givenEvent(app, { title: 'Cheap jazz', cost: '€ 15', ...at('2026-03-10'), ...jazz });
  await givenEvent(app, { title: 'Rock', ...at('2026-03-20'), venue: munich.id });
  await givenEvent(app, { title: 'Dance', ...at('2026-03-21'), venue: village.id });
}

const open = async (settings: Record<string, string>) => {
  const app = await openTestApp(embeddedPair, { settings });
  await givenTowns(app);
  return app;
};

const euros = { CURRENCY_CODE: 'EUR', CURRENCY_SYMBOL: '€' };
const texts = (html: string): string =>
  html
    .replace(/<[^>]*>/g, '\n')
    .replaceAll('&amp;', '&')
    .replace(/[\u2068\u2069]/g, '');

/** → the link of what the words of a search mean: its text and its parameters; null: none. */
function meantIn(html: string): { title: string; params: Record<string, string> } | null {
  const [, href = '', title = ''] =
    /<p class="note">[^<]*<a href="([^"]*)">([^<]*)<\/a>/.exec(html) ?? [];
  if (href === '') return null;
  const url = new URL(href.replaceAll('&amp;', '&'), 'http://api.test');
  return { title: texts(title), params: Object.fromEntries(url.searchParams) };
}

describe('the form of the front page', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await open({ ...euros, SITE_LANGUAGES: 'en,de' });
  });
  afterAll(() => app?.close());
  const page = async (path: string, headers = {}) => await openPage(app, path, { headers });
  const tapped = async (path: string) => (await page(path)).headers.get('location');

  it.each([
    [
      'search=jazz&near=&categories=jazz&when=today',
      'search=jazz&categories=jazz&overlaps=today%2Ctoday',
    ],
    ['search=jazz&near=&is_free=true&price=20', 'search=jazz&cost_max=20'],
    ['near=&cost_max=20&price=free', 'is_free=true'],
    ['near=&price=1000 JPY', 'cost_max=1000&cost_currency=JPY'],
    ['near=&from=2026-03-11&until=2026-03-12&when=tonight', 'day=tonight'],
    ['near=&from=2026-03-11&price=20', 'cost_max=20&overlaps=2026-03-11%2C9999-12-31'],
    ['near=&view=month&month=2026-05&cost_max=20&when=any', 'cost_max=20'],
    ['near=&price=%F0&when=never', ''],
  ])('26.1 a chip keeps what is typed and chosen: %s', async (sent, wanted) => {
    expect(await tapped(`/?${sent}`)).toBe(wanted ? `/?${wanted}` : '/');
  });

  it('26.1 offers prices in the currency of the site, each one tap', async () => {
    const { html } = await page('/');
    for (const price of ['Up to €10', 'Up to €20', 'Up to €50']) expect(html).toContain(price);
    expect(await tapped('/?near=&price=20')).toBe('/?cost_max=20');
    const cheap = await page('/?cost_max=20');
    expect(texts(cheap.html)).toContain("What's on, up to €20");
    expect(texts(cheap.html)).toContain('Jazz for all');
    expect(cheap.html).toContain('Cheap jazz');
    expect(cheap.html).not.toContain('Dear jazz');
    expect(cheap.html).not.toContain('Another filter');
    expect(cheap.html).toContain('name="price" value="20" aria-current="true">Up to €20<');
    const other = await page('/?cost_min=5&cost_currency=usd');
    expect(texts(other.html)).toContain('From $5');
    expect(other.html).toContain('name="price" value="20 USD">Up to $20<');
    const lower = await page('/?cost_max=20&cost_currency=eur');
    expect(lower.html).toContain('name="price" value="20" aria-current="true">');
    expect((await page('/?lang=de&cost_max=20')).html).toContain('Bis 20');
  });

  it('26.1 has a button below its fields, and names the category chosen', async () => {
    const { html } = await page('/?categories=jazz');
    const form = html.slice(html.indexOf('<form'), html.indexOf('</form>'));
    expect(form.match(/<button type="submit"(?! form)/g)).toHaveLength(2);
    expect(form).toContain('Filters &amp; sort · <bdi>Jazz</bdi></summary>');
  });

  it('15 suggests towns: those of the listing first, then those of the table', async () => {
    const ask = async (query: string) =>
      (await app.call({ request: `GET /events/suggest?${query}` })).body.suggestions.map(
        ({ type, text }: Json) => `${type} ${text}`,
      );
    const towns = await ask('q=M%C3%BCn&types=city,town');
    expect(towns.slice(0, 2)).toEqual(['city München', 'city Münkelsbrunn']);
    expect(towns.join()).toContain('town Münster, ');
    expect(towns).not.toContain('town Munich, Germany');
    expect(towns).toHaveLength(8);
    expect(await ask('q=jaz&types=category')).toEqual(['category Jazz']);
    expect((await ask('q=M%C3%BCn')).join()).not.toContain('town ');
    const wrong = await app.call({ request: 'GET /events/suggest?q=a&types=planet' });
    expect(wrong.body.data.params).toHaveProperty('types');
  });

  const meanings: [string, string, string, Record<string, string>][] = [
    [
      'free jazz in Berlin this weekend',
      'en',
      '“jazz” around Berlin (40 km) this weekend, free',
      { search: 'jazz', is_free: 'true', geoloc_lat: '52.524', overlaps: 'weekend,weekend' },
    ],
    [
      'kostenlos Jazz in Berlin am Wochenende',
      'de',
      '„Jazz“ rund um Berlin (40 km) am Wochenende, kostenlos',
      { search: 'Jazz', is_free: 'true', overlaps: 'weekend,weekend' },
    ],
    ['jazz tonight under €20', 'en', '“jazz” tonight, up to €20', { cost_max: '20' }],
    ['Jazz heute Abend bis 20 Euro', 'de', '', { cost_max: '20', day: 'tonight' }],
    ['near Münkelsbrunn', 'en', '', { geoloc_lat: '48.5', geoloc_lng: '11.1' }],
    ['tomorrow', 'en', '', { overlaps: 'tomorrow,tomorrow' }],
    ['freestyle jazz free', 'en', '', { search: 'freestyle jazz', is_free: 'true' }],
  ];
  it.each(
    meanings,
  )('26.1 offers what %j means, and changes nothing', async (words, lang, title, wanted) => {
    const { html } = await page(`/?lang=${lang}&search=${encodeURIComponent(words)}`);
    const meant = meantIn(html);
    expect(meant?.params).toMatchObject({ ...wanted, lang });
    if (title) expect(meant?.title).toBe(title);
    // What is listed is what was asked for.
    expect(texts(html)).toContain(words);
    const { params } = meant ?? { params: {} };
    const link = await page(`/?${new URLSearchParams(params)}`);
    expect(link.status).toBe(200);
    expect(meantIn(link.html)).toBeNull();
  });

  const plain = ['jazz', 'freedom', 'in', 'in concert xyzzy', 'under 20', 'infinity in', '((in [a'];
  it.each(plain)('26.1 %j means its words alone', async (words) => {
    expect(meantIn((await page(`/?search=${encodeURIComponent(words)}`)).html)).toBeNull();
  });

  it('26.1 asks for no town that is set already', async () => {
    const around = 'geoloc_lat=48.137&geoloc_lng=11.575&search=jazz+in+Berlin+today&day=tonight';
    expect(meantIn((await page(`/?${around}`)).html)).toBeNull();
  });

  it('26.3 shows errors as sentences with a search, and names no parameter', async () => {
    const bad = ['cost_max=cheap', 'cost_max=-1', 'view=month&month=x', 'geoloc_lat=1', 'page=0'];
    for (const query of [
      ...bad,
      'cost_max=1e999',
      'orderby=%E2%80%AE',
      'types=x&radius=%00&page=x',
    ]) {
      for (const lang of ['en', 'de']) {
        const { status, html } = await page(`/?${query}&lang=${lang}`);
        expect(status, query).toBe(400);
        const words = texts(html.slice(html.indexOf('<main')));
        expect(words, query).toContain(lang === 'en' ? "couldn't run this search" : 'Suche');
        expect(words).not.toMatch(/cost_max|geoloc|month|page\b.*param|orderby|rest_/);
        expect(html).toContain('<input type="search" id="search-text" name="search"');
      }
    }
    const nowhere = await page('/event/nothing/?lang=de');
    expect([nowhere.status, nowhere.html.includes('name="search"')]).toEqual([404, true]);
  });

  it('26.7 takes no harm from languages that are none', async () => {
    const long = Array.from({ length: 1000 }, (_, at) => `x${at}`)
      .join(', ')
      .slice(0, 8000);
    expect((await page('/', { 'accept-language': long })).status).toBe(200);
    const { status, headers } = await page('/?lang=xx');
    expect([status, headers.get('content-language')]).toEqual([200, 'en']);
  });

  it('26.7 signs that turn a text end with it', async () => {
    const title = 'Evil \u202egnp.exe\u2069\u2066';
    const url = 'https://evil.test/\u202ea';
    const event = await givenEvent(app, { title, slug: 'evil', website: url });
    const { html } = await page('/event/evil/');
    const head = html.slice(0, html.indexOf('</head>'));
    expect(head).toMatch(/<title>Evil gnp\.exe · [^<\u202a-\u202e\u2066-\u2069]* – example\.com</);
    expect(html).toContain('https://evil.test/%E2%80%AEa');
    expect((await page(`/?search=${encodeURIComponent(title)}`)).html).not.toMatch(
      /\u202e“|\u202e<\/h1/,
    );
    await app.given({ request: `DELETE /events/${event.id}` });
  });
});

describe('a site in miles', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await open({ ...euros, SITE_UNIT: 'mi', SITE_LANGUAGES: 'en,de' });
  });
  afterAll(() => app?.close());
  const around = 'geoloc_lat=52.6&geoloc_lng=13.405';

  it('26.1 has them in choices, filters, cards, lists nearby and the map', async () => {
    const { html } = await openPage(app, `/?${around}`);
    const words = texts(html);
    expect(words).toContain('Within 25 mi of you');
    expect(words).toContain('5.5 mi away');
    expect(html).toMatch(/<option value(="")? selected>25 mi</);
    expect(html).toContain('data-unit="mi"');
    expect(words).not.toMatch(/\d km/);
    // A radius that the form sends is one in miles.
    expect(html).toContain('<input type="hidden" name="geoloc_unit" value="mi"/>');
    const sent = await openPage(app, `/?${around}&geoloc_radius=5&geoloc_unit=mi`);
    expect(texts(sent.html)).toContain('Within 5 mi of you');
    expect(texts(sent.html)).toContain('0 events');
    const german = await openPage(app, `/?${around}&lang=de`);
    expect(texts(german.html)).toContain('25 mi');
  });

  it('26.1 a radius of the interface stays what it is there', async () => {
    const { html } = await openPage(app, `/?${around}&geoloc_radius=10`);
    expect(texts(html)).toContain('Within 10 km of you');
    expect(texts(html)).toContain('3 events');
  });
});
