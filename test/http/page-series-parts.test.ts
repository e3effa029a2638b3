/** The words of a series that changes, on its page and those of its dates. Contract 26.7, 29.3. */
import { expect, it } from 'vitest';
import { drain } from '../../src/sync/drain.js';
import { givenEvent } from '../support/factories.js';
import { describeApp } from '../support/shared.js';
import { openPage } from '../support/site.js';

const wednesday = { start_date: '2026-03-18 22:30', end_date: '2026-03-18 23:30' };
const monthly = { recurrence: 'FREQ=MONTHLY;BYDAY=3TU' };

// The clock stands at 2026-03-10 12:00 UTC; the third date, on 17 March, begins another part.
const cases = [
  ['counted', 'FREQ=WEEKLY;COUNT=6', { title: 'Late' }, 'Every Tuesday, 4 times'],
  ['moved', 'FREQ=WEEKLY', wednesday, 'Every Wednesday'],
  ['moved by names of days', 'FREQ=WEEKLY;BYDAY=TU', wednesday, 'Every Wednesday'],
  ['another rule', 'FREQ=WEEKLY', monthly, 'Every month on the third Tuesday'],
] as const;

describeApp('words of series with parts', (app) => {
  const wordsOf = async (url: string) => {
    const { html } = await openPage(app(), new URL(url).pathname);
    return /class="repeats">([^<]*)/.exec(html)?.[1];
  };

  it.each(cases)('29.3 %s', async (title, recurrence, change, later) => {
    const times = { start_date: '2026-03-03 19:00', end_date: '2026-03-03 21:00' };
    const series = await givenEvent(app(), { title, recurrence, timezone: 'UTC', ...times });
    const dates = async () => {
      await drain(app().deps);
      const request = `GET /events?post_parent=${series.id}&starts_after=2000-01-01&per_page=5`;
      return (await app().given({ request })).events;
    };
    const [, , third] = await dates();
    await app().given({
      request: `PATCH /events/${third.id}`,
      body: { scope: 'following', ...change },
    });
    const [first, , begun, next] = await dates();
    const read = await app().given({ request: `GET /events/${series.id}` });
    const before = 'Every Tuesday until 16 March 2026';
    expect(read.recurrence.parts.map(({ text }: { text: string }) => text)).toEqual([
      before,
      later,
    ]);
    for (const [date, text] of [
      [first, before],
      [begun, later],
      [next, later],
    ]) {
      expect([date.recurrence.text, await wordsOf(date.url)]).toEqual([text, text]);
    }
    const { html } = await openPage(app(), `/?search=${encodeURIComponent(title)}`);
    expect(/class="rhythm">([^<]*)/.exec(html)?.[1]).toBe(before);
    expect(await wordsOf(read.url)).toBe(read.recurrence.text);
  });
});
