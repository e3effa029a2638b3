/** The dates of a series as a table: the day, the time, and what is different. Contract 26.2. */
import { type Answered, textOf } from '../present/answered.js';
import type { UrlRoots } from '../present/markers.js';
import { dayText, Times } from './dates.js';
import type { PageClock } from './days.js';
import { Banner } from './event-badges.js';
import { localPath } from './paths.js';

interface DatesOf {
  dates: readonly Answered[];
  /** The title of the series: a date with another one tells it. */
  title: string;
  roots: UrlRoots;
  clock: PageClock;
}

/** The table; nothing without dates. */
export function DatesTable({ dates, title, roots, clock }: DatesOf) {
  if (dates.length === 0) return null;
  return (
    <table class="dates">
      <thead class="hidden">
        <tr>
          <th scope="col">Date</th>
          <th scope="col">Time</th>
          <th scope="col">Notes</th>
        </tr>
      </thead>
      <tbody>
        {dates.map((date) => (
          <tr key={textOf(date, 'id')}>
            <th scope="row">
              <a href={localPath(textOf(date, 'url'), roots)}>
                {dayText(textOf(date, 'start_date'))}
              </a>
            </th>
            <td>
              <Times
                event={date}
                zone={clock.zone}
                heading={textOf(date, 'start_date').slice(0, 10)}
                today=""
              />
            </td>
            <td>
              <Banner event={date} nowMs={clock.nowMs} />
              {textOf(date, 'title') !== title && <bdi>{textOf(date, 'title')}</bdi>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
