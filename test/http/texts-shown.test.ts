/** Texts by language on pages, in feeds and in the change feed. Contract 26.7, 33. */
import { beforeAll, expect, it } from 'vitest';
import { drain } from '../../src/sync/drain.js';
import type { Json } from '../support/app.js';
import { describeApp } from '../support/shared.js';
import { openPage } from '../support/site.js';

describeApp(
  '33 texts by language, shown',
  (app) => {
    const as = 'admin';
    const open = async (path: string, accepted = 'de') =>
      (await openPage(app(), path, { headers: { 'accept-language': accepted } })).html;
    const read = async (request: string) => (await app().call({ request })).text;

    beforeAll(async () => {
      const times = { start_date: '2026-05-01 10:00:00', end_date: '2026-05-01 12:00:00' };
      const post = (path: string, body: Json) =>
        app().given({ request: `POST /${path}`, as, body });
      const category = { name: { de: 'Konzerte', fr: 'Concerts' } };
      const { slug } = await post('categories', category);
      await post('events', {
        ...times,
        title: { de: 'Stadtfest', fr: 'Fête de la ville' },
        description: { de: 'Mit Musik.' },
        venue: { venue: { fr: 'Salle du lac' } },
        organizer: { organizer: 'Verein' },
        event_status: 'postponed',
        event_status_reason: { fr: 'La pluie' },
        categories: [slug],
        language: 'de-CH',
      });
      await drain(app().deps);
    });

    it('a page is in the language of the visitor, and marks what is not', async () => {
      const german = await open('/event/stadtfest/');
      expect(german).toMatch(/<h1 dir="auto">Stadtfest<\/h1>/);
      expect(german).toMatch(/<a dir="auto" lang="fr" [^>]*>Salle du lac</);
      expect(german).toMatch(/lang="fr">La pluie</);
      expect(german).toMatch(/>Konzerte</);
      const french = await open('/event/stadtfest/', 'fr');
      expect(french).toMatch(/<h1 dir="auto">Fête de la ville<\/h1>/);
      expect(french).toMatch(/<a dir="auto" href[^>]*>Salle du lac</);
      expect(french).toMatch(/lang="de"[^>]*>Mit Musik\.</);
      expect(french).toMatch(/<a dir="auto" lang="de" [^>]*>Verein</);
      expect(french).toMatch(/>Concerts</);
      expect(french).toMatch(/"name":"Fête de la ville"/);
      expect(french).toMatch(/"inLanguage":"de-CH"/);
      const files = (html: string) =>
        html.match(/href="[^"]*\.ics[^"]*"/g)?.map((one) => one.slice(-13));
      expect(new Set(files(french))).toEqual(new Set(['.ics?lang=fr"']));
      expect(files(german)?.every((one) => one.endsWith('.ics"'))).toBe(true);
    });

    it('a town and its country are called as in the language', async () => {
      const near = '/?geoloc_lat=48.137&geoloc_lng=11.575';
      expect(await open(near)).toMatch(/id="near"[^>]* value="München, Deutschland"/);
      expect(await open(near)).toMatch(/<h1[^>]*>[^<]*um München \(/);
      expect(await open(near, 'fr')).toMatch(/id="near"[^>]* value="Munich, Allemagne"/);
    });

    it('so is a list, with its form and its heading', async () => {
      const list = await open('/', 'fr');
      expect(list).toMatch(/>Fête de la ville</);
      expect(list).toMatch(/>Concerts \(1\)</);
      expect(await open('/?categories=konzerte', 'fr')).toMatch(/<h1[^>]*>[^<]*Concerts/);
      const german = await open('/?start_date=2026-05-01');
      expect(german).toMatch(/<a dir="auto" lang="fr" [^>]*>Salle du lac</);
      expect(await open('/events/category/konzerte/', 'fr')).toMatch(/<h1 dir="auto">Concerts</);
    });

    it('feeds name the language of what they say', async () => {
      const ics = await read('GET /events.ics?start_date=2026-04-01&lang=fr');
      expect(ics).toMatch(/SUMMARY;LANGUAGE=fr:Fête de la ville\r\n/);
      expect(ics).toMatch(/DESCRIPTION;LANGUAGE=de:Mit Musik\.\r\n/);
      expect(ics).toMatch(/COMMENT;LANGUAGE=fr:La pluie\r\n/);
      const atom = await read('GET /events.atom?start_date=2026-04-01&lang=fr');
      expect(atom).toMatch(/<feed [^>]*xml:lang="fr"/);
      expect(atom).toMatch(/<title>[^<]*Fête de la ville<\/title>/);
      expect(atom).toMatch(/<content xml:lang="de" type="text">Mit Musik\.</);
      const rss = await read('GET /events.rss?start_date=2026-04-01');
      expect(rss).toMatch(/<language>de<\/language>/);
      const jsonld = await read('GET /events.jsonld?start_date=2026-04-01&lang=fr');
      expect(jsonld).toMatch(/"inLanguage":"de-CH"/);
    });

    it('the change feed has all, or the language asked for', async () => {
      const data = async (query: string) => {
        const { items } = JSON.parse(await read(`GET /events/changes${query}`));
        return items[0].data;
      };
      expect((await data('')).title).toEqual({ de: 'Stadtfest', fr: 'Fête de la ville' });
      expect((await data('?lang=fr')).title).toBe('Fête de la ville');
      const { items } = JSON.parse(await read('GET /events/changes?rows=true'));
      expect(items[0].row).toMatchObject({ title: 'Stadtfest', 'title.fr': 'Fête de la ville' });
    });
  },
  { settings: { SITE_LANGUAGES: 'de,fr' } },
);
