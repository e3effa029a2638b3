/**
 * Rows of the CSV exports of The Events Calendar: of events, day and time in columns of their own,
 * venue and organizers by name.
 */
import type { Json } from '../../kinds/record.js';
import { isBlank } from '../../lib/text/text.js';
import { foldKeys } from '../columns/clean.js';
import type { Tools } from '../columns/tools.js';
import type { Row } from '../mapping.js';
import { statusOf } from './schema-org.js';

type Value = Json | undefined;

/** → whether a row has the columns of such an export; tables of sellers of tickets have IDs. */
export function isExported(row: Row): boolean {
  const columns = columnsOf(row);
  return 'event name' in columns && 'event start date' in columns && !('event id' in columns);
}

/** → whether a row has the columns of an export of this kind, each with its name before it. */
export const isExportedOf = (kind: 'venue' | 'organizer', row: Row): boolean => {
  const names = Object.keys(columnsOf(row));
  const ofKind = names.filter((name) => name.startsWith(`${kind} `));
  return ofKind.includes(`${kind} name`) && (ofKind.length > 1 || names.length === 1);
};

/** The columns of an export by their names in small letters; some versions leave `Event` out. */
export const columnsOf = (row: Row): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name.trim().toLowerCase(), value]),
  );

/** → the identity of such a row, which has no ID. */
export const keyOfExported = (row: Row): Value[] => {
  const columns = columnsOf(row);
  const names = ['event name', 'event start date', 'event start time'];
  return foldKeys(names.map((name) => columns[name]));
};

/** → a row of the export of venues or organizers under the names of the interface. */
export function unexported(kind: 'venue' | 'organizer', row: Row): Row {
  if ('global_id' in row) return row;
  const fields = Object.entries(columnsOf(row)).map(([column, value]) => {
    const name = column.replace(`${kind} `, '').replace('state/', 'state').replace(' ', '_');
    return [name === 'name' ? kind : name, value];
  });
  return Object.fromEntries(fields);
}

/** → the payload of such a row. */
export function payloadOfExported(row: Row, tools: Tools): Record<string, Value> {
  const columns = columnsOf(row);
  const read = new Set<string>();
  const of = (name: string) => {
    read.add(name).add(`event ${name}`);
    return columns[`event ${name}`] ?? columns[name];
  };
  const { text, list } = tools;
  const time = (name: string) => tools.join(' ', of(`${name} date`), of(`${name} time`));
  const venue = text(of('venue name'));
  const flag = (name: string) =>
    isBlank(of(name)) ? undefined : tools.isOneOf(of(name), 'true', 'yes', '1');
  const isAllDay = flag('all day event') === true;
  const hasTime = text(of('start time')) !== undefined;
  const title = text(of('name'));
  const sign = of('currency symbol') ?? of('currency iso code') ?? of('iso currency code');
  const payload = {
    title,
    description: tools.prose(of('description')),
    excerpt: tools.prose(of('excerpt')),
    start_date: time('start'),
    end_date: time('end') ?? time('start'),
    ...(isAllDay || !hasTime ? { all_day: true } : {}),
    timezone: text(of('time zone') ?? of('timezone')),
    cost: costOf(of('cost'), { sign, position: of('currency position') }, tools),
    website: tools.url(of('website')),
    image: tools.url(of('featured image'), 'image'),
    event_status: statusOf(of('status'), title, tools),
    event_status_reason: text(of('status reason')),
    featured: flag('feature event') ?? false,
    sticky: flag('sticky in month view'),
    hide_from_listings: flag('hide from event listings'),
    categories: list(of('category')),
    tags: list(of('tags')),
    venue: venue === undefined ? undefined : { venue },
    organizer: organizersIn(columns, tools),
  };
  for (const [name, value] of Object.entries(columns)) {
    if (!read.has(name) && !ORGANIZER.test(name) && !isBlank(value)) tools.notTaken(name);
  }
  return payload;
}

/** → the cost with its sign or code, from their own columns. */
export function costOf(
  sent: Value,
  { sign, position }: { sign: Value; position: Value },
  { text, join, isOneOf }: Tools,
): string | undefined {
  const cost = text(sent);
  if (cost === undefined || !/^[\d.,\s-]+$/.test(cost)) return cost;
  const isBehind = isOneOf(position, 'postfix', 'suffix');
  return isBehind || /^\w+$/.test(text(sign) ?? '') ? join(' ', cost, sign) : join('', sign, cost);
}

/** The column of organizers: `Event Organizer Name(s) or ID(s)`, or otherwise. */
const ORGANIZER = /^(?:event )?organizer/;

function organizersIn(columns: Record<string, Value>, { list }: Tools): Json[] | undefined {
  const name = Object.keys(columns).find((column) => ORGANIZER.test(column));
  const names = name === undefined ? undefined : list(columns[name]);
  // A bare number is an ID of the site, which the file does not hold.
  return names?.filter((text) => !/^\d+$/.test(text)).map((organizer) => ({ organizer }));
}
