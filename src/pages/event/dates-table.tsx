/** The dates of a series as a table: the day, the time, and differences. Contract 26.2. */
import { type Answered, languageOf, textOf } from '../../present/answered.js';
import { localPath, type PageRoots } from '../site/paths.js';
import { useLanguage } from '../words/language.js';
import { Times } from './dates.js';
import type { PageClock } from './days.js';
import { Banner } from './event-badges.js';

interface DatesOf {
  dates: readonly Answered[];
  /** The title of the series: a date shows its title if it differs. */
  title: string;
  roots: PageRoots;
  clock: PageClock;
}

/** The table; nothing without dates. */
export function DatesTable({ dates, title, roots, clock }: DatesOf) {
  const { dates: days, text } = useLanguage();
  if (dates.length === 0) return null;
  return (
    <table class="dates">
      <thead class="hidden">
        <tr>
          <th scope="col">{text('held.date')}</th>
          <th scope="col">{text('held.time')}</th>
          <th scope="col">{text('held.notes')}</th>
        </tr>
      </thead>
      <tbody>
        {dates.map((date) => (
          <tr key={textOf(date, 'id')}>
            <th scope="row">
              <a href={localPath(textOf(date, 'url'), roots)}>
                {days.day(textOf(date, 'start_date'))}
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
              {textOf(date, 'title') !== title && (
                <bdi lang={languageOf(date, 'title')}>{textOf(date, 'title')}</bdi>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
