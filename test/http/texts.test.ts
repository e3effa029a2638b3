/** Texts in several languages. Contract 33. */
import { beforeAll, expect, it } from 'vitest';
import { omit } from '../../src/lib/omit.js';
import type { Json } from '../support/app.js';
import { describeApp } from '../support/shared.js';

const settings = { SITE_LANGUAGES: 'de,fr,it' };
const times = { start_date: '2026-05-01 10:00:00', end_date: '2026-05-01 12:00:00' };

describeApp(
  '33 texts by language',
  (app) => {
    const as = 'admin';
    const put = (path: string, body: Json) => app().given({ request: `PUT ${path}`, as, body });
    const read = (path: string) => app().given({ request: `GET ${path}`, as });
    let id = 0;

    beforeAll(async () => {
      const body = {
        ...times,
        title: { de: 'Stadtfest', fr: 'Fête de la ville' },
        description: 'Mit Musik.',
        venue: { venue: { de: 'Rathaus', it: 'Municipio' } },
      };
      ({ id } = await app().given({ request: 'POST /events', as, body }));
    });

    it('reads the asked one, else the default, else the first there', async () => {
      const standard = await read(`/events/${id}`);
      expect([standard.title, standard.venue.venue]).toEqual(['Stadtfest', 'Rathaus']);
      expect(standard).not.toHaveProperty('text_languages');
      const french = await read(`/events/${id}?lang=fr`);
      expect([french.title, french.description]).toEqual(['Fête de la ville', 'Mit Musik.']);
      expect(french.text_languages).toEqual({ description: 'de' });
      expect(french.venue).toMatchObject({ venue: 'Rathaus', text_languages: { venue: 'de' } });
      const all = await read(`/events/${id}?lang=all`);
      expect(all).toMatchObject({
        title: { de: 'Stadtfest', fr: 'Fête de la ville' },
        description: { de: 'Mit Musik.' },
        excerpt: {},
        venue: { venue: { de: 'Rathaus', it: 'Municipio' } },
        json_ld: { name: 'Stadtfest' },
      });
    });

    it.each([
      '',
      '?lang=fr',
      '?lang=it',
      '?lang=all',
    ])('PUT of GET%s changes nothing', async (lang) => {
      const before = await read(`/events/${id}?lang=all`);
      await put(`/events/${id}${lang}`, await read(`/events/${id}${lang}`));
      expect(await read(`/events/${id}?lang=all`)).toEqual(before);
    });

    it('a plain text is that of lang, and the others stay', async () => {
      await put(`/events/${id}?lang=fr`, { description: 'Avec musique.' });
      await put(`/events/${id}`, { description: 'Mit viel Musik.' });
      await put(`/events/${id}`, { description: { it: 'Con musica.' } });
      const { description } = await read(`/events/${id}?lang=all`);
      expect(description).toEqual({
        de: 'Mit viel Musik.',
        fr: 'Avec musique.',
        it: 'Con musica.',
      });
      await put(`/events/${id}`, { description: { it: null, fr: '' } });
      expect((await read(`/events/${id}?lang=all`)).description).toEqual({ de: 'Mit viel Musik.' });
    });

    it.each([
      ['events', { title: 'Fränkische Größen: Öl' }, 'fraenkische-groessen-oel'],
      ['events', { title: { fr: 'Größen' } }, 'grossen'],
      ['events', { title: 'Übung', slug: 'übung' }, 'ubung'],
      ['venues', { venue: 'Brücke' }, 'bruecke'],
      // Files name terms without slugs: another spelling would make a second term.
      ['categories', { name: 'Führung' }, 'fuhrung'],
    ])('%s: the slug of %o is %s', async (route, body, slug) => {
      const call = { request: `POST /${route}`, as, body: { ...times, ...body } };
      expect((await app().given(call)).slug).toBe(slug);
    });

    it('a slug that was given stays, whatever the title', async () => {
      const body = { ...times, title: 'Grosse Nacht', slug: 'grosse-nacht' };
      const event = await app().given({ request: 'POST /events', as, body });
      await put(`/events/${event.id}`, { title: 'Größe Nächte' });
      expect((await read(`/events/${event.id}`)).slug).toBe('grosse-nacht');
    });

    it('a title needs one, whichever', async () => {
      const body = { title: { de: 'Markt', it: 'Mercato' }, ...times };
      const made = await app().given({ request: 'POST /events?lang=all', as, body });
      expect(made.title).toEqual({ de: 'Markt', it: 'Mercato' });
      const moved = await put(`/events/${made.id}?lang=all`, { title: { de: null } });
      expect([moved.title, moved.slug]).toEqual([{ it: 'Mercato' }, 'markt']);
      const again = await put(`/events/${made.id}?lang=all`, { title: 'Markt' });
      expect(again.title).toEqual({ de: 'Markt', it: 'Mercato' });
      const none = { title: { de: null, it: null } };
      const { status, body: error } = await app().call({
        request: `PUT /events/${made.id}`,
        as,
        body: none,
      });
      expect([status, Object.keys(error.data.params)]).toEqual([400, ['title']]);
    });

    it('lists are in the language, and found by words of all', async () => {
      const events = async (query: string) => {
        const { events } = await read(`/events?start_date=2026-04-01&${query}`);
        return events;
      };
      for (const word of ['stadtfest', 'ville', 'municipio', 'musik']) {
        expect(
          (await events(`search=${word}`)).map((one: Json) => one.id),
          word,
        ).toEqual([id]);
      }
      const [french] = await events('search=ville&lang=fr');
      expect(french).toMatchObject({
        title: 'Fête de la ville',
        text_languages: { description: 'de' },
        venue: { venue: 'Rathaus', text_languages: { venue: 'de' } },
      });
      const [italian] = await events('search=ville&lang=it');
      expect(italian).toMatchObject({ title: 'Stadtfest', venue: { venue: 'Municipio' } });
      const all = await read(`/events/${id}?lang=all`);
      const others = omit(all, ['json_ld']);
      const venue = omit(all.venue, ['json_ld']);
      const [listed] = await events('search=ville&lang=all');
      expect(listed).toEqual({ ...others, venue });
      const [plain] = await events('search=ville');
      expect(plain).not.toHaveProperty('text_languages');
    });

    it('an untranslated record says in which language it is', async () => {
      const title = 'Nur deutsch';
      await app().given({ request: 'POST /events', as, body: { ...times, title } });
      const { events } = await read('/events?start_date=2026-04-01&search=deutsch&lang=fr');
      const one = await read(`/events/${events[0].id}?lang=fr`);
      expect(events[0].text_languages).toEqual({ title: 'de' });
      expect(one.text_languages).toEqual({ title: 'de' });
    });

    it('facets and suggestions follow it', async () => {
      const facets = async (lang: string) =>
        (await read(`/events?start_date=2026-04-01&facets=venue${lang}`)).facets.venue[0].name;
      expect([await facets(''), await facets('&lang=it'), await facets('&lang=fr')]).toEqual([
        'Rathaus',
        'Municipio',
        'Rathaus',
      ]);
      const texts = async (query: string) =>
        (await read(`/events/suggest?${query}`)).suggestions.map((one: Json) => one.text);
      expect(await texts('q=mun&lang=it')).toEqual(['Municipio']);
      expect(await texts('q=mun')).toEqual(['Rathaus']);
      expect(await texts('q=fête&lang=fr')).toEqual(['Fête de la ville']);
    });

    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`x${at}`, 'Text']));
    it.each<[string, Json, string[]]>([
      ['POST /events', { ...times, title: many }, ['title']],
      ['POST /events', { ...times, title: { de: 'A', en: 'B' } }, ['title']],
      ['POST /events', { ...times, title: { de: 'A', fr: '' } }, ['title.fr']],
      ['POST /events', { ...times, title: { de: 'A', fr: ['B'] } }, ['title.fr']],
      ['POST /events', { ...times, title: { fr: 'x'.repeat(1001) } }, ['title']],
      ['POST /events?lang=xx', { ...times, title: 'A' }, ['lang']],
      ['GET /events/1?lang=xx', undefined, ['lang']],
      ['GET /events?lang=xx', undefined, ['lang']],
      ['GET /events/suggest?q=a&lang=xx', undefined, ['lang']],
      ['GET /events/changes?lang=xx', undefined, ['lang']],
      ['GET /events.ics?lang=all', undefined, ['lang']],
    ])('%s: refused by name (%#)', async (request, body, params) => {
      const answer = await app().call({ request, as, body });
      expect([answer.status, Object.keys(answer.body.data.params)]).toEqual([400, params]);
    });
  },
  { settings },
);
