/**
 * Rows of the CSV export of The Events Calendar: day and time in columns of their own, venue and
 * organizers by name.
 */
import type { Json } from '../../kinds/record.js';
import type { Row } from '../mapping.js';
import type { Tools } from '../tools.js';

type Value = Json | undefined;

/** → whether a row has the columns of such an export. */
export const isExported = (row: Row): boolean =>
  ['event name', 'event start date'].every((name) => Object.keys(columnsOf(row)).includes(name));

/** The columns of an export by their names in small letters; some versions leave `Event` out. */
const columnsOf = (row: Row): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.trim().toLowerCase(), value]),
  );

/** → what identifies such a row: it has no ID. */
export const keyOfExported = (row: Row): Value[] => {
  const columns = columnsOf(row);
  return [columns['event name'], columns['event start date'], columns['event start time']];
};

/** → the payload of such a row. */
export function payloadOfExported(row: Row, tools: Tools): Record<string, Value> {
  const columns = columnsOf(row);
  const of = (name: string) => columns[`event ${name}`] ?? columns[name];
  const { text, list } = tools;
  const time = (name: string) => tools.join(' ', of(`${name} date`), of(`${name} time`));
  const venue = text(of('venue name'));
  const zone = text(of('time zone') ?? columns.timezone);
  const isAllDay = tools.isOneOf(of('all day event'), 'true', 'yes', '1');
  const hasTime = text(of('start time')) !== undefined;
  return {
    title: text(of('name')),
    description: tools.prose(of('description')),
    excerpt: tools.prose(of('excerpt')),
    start_date: time('start'),
    end_date: time('end') ?? time('start'),
    ...(isAllDay || !hasTime ? { all_day: true } : {}),
    timezone: zone,
    cost: text(of('cost')),
    website: tools.url(of('website')),
    image: tools.url(of('featured image'), 'image'),
    featured: tools.isOneOf(columns['feature event'], 'true', 'yes', '1'),
    categories: list(of('category')),
    tags: list(of('tags')),
    venue: venue === undefined ? undefined : { venue },
    organizer: list(of('organizers') ?? of('organizer name'))?.map((organizer) => ({ organizer })),
  };
}
