/** Expands a calendar by ical.js: its iterator knows nothing of how the service makes dates. */
import ICAL from 'ical.js';

/** Most dates of one series in a life. */
const DATES_MAX = 100;

/** → start on the wall clock and title of each date of the calendar, sorted. */
export function datesOfCalendar(text: string): string[] {
  const calendar = new ICAL.Component(ICAL.parse(text));
  const events = calendar.getAllSubcomponents('vevent');
  const changed = events.filter((event) => event.hasProperty('recurrence-id'));
  const series = events.filter((event) => !event.hasProperty('recurrence-id'));
  return series.flatMap((event) => datesOf(event, changed)).sort();
}

function datesOf(component: ICAL.Component, changed: ICAL.Component[]): string[] {
  const uid = component.getFirstPropertyValue('uid');
  const exceptions = changed.filter((one) => one.getFirstPropertyValue('uid') === uid);
  const event = new ICAL.Event(component, { exceptions });
  if (!event.isRecurring()) return [wordsOf(event.startDate, event.summary)];
  const dates: string[] = [];
  const iterator = event.iterator();
  for (let left = DATES_MAX; left > 0; left--) {
    const next = iterator.next();
    if (!next) break;
    const { startDate, item } = event.getOccurrenceDetails(next);
    dates.push(wordsOf(startDate, item.summary));
  }
  return dates;
}

function wordsOf(time: ICAL.Time, title: string): string {
  const [day, hour = '00:00:00'] = time.toString().split('T');
  return `${day} ${hour.slice(0, 8)} ${title}`;
}
