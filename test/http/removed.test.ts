/** Who removed a record, and who brings it back. Source: Contract 8, 24.2, 29.2. */
import { expect } from 'vitest';
import { kinds } from '../../src/kinds/index.js';
import type { Kind } from '../../src/kinds/kind.js';
import { emptyTrash } from '../../src/records/erase.js';
import { drain } from '../../src/sync/drain.js';
import type { Json, TestApp } from '../support/app.js';
import { eventPayload, givenEvent, givenVenue } from '../support/factories.js';
import { exported } from '../support/files.js';
import { load } from '../support/http-loads.js';
import { loadRows } from '../support/load-rows.js';
import { inMarch } from '../support/series.js';

const DAY_MS = 86_400_000;
const RULE = 'FREQ=WEEKLY;COUNT=3';
const SHORTER = 'FREQ=WEEKLY;COUNT=2';
const [FIRST, SECOND, THIRD] = ['03-03', '03-10', '03-17'].map((day) => `2026-${day} 19:00:00`);

const create = async (app: TestApp, extra: Json = {}): Promise<Json> => {
  const times = { start_date: FIRST, end_date: '2026-03-03 21:00:00', timezone: 'Europe/Paris' };
  const body = eventPayload({ title: 'Market', recurrence: RULE, ...times, ...extra });
  const series = await app.given({ request: 'POST /events', body });
  await drain(app.deps);
  return series;
};

const change = async (app: TestApp, { id }: Json, body: Json): Promise<Json> => {
  const answer = await app.given({ request: `PATCH /events/${id}`, body });
  await drain(app.deps);
  return answer;
};

const remove = async (app: TestApp, { id }: Json): Promise<Json> => {
  const answer = await app.given({ request: `DELETE /events/${id}` });
  await drain(app.deps);
  return answer;
};

const list = async (app: TestApp, query: string): Promise<Json[]> =>
  (await app.given({ request: `GET /events?per_page=50&starts_after=2000-01-01&${query}` })).events;

const datesOf = async (app: TestApp, { id }: Json): Promise<Json[]> =>
  (await list(app, 'recurring=true')).filter(({ recurrence }) => recurrence.series_id === id);

const starts = async (app: TestApp, series: Json): Promise<string[]> =>
  (await datesOf(app, series)).map(({ start_date }) => start_date);

inMarch('8 removal', {
  'a date that a user removed stays removed when its series returns; its rules lose and regain it':
    async (app) => {
      const series = await create(app);
      const [, second] = await datesOf(app, series);
      await remove(app, second as Json);
      await remove(app, series);
      expect(await starts(app, series)).toEqual([]);
      await change(app, series, { status: 'publish' });
      expect(await starts(app, series)).toEqual([FIRST, THIRD]);
      await change(app, series, { recurrence: 'FREQ=WEEKLY;COUNT=1' });
      await change(app, series, { recurrence: RULE });
      expect(await starts(app, series)).toEqual([FIRST, THIRD]);
      await change(app, second as Json, { status: 'publish' });
      expect(await starts(app, series)).toEqual([FIRST, SECOND, THIRD]);
    },

  'a date that the rules lack stays removed when its series returns, until they have it again':
    async (app) => {
      const series = await create(app);
      await change(app, series, { recurrence: SHORTER });
      await remove(app, series);
      await change(app, series, { status: 'publish' });
      expect(await starts(app, series)).toEqual([FIRST, SECOND]);
      await change(app, series, { recurrence: RULE });
      expect(await starts(app, series)).toEqual([FIRST, SECOND, THIRD]);
    },

  'a past date that the rules lack by now returns with its series, and so do those of an ended one':
    async (app) => {
      const series = await create(app);
      app.clock.nowMs += 10 * DAY_MS;
      const later = { start_date: '2026-03-17 19:00:00', end_date: '2026-03-17 21:00:00' };
      await change(app, series, { ...later, recurrence: SHORTER });
      const before = await starts(app, series);
      expect(before).toEqual([FIRST, SECOND, THIRD, '2026-03-24 19:00:00']);
      await remove(app, series);
      await change(app, series, { status: 'publish' });
      expect(await starts(app, series)).toEqual(before);
      const [, , , last] = await datesOf(app, series);
      await change(app, last as Json, { title: 'Last' });
      await change(app, series, { recurrence: null });
      const left = await starts(app, series);
      await remove(app, series);
      expect(await starts(app, series)).toEqual([]);
      await change(app, series, { status: 'publish' });
      expect(await starts(app, series)).toEqual(left);
    },

  'a date that a user restores stays, as an RDATE where the rules lack it': async (app) => {
    const series = await create(app);
    const [, , third] = await datesOf(app, series);
    await change(app, series, { recurrence: SHORTER });
    const restored = await change(app, third as Json, { status: 'publish' });
    expect(restored).toMatchObject({ status: 'publish', slug: 'market-2026-03-17' });
    const { recurrence } = await change(app, series, { title: 'Fair' });
    expect(recurrence.rules).toEqual(['RRULE:FREQ=WEEKLY;COUNT=2', 'RDATE:20260317T190000']);
    expect((await datesOf(app, series)).map(({ title }) => title)).toEqual(Array(3).fill('Fair'));
    await change(app, series, { recurrence: null });
    await change(app, third as Json, { status: 'publish' });
    await change(app, series, { title: 'Again' });
    expect(await starts(app, series)).toEqual([FIRST, THIRD]);
  },

  'a date of a removed series is not restored alone, but by its series': async (app) => {
    const series = await create(app);
    const [first] = await datesOf(app, series);
    await remove(app, series);
    const path = `/events/${first?.id}`;
    const alone = { request: `PATCH ${path}`, as: 'admin', body: { status: 'publish' } };
    const { status, body } = await app.call(alone);
    expect([status, Object.keys(body.data.params)]).toEqual([400, ['status']]);
    expect((await app.call({ request: `DELETE ${path}`, as: 'admin' })).status).toBe(410);
    await change(app, first as Json, { status: 'publish', scope: 'all' });
    expect(await starts(app, series)).toEqual([FIRST, SECOND, THIRD]);
  },

  "a user's removal replaces that by the series": async (app) => {
    const series = await create(app);
    const [, second] = await datesOf(app, series);
    await remove(app, series);
    expect((await change(app, second as Json, { status: 'trash' })).status).toBe('trash');
    await change(app, series, { status: 'publish' });
    expect(await starts(app, series)).toEqual([FIRST, THIRD]);
  },

  'dates dropped by a rule or removed with their series give up their slug, and get it back':
    async (app) => {
      const series = await create(app);
      const bySlug = async (slug: string) =>
        (await app.call({ request: `GET /events/by-slug/${slug}` })).status;
      await change(app, series, { recurrence: SHORTER });
      const path = 'market-2026-03-17';
      expect([await bySlug(path), await bySlug(`${path}__trashed`)]).toEqual([400, 403]);
      await remove(app, series);
      const slugs = (await list(app, 'status=trash')).map(({ slug }) => slug).sort();
      const days = ['03', '10', '17'];
      expect(slugs).toEqual(days.map((day) => `market-2026-03-${day}__trashed`));
      await givenEvent(app, { title: 'Market 2026-03-03' });
      await change(app, series, { status: 'publish', recurrence: RULE });
      const [first, ...others] = (await datesOf(app, series)).map(({ slug }) => slug);
      expect(first).toMatch(/^market-2026-03-03-\d+$/);
      expect(others).toEqual(['market-2026-03-10', 'market-2026-03-17']);
    },

  'the trash is emptied by the time of removal; of dates of a removed series with it alone': async (
    app,
  ) => {
    const deps = { ...app.deps, config: { ...app.deps.config, trashDays: 30 } };
    const series = await create(app, { recurrence: 'FREQ=WEEKLY;COUNT=20' });
    const single = await givenEvent(app, { title: 'Single' });
    const [, second] = await datesOf(app, series);
    await remove(app, second as Json);
    await remove(app, single);
    app.clock.nowMs += 20 * DAY_MS;
    await remove(app, series);
    app.clock.nowMs += 11 * DAY_MS;
    // Written since, but not removed since.
    await change(app, single, { title: 'Late' });
    while (!(await emptyTrash(deps))) await drain(app.deps);
    const left = (await list(app, 'status=trash')).map(({ id }) => id);
    expect(left).not.toContain(single.id);
    expect(left).toContain(second?.id);
    await change(app, series, { status: 'publish' });
    expect(await datesOf(app, series)).toHaveLength(19);
    const { recurrence } = await app.given({ request: `GET /events/${series.id}` });
    expect(recurrence.rules).toEqual(['RRULE:FREQ=WEEKLY;COUNT=20']);
  },

  'a merged venue is removed by the merge; restored, it is itself, with the next free slug': async (
    app,
  ) => {
    const kept = await givenVenue(app, { venue: 'Hall' });
    const dropped = await givenVenue(app, { venue: 'Barn' });
    await app.given({ request: `POST /venues/${kept.id}/merge`, body: { drop: [dropped.id] } });
    const stored = await app.deps.store.get('venue', { id: dropped.id });
    expect(stored).toMatchObject({ removed: { by: 'merge' }, slug: 'barn' });
    await givenVenue(app, { venue: 'Barn', city: 'Elsewhere' });
    const body = { status: 'publish' };
    const back = await app.given({ request: `PATCH /venues/${dropped.id}`, body });
    expect(back).toMatchObject({ id: dropped.id, slug: 'barn-2', status: 'publish' });
  },

  'a merged venue gives its key to the exports of the kept one, and has it again when restored':
    async (app) => {
      const kept = await givenVenue(app, { venue: 'Hall' });
      const put = (city: string) =>
        loadRows(
          app.deps,
          kinds.venue,
          [{ externalId: 'feeda:s3', payload: { venue: 'Barn', city } }],
          {
            caller: { id: 1, name: 'admin', role: 'administrator' },
          },
        );
      const ofRow = async (city: string) => {
        const [result] = await put(city);
        return [result?.outcome, result && 'record' in result && result.record?.id];
      };
      const [, dropped] = await ofRow('Ghent');
      await app.given({ request: `POST /venues/${kept.id}/merge`, body: { drop: [dropped] } });
      const keys = async () =>
        (await linesOf(app, kinds.venue)).map((line) => JSON.parse(line).external_id);
      expect((await keys()).at(-1)).toBe('feeda:s3');
      expect(await ofRow('Bruges')).toEqual(['unchanged', kept.id]);
      const hall = (await linesOf(app, kinds.venue)).at(-1)?.replace('"Hall"', '"Great hall"');
      expect(await loaded(app, 'venues', `${hall}`)).toMatchObject({
        status: 'updated',
        id: kept.id,
      });
      await app.given({ request: `PATCH /venues/${dropped}`, body: { status: 'publish' } });
      expect(await ofRow('Bruges')).toEqual(['updated', dropped]);
      expect(await keys()).toEqual([expect.stringMatching(/:\d+$/), 'feeda:s3']);
    },

  'the export of a merged organizer changes nothing when the kept one was erased': async (app) => {
    const [kept, dropped] = [
      await app.given({ request: 'POST /organizers', body: { organizer: 'Ann' } }),
      await app.given({ request: 'POST /organizers', body: { organizer: 'Ann B' } }),
    ];
    const body = { drop: [dropped.id] };
    await app.given({ request: `POST /organizers/${kept.id}/merge`, body });
    await app.given({ request: `DELETE /organizers/${kept.id}?force=true` });
    const [line] = await linesOf(app, kinds.organizer);
    expect(await loaded(app, 'organizers', `${line}`)).toMatchObject({ status: 'unchanged' });
  },
});

/** → the lines of an export. */
const linesOf = async ({ deps }: TestApp, kind: Kind): Promise<string[]> =>
  (await exported(deps, kind.name)).trim().split('\n');

/** → what became of a line that is loaded. */
const loaded = async (app: TestApp, route: string, line: string): Promise<Json> =>
  (await load(app, `${route}/bulk`, line)).lines[0];
