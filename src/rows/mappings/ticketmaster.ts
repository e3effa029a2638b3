/** Ticketmaster: an event of its Discovery API, by the names of its columns alone. */
import { isJsonObject } from '../../kinds/record.js';
import type { ColumnMapping } from '../mapping.js';

/** The mapping of events. Images and data without a field here are named. */
export const ticketmaster: ColumnMapping = {
  name: 'ticketmaster',
  kind: 'event',
  source: {
    title: 'Ticketmaster, events of the Discovery API',
    url: 'https://developer.ticketmaster.com',
    licence: 'that of the publisher',
  },
  isLike: ({ dates }) =>
    isJsonObject(dates) && isJsonObject(dates.start) && 'localDate' in dates.start,
  columns: [
    'type=-,name=title,info=description,url=website,priceRanges=cost,_embedded.venues=venue',
    'dates.start.localDate=start_date,dates.start.localTime=start_time,dates.timezone=timezone',
    'dates.end.localDate=end_date,dates.end.localTime=end_time,dates.status.code=status',
    'classifications.segment.name=categories',
  ].join(),
};
