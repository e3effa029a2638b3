/** What is changed, removed or made in a listing that follows another one. Contract 32. */
import { describe, expect, it } from 'vitest';
import { removeSource } from '../../src/sources/remove.js';
import { catchUp, disagreements } from '../support/agree.js';
import type { Json } from '../support/app.js';
import { givenEvent, givenTerm, givenVenue } from '../support/factories.js';
import {
  events,
  follow,
  type Marquee,
  patch,
  ran,
  remove,
  titles,
  useMarquees,
} from '../support/marquees.js';

const marquees = useMarquees();
const german = useMarquees({ settings: { SITE_LANGUAGES: 'de,fr,en' } });
const french = useMarquees({ settings: { SITE_LANGUAGES: 'fr,de,en' } });

const named = async (one: Marquee, title: string): Promise<Json> =>
  (await events(one)).find((event) => event.title === title);

const weekly = {
  ...{ title: 'Weekly', start_date: '2026-03-16 19:00:00', end_date: '2026-03-16 20:00:00' },
  recurrence: 'FREQ=WEEKLY;COUNT=6',
};

describe('a listing that follows another one', () => {
  it('32 keeps what is changed here, field by field, and follows all others', async () => {
    const [a, b] = await marquees('a', 'b');
    const fair = await givenEvent(a, { title: 'Fair', excerpt: 'One', venue: { venue: 'Hall' } });
    const id = await follow(b, a);
    await ran(b, id);
    const { id: copy } = await named(b, 'Fair');
    await patch(b, 'events', copy, { title: 'Our fair' });
    await patch(a, 'events', fair.id, { title: 'Fete', excerpt: 'Two' });
    // A source that is removed and added again goes on where it was.
    await removeSource(b.deps, id);
    expect(await follow(b, a)).toBe(id);
    await ran(b, id);
    expect(await b.given({ request: `GET /events/${copy}` })).toMatchObject({
      ...{ title: 'Our fair', excerpt: 'Two', venue: { venue: 'Hall' } },
    });
    await patch(b, 'events', copy, { venue: [], start_date: '2026-03-20 10:00:00' });
    await patch(a, 'events', fair.id, { start_date: '2026-03-20 08:00:00', excerpt: 'Three' });
    await ran(b, id);
    expect(await b.given({ request: `GET /events/${copy}` })).toMatchObject({
      ...{ title: 'Our fair', excerpt: 'Three', venue: [], start_date: '2026-03-20 10:00:00' },
    });
    // What is as there again follows again.
    await patch(b, 'events', copy, { title: 'Fete' });
    await patch(a, 'events', fair.id, { excerpt: 'Four' });
    await ran(b, id);
    await patch(a, 'events', fair.id, { title: 'Gala' });
    await ran(b, id);
    expect((await b.given({ request: `GET /events/${copy}` })).title).toBe('Gala');
    const hall = (await named(a, 'Gala')).venue;
    const { venues } = await b.given({ request: 'GET /venues' });
    await patch(b, 'venues', venues[0].id, { phone: '1' });
    await patch(a, 'venues', hall.id, { phone: '2', venue: 'Hall 2' });
    await ran(b, id);
    const { venues: after } = await b.given({ request: 'GET /venues' });
    expect(after[0]).toMatchObject({ phone: '1', venue: 'Hall 2' });
    expect(await removeSource(b.deps, id, { withEvents: true })).toMatchObject({ trashed: 1 });
    const shown = async () => [await titles(b), (await b.given({ request: 'GET /venues' })).venues];
    expect(await shown()).toEqual([[], []]);
    await ran(b, await follow(b, a));
    expect(await shown()).toMatchObject([['Gala'], [{ phone: '1', venue: 'Hall 2' }]]);
  });

  it.each([
    ['of the same first language', german],
    ['of another first language', french],
  ])('32 follows texts by language, and keeps those that are written here, %s', async (_, others) => {
    const [a] = await german('a');
    const b = (await others('b')).at(-1) as Marquee;
    const texts = { title: { de: 'Fest', fr: 'Fête' }, excerpt: { de: 'Eins', fr: 'Un' } };
    const { id: there } = await givenEvent(a, texts);
    const id = await follow(b, a);
    await ran(b, id);
    const [{ id: here }] = await events(b);
    await patch(b, 'events', here, { description: { fr: 'Ici' }, excerpt: { fr: 'Notre' } });
    const shown = async () => {
      await ran(b, id);
      const { title, excerpt, description } = await b.given({
        request: `GET /events/${here}?lang=all`,
      });
      return { title, excerpt, description };
    };
    await patch(a, 'events', there, { title: { fr: null, en: 'Fair' }, excerpt: 'Zwei' });
    expect(await shown()).toEqual({
      title: { de: 'Fest', en: 'Fair' },
      excerpt: { de: 'Zwei', fr: 'Notre' },
      description: { fr: 'Ici' },
    });
    await patch(a, 'events', there, { title: { de: null }, excerpt: { de: null, fr: 'Deux' } });
    expect(await shown()).toEqual({
      title: { en: 'Fair' },
      excerpt: { fr: 'Notre' },
      description: { fr: 'Ici' },
    });
  });

  it('32 keeps what is changed in dates and rules here', async () => {
    const [a, b] = await marquees('a', 'b');
    const series = await givenEvent(a, weekly);
    const id = await follow(b, a);
    await ran(b, id);
    const [first, second, third, fourth] = await events(b);
    await patch(b, 'events', first.id, { title: 'Ours' });
    await remove(b, 'events', second.id);
    await remove(b, 'events', third.id, '?force=true');
    const [there, , , other] = await events(a);
    await patch(a, 'events', there.id, { title: 'Theirs', excerpt: 'Theirs' });
    await patch(a, 'events', other.id, { excerpt: 'Other' });
    await ran(b, id);
    const shownOf = ({ title, excerpt }: Json) => [title, excerpt];
    const expected = [
      ...[
        ['Ours', 'Theirs'],
        ['Weekly', 'Other'],
        ['Weekly', ''],
        ['Weekly', ''],
      ],
    ];
    expect((await events(b)).map(shownOf)).toEqual(expected);
    await patch(a, 'events', series.id, { recurrence: 'FREQ=WEEKLY;COUNT=7' });
    await ran(b, id);
    expect((await events(b)).map(shownOf)).toEqual([...expected, ['Weekly', '']]);
    // What a date has no more there is as in the series again, but not what was changed here.
    await patch(a, 'events', there.id, { title: 'Weekly', excerpt: '' });
    await patch(a, 'events', other.id, { excerpt: '' });
    await ran(b, id);
    expect((await events(b)).map(shownOf).slice(0, 2)).toEqual([
      ['Ours', ''],
      ['Weekly', ''],
    ]);
    const whole = (await events(b))[1].recurrence.series_id;
    await patch(b, 'events', whole, { recurrence: 'FREQ=WEEKLY;COUNT=4' });
    await patch(a, 'events', series.id, { recurrence: 'FREQ=WEEKLY;COUNT=9', excerpt: 'New' });
    await ran(b, id);
    expect((await events(b)).map(shownOf)).toEqual([
      ['Ours', 'New'],
      ['Weekly', 'New'],
      ['Weekly', 'New'],
    ]);
    expect(fourth.id).toBe((await events(b))[2].id);
    expect(await disagreements(b.deps)).toEqual([]);
  });

  it('32 keeps away what is removed here, and brings back what only the other removed', async () => {
    const [a, b] = await marquees('a', 'b');
    const [one, two] = [
      await givenEvent(a, { title: 'One' }),
      await givenEvent(a, { title: 'Two', start_date: '2026-03-20 10:00:00' }),
    ];
    for (const title of ['Three', 'Four', 'Five']) await givenEvent(a, { title });
    const id = await follow(b, a);
    await ran(b, id);
    await remove(b, 'events', (await named(b, 'One')).id);
    await remove(a, 'events', two.id);
    await patch(a, 'events', one.id, { excerpt: 'Changed' });
    expect(await ran(b, id)).toMatchObject({ missing: 1, lines: ['missing: event: Two'] });
    expect(await titles(b)).toEqual(['Five', 'Four', 'Three']);
    await patch(a, 'events', two.id, { status: 'publish', title: 'Two again' });
    await remove(a, 'events', one.id);
    await patch(a, 'events', one.id, { status: 'publish' });
    await ran(b, id);
    expect(await titles(b)).toEqual(['Five', 'Four', 'Three', 'Two again']);
    await removeSource(b.deps, id);
    await remove(a, 'events', two.id);
    expect(await titles(b)).toEqual(['Five', 'Four', 'Three', 'Two again']);
    const back = await follow(a, b);
    await ran(a, back);
    expect(await titles(a)).toEqual(['Five', 'Four', 'One', 'Three']);
  });

  it('32 never has drafts, and renamed, merged and removed terms and venues', async () => {
    const [a, b] = await marquees('a', 'b');
    const ours = await givenTerm(b, 'categories', 'Music', { description: 'Ours' });
    const there = await givenTerm(a, 'categories', 'Music', { description: 'Theirs' });
    const dance = await givenTerm(a, 'categories', 'Dance');
    const [hall, same] = [
      await givenVenue(a, { venue: 'Hall', city: 'Ghent' }),
      await givenVenue(a, { venue: 'The Hall', city: 'Ghent' }),
    ];
    await givenEvent(a, { title: 'Dance', categories: ['Dance', 'Music'], venue: same.id });
    await givenEvent(a, { title: 'Secret', status: 'draft', venue: { venue: 'Secret place' } });
    await givenEvent(a, { title: 'Later', status: 'private', categories: ['Music'] });
    const id = await follow(b, a);
    await ran(b, id);
    expect(await titles(b)).toEqual(['Dance']);
    expect((await named(b, 'Dance')).categories.map(({ id: one }: Json) => one)).toContain(ours.id);
    await patch(a, 'categories', dance.id, { name: 'Ballet', description: 'New' });
    await patch(a, 'categories', there.id, { name: 'Noise', description: 'New' });
    await a.given({ request: `POST /venues/${hall.id}/merge`, body: { drop: [same.id] } });
    await catchUp(a.deps);
    await ran(b, id);
    const copy = await named(b, 'Dance');
    expect(copy.categories.map(({ name }: Json) => name).sort()).toEqual(['Ballet', 'Music']);
    expect(copy.venue.venue).toBe('Hall');
    const { venues } = await b.given({ request: 'GET /venues' });
    expect(venues.map(({ venue }: Json) => venue).sort()).toEqual(['Hall', 'Secret place']);
    // A venue that an event of this listing uses stays.
    await givenEvent(b, { title: 'Ours', venue: copy.venue.id, categories: [ours.id] });
    await remove(a, 'venues', hall.id);
    await a.given({ request: `DELETE /categories/${dance.id}?force=true` });
    await catchUp(a.deps);
    await ran(b, id);
    expect((await named(b, 'Ours')).venue.venue).toBe('Hall');
    expect((await named(b, 'Dance')).venue).toEqual([]);
    const { categories } = await b.given({ request: 'GET /categories?hide_empty=false' });
    expect(categories.map(({ name }: Json) => name)).toEqual(['Music']);
    expect(await disagreements(b.deps)).toEqual([]);
  });
});
