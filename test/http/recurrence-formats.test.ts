/** Series and their dates in calendars and structured data. Source: Contract 29.6. */
import { expect, it } from 'vitest';
import { datesOfCalendar } from '../lifecycle/expand.js';
import type { Json } from '../support/app.js';
import { eventPayload } from '../support/factories.js';
import { describeApp } from '../support/shared.js';

describeApp('29.6 formats of series', (app) => {
  it('a series is one calendar, a list has its dates', async () => {
    const series = await app().given({
      request: 'POST /events',
      body: eventPayload({
        title: 'Market',
        timezone: 'Europe/Paris',
        start_date: '2026-03-17 19:00:00',
        end_date: '2026-03-17 21:00:00',
        recurrence: ['FREQ=WEEKLY;UNTIL=20260430', 'EXDATE:20260407T190000'],
      }),
    });
    const { events } = await app().given({ request: 'GET /events?search=market' });
    const [, second, third] = events as Json[];
    const body = { title: 'Night market', start_date: '2026-03-24 20:00:00' };
    await app().given({ request: `PATCH /events/${second.id}`, body });
    await app().given({ request: `DELETE /events/${third.id}` });

    const { text } = await app().call({ request: `GET /events/${series.id}.ics` });
    const calendar = text.slice(text.indexOf('BEGIN:VEVENT'));
    const lines = calendar.replace(/\r\n /g, '').split('\r\n');
    const own = lines.filter((line: string) => /^(RRULE|EXDATE|RECURRENCE-ID|UID)/.test(line));
    const uid = `UID:event-${series.id}@example.com`;
    expect(own).toEqual([
      uid,
      'RRULE:FREQ=WEEKLY;UNTIL=20260430T215959Z',
      'EXDATE;TZID=Europe/Paris:20260331T190000,20260407T190000',
      uid,
      'RECURRENCE-ID;TZID=Europe/Paris:20260324T190000',
    ]);
    const list = await app().call({ request: 'GET /events.ics?search=market' });
    expect(list.text.match(/BEGIN:VEVENT/g)).toHaveLength(5);
    expect(list.text).not.toMatch(/RRULE:.*UNTIL|RECURRENCE-ID/);

    const answer = await app().given({ request: `GET /events/${series.id}` });
    expect(answer.json_ld.eventSchedule).toEqual({
      '@type': 'Schedule',
      repeatFrequency: 'P1W',
      startDate: '2026-03-17',
      endDate: '2026-04-28',
      startTime: '19:00:00',
      endTime: '21:00:00',
      scheduleTimezone: 'Europe/Paris',
      exceptDate: ['2026-04-07T19:00:00'],
    });
    const date = await app().given({ request: `GET /events/${second.id}` });
    expect(date.json_ld.superEvent).toEqual({
      '@type': 'EventSeries',
      '@id': answer.recurrence.series_url,
      name: 'Night market',
    });
  });

  it.each([
    'lack by now',
    'gave, and which has ended',
  ])('the calendar of a series has the past dates that its rules %s', async (how) => {
    const times = { start_date: '2026-02-17 19:00:00', end_date: '2026-02-17 21:00:00' };
    const rule = 'FREQ=WEEKLY;COUNT=5';
    const series = await app().given({
      request: 'POST /events',
      body: eventPayload({ title: 'Club', timezone: 'Europe/Paris', ...times, recurrence: rule }),
    });
    const dates = `GET /events?start_date=2026-01-01&post_parent=${series.id}`;
    const { events } = await app().given({ request: dates });
    const body = { title: 'Late club' };
    await app().given({ request: `PATCH /events/${events[1].id}`, body });
    const recurrence = 'FREQ=WEEKLY;INTERVAL=3;COUNT=2';
    await app().given({ request: `PATCH /events/${series.id}`, body: { recurrence } });

    const hasEnded = how.includes('ended');
    if (hasEnded)
      await app().given({ request: `PATCH /events/${series.id}`, body: { recurrence: null } });

    const { text } = await app().call({ request: `GET /events/${series.id}.ics` });
    expect(text).toContain(`UID:event-${series.id}/20260303@example.com`);
    const listed = (await app().given({ request: dates })).events as Json[];
    // The event stands for its first date itself.
    if (hasEnded) listed.unshift(await app().given({ request: `GET /events/${series.id}` }));
    expect(listed.map(({ start_date, title }) => `${start_date} ${title}`)).toEqual([
      '2026-02-17 19:00:00 Club',
      '2026-02-24 19:00:00 Late club',
      '2026-03-03 19:00:00 Club',
      ...(hasEnded ? [] : ['2026-03-10 19:00:00 Club']),
    ]);
    expect(datesOfCalendar(text)).toEqual(
      listed.map(({ start_date, title }) => `${start_date} ${title}`),
    );
  });

  const weekly = (more: string[]): Promise<Json> =>
    app().given({
      request: 'POST /events',
      body: eventPayload({
        title: 'Club',
        timezone: 'Europe/Paris',
        start_date: '2026-03-17 19:00:00',
        end_date: '2026-03-17 21:00:00',
        recurrence: ['FREQ=WEEKLY;COUNT=4', ...more],
      }),
    });

  it.each([
    ['begins with a date that was added', ['RDATE:20260327T190000'], 2],
    ['begins with a date that is both added and of the rule', ['RDATE:20260331T190000'], 2],
    ['has a date that is both', ['RDATE:20260407T190000'], 1],
  ])('the calendar of a part that %s has the dates of lists', async (_, more, at) => {
    const series = await weekly(more);
    const dates = `GET /events?post_parent=${series.id}`;
    const { events } = await app().given({ request: dates });
    const body = { title: 'Late club', scope: 'following' };
    await app().given({ request: `PATCH /events/${events[at].id}`, body });
    const { text } = await app().call({ request: `GET /events/${series.id}.ics` });
    const listed = (await app().given({ request: dates })).events as Json[];
    expect(listed.length).toBe(more[0]?.includes('0327') ? 5 : 4);
    expect(datesOfCalendar(text)).toEqual(
      listed.map(({ start_date, title }) => `${start_date} ${title}`),
    );
  });

  it('the calendar of a series has no exceptions that name none of its dates', async () => {
    const rules = ['EXDATE:20260325T190000,20260331T190000', 'RDATE:20260325T190000'];
    const { id } = await weekly([]);
    const recurrence = ['FREQ=WEEKLY;COUNT=4', 'RDATE:20260325T190000'];
    await app().given({ request: `PATCH /events/${id}`, body: { recurrence } });
    const body = { recurrence: ['FREQ=WEEKLY;COUNT=4', ...rules] };
    await app().given({ request: `PATCH /events/${id}`, body });
    const { text } = await app().call({ request: `GET /events/${id}.ics` });
    expect(text).toContain('EXDATE;TZID=Europe/Paris:20260331T190000\r\n');
    const days = ['2026-03-17', '2026-03-24', '2026-04-07'];
    expect(datesOfCalendar(text)).toEqual(days.map((day) => `${day} 19:00:00 Club`));
  });

  it('an added date in the trash is neither added nor an exception', async () => {
    const { id } = await weekly(['EXDATE:20260331T190000', 'RDATE:20260325T190000']);
    const dates = `GET /events?post_parent=${id}`;
    const { events } = await app().given({ request: dates });
    await app().given({ request: `DELETE /events/${events[2].id}` });
    const { text } = await app().call({ request: `GET /events/${id}.ics` });
    expect(text).toContain('EXDATE;TZID=Europe/Paris:20260331T190000\r\n');
    expect(text).not.toContain('RDATE');
    const listed = (await app().given({ request: dates })).events as Json[];
    expect(listed).toHaveLength(3);
    expect(datesOfCalendar(text)).toEqual(listed.map(({ start_date }) => `${start_date} Club`));
  });

  const linesOf = async (id: number): Promise<string[]> => {
    const { text } = await app().call({ request: `GET /events/${id}.ics` });
    const lines = text.replace(/\r\n /g, '').split('\r\n');
    return lines.filter((line: string) =>
      /^(TZID|DTSTART[;:][TV2]|RRULE:.*BYDAY=\wU|R.*-ID)/.test(line),
    );
  };

  const create = (zone: string, start: string, extra: Json = {}): Promise<Json> => {
    const times = { timezone: zone, start_date: start, end_date: start };
    return app().given({
      request: 'POST /events',
      body: eventPayload({ ...times, recurrence: 'FREQ=WEEKLY;BYDAY=TU', ...extra }),
    });
  };

  it.each([
    ['UTC-5', '2026-03-03 20:00:00', ['TZID:UTC-5', 'DTSTART;TZID=UTC-5:20260303T200000']],
    ['+02:00', '2026-03-03 00:30:00', ['TZID:+02:00', 'DTSTART;TZID="+02:00":20260303T003000']],
    [
      // Its clocks were changed in this year for the last time.
      'America/Mexico_City',
      '2022-06-07 20:00:00',
      ['TZID:America/Mexico_City', 'DTSTART;TZID=America/Mexico_City:20220607T200000'],
    ],
    ['UTC', '2026-03-03 20:00:00', ['DTSTART:20260303T200000Z']],
  ])('the rule of a series counts on the clock of its zone: %s', async (zone, start, lines) => {
    const { id } = await create(zone, start);
    expect(await linesOf(id)).toEqual([...lines, 'RRULE:FREQ=WEEKLY;BYDAY=TU']);
  });

  it('a date with another clock is named on that of its series', async () => {
    const series = await create('Europe/Paris', '2026-03-17 19:00:00');
    const whole = await create('Europe/Paris', '2026-03-17 00:00:00', { all_day: true });
    const changes: [Json, Json][] = [
      [series, { all_day: true }],
      [series, { timezone: 'America/New_York' }],
      [whole, { start_date: '2026-03-17 10:00:00', end_date: '2026-03-17 12:00:00' }],
    ];
    for (const [at, [{ id }, body]] of changes.entries()) {
      const { events } = await app().given({ request: `GET /events?post_parent=${id}` });
      await app().given({ request: `PATCH /events/${events[at % 2].id}`, body });
    }
    const named = async ({ id }: Json) =>
      (await linesOf(id)).filter((line) => line.startsWith('RECURRENCE-ID'));
    expect(await named(series)).toEqual([
      'RECURRENCE-ID;TZID=Europe/Paris:20260317T190000',
      'RECURRENCE-ID;TZID=Europe/Paris:20260324T190000',
    ]);
    expect(await named(whole)).toEqual(['RECURRENCE-ID;VALUE=DATE:20260317']);
  });
});
