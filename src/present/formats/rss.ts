/** RSS 2.0 with GeoRSS and the RSS event module. Contract 20.3. */
import { toHtml } from '../../lib/text/plain-text.js';
import { later, mailDate, readEntry } from './entry.js';
import { type Feed, type Output, type PageEnd, pageLinks } from './format.js';
import * as xml from './xml.js';

/** The format `rss`. */
export const rss: Output = {
  name: 'rss',
  mediaType: 'application/rss+xml',
  description: 'RSS 2.0, for feed readers; by publication date, newest first.',
  separator: '\n',
  orderby: 'date',
  open: (feed) => {
    let updatedUtc = '';
    return {
      add: (record) => {
        const entry = readEntry(record, feed);
        updatedUtc = later(entry.modifiedUtc, updatedUtc);
        return xml.toXml({
          item: {
            title: xml.shownTitle(entry),
            link: entry.url,
            guid: { '@isPermaLink': 'false', '#text': entry.uid },
            pubDate: mailDate(entry.publishedUtc),
            category: [...entry.categories, ...entry.tags].map(({ name }) => name),
            ...xml.unlessEmpty('description', toHtml(entry.description || entry.excerpt)),
            ...xml.placeAndTime(entry),
          },
        });
      },
      close: (end) => ({ head: headOf(feed, end, updatedUtc), tail: '\n</channel></rss>\n' }),
    };
  },
};

function headOf(feed: Feed, end: PageEnd, updatedUtc: string): string {
  const about = xml.toXml({
    title: feed.title,
    link: `${feed.siteUrl}/`,
    description: feed.title,
    ...(feed.lang === null ? {} : { language: feed.lang }),
    ...(updatedUtc === '' ? {} : { lastBuildDate: mailDate(updatedUtc) }),
    ttl: '60',
    'atom:link': pageLinks(feed, rss.mediaType, end).map(xml.attributes),
  });
  const names = `xmlns:atom="${xml.ATOM_NAMES}" ${xml.EXTENSION_NAMES}`;
  return `${xml.XML_HEAD}<rss version="2.0" ${names}><channel>${about}\n`;
}
