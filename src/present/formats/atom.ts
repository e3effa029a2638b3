/** Atom (RFC 4287) with GeoRSS and the RSS event module. Contract 20.3. */
import { isHtml } from '../../lib/text/plain-text.js';
import { type Entry, isoUtc, later, readEntry } from './entry.js';
import { type Feed, type Output, type PageEnd, pageLinks } from './format.js';
import * as xml from './xml.js';

/** The format `atom`. */
export const atom: Output = {
  name: 'atom',
  mediaType: 'application/atom+xml',
  description: 'Atom, for feed readers; by publication date, newest first.',
  separator: '\n',
  orderby: 'date',
  open: (feed) => {
    let updatedUtc = NEVER;
    return {
      add: (record) => {
        const entry = readEntry(record, feed);
        updatedUtc = later(entry.modifiedUtc, updatedUtc);
        return xml.toXml({
          entry: {
            id: tagUri(feed.host, entry.uid),
            title: textIn(entry, entry.titleField, { '#text': xml.shownTitle(entry) }),
            updated: isoUtc(entry.modifiedUtc),
            published: isoUtc(entry.publishedUtc),
            link: { '@rel': 'alternate', '@type': 'text/html', '@href': entry.url },
            category: [...entry.categories, ...entry.tags].map(({ slug, name }) => ({
              '@term': slug,
              '@label': name,
            })),
            ...(entry.excerpt === ''
              ? {}
              : { summary: textIn(entry, 'excerpt', textElement(entry.excerpt)) }),
            content: textIn(entry, 'description', textElement(entry.description)),
            ...xml.placeAndTime(entry),
          },
        });
      },
      close: (end) => ({ head: headOf(feed, end, updatedUtc), tail: '\n</feed>\n' }),
    };
  },
};

/**
 * → the UID as an absolute IRI that never changes (RFC 4151). The year is a constant: the first in
 * which a site could be served.
 */
const tagUri = (host: string, uid: string): string =>
  `tag:${encodeURI(`${host},2026:${uid.toWellFormed()}`).replaceAll('#', '%23')}`;

/** When a feed without records was changed: there is no clock in it. */
const NEVER = '1970-01-01 00:00:00';

function headOf(feed: Feed, end: PageEnd, updatedUtc: string): string {
  const link = [
    ...pageLinks(feed, atom.mediaType, end).map(xml.attributes),
    { '@rel': 'alternate', '@type': 'text/html', '@href': `${feed.siteUrl}/` },
  ];
  const about = xml.toXml({
    id: feed.selfUrl,
    title: feed.title,
    updated: isoUtc(updatedUtc),
    author: { name: feed.host, ...xml.unlessEmpty('uri', feed.siteUrl) },
    link,
  });
  const lang = feed.lang === null ? '' : ` xml:lang="${feed.lang}"`;
  return `${xml.XML_HEAD}<feed xmlns="${xml.ATOM_NAMES}"${lang} ${xml.EXTENSION_NAMES}>${about}\n`;
}

/** → the element of a text, with its language if it differs from the feed's. */
const textIn = (entry: Entry, field: string, element: xml.Elements): xml.Elements => {
  const language = entry.languageOf(field);
  return language === null || language === entry.feedLanguage
    ? element
    : { '@xml:lang': language, ...element };
};

const textElement = (text: string): xml.Elements => ({
  '@type': isHtml(text) ? 'html' : 'text',
  '#text': text,
});
