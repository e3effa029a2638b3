/** JSON-LD of schema.org, for search engines. Contract 20.5. */
import { type Answered, isAnswered, listOf } from '../answered.js';
import { describeForSchemaOrg, describePerson, type JsonLd } from '../json-ld.js';
import type { Feed, Format } from './format.js';

/** The format `jsonld`. */
export const jsonld: Format = {
  name: 'jsonld',
  mediaType: 'application/ld+json',
  description: 'JSON-LD of schema.org, for search engines.',
  separator: ',\n',
  open: (feed) => ({
    add: (record) => escaped(JSON.stringify(describeOne(record, feed))),
    close: () => ({ head: '{"@context":"https://schema.org","@graph":[\n', tail: '\n]}\n' }),
  }),
};

/**
 * → `json_ld` of the record with all its organizers. A location is always given, since search
 * engines require one; what is empty, and the performer that the original service writes, is not.
 */
function describeOne(record: Answered, { kind, currencyCode }: Feed): JsonLd {
  const described = describeForSchemaOrg(record, kind, { currencyCode }) ?? {};
  const { '@context': _, performer: __, offers, ...rest } = described;
  const organizers = listOf(record, 'organizer').map(describePerson);
  return withoutEmpty({
    ...rest,
    ...(kind.window && !rest.location ? { location: UNKNOWN_PLACE } : {}),
    ...(organizers.length > 0 ? { organizer: organizers } : {}),
    ...(isAnswered(offers) ? { offers: { ...offers, availability: urlOf(offers) } } : {}),
  });
}

const UNKNOWN_PLACE = { '@type': 'Place', name: 'To be announced', address: 'To be announced' };

const urlOf = ({ availability }: Answered): unknown =>
  availability === 'inStock' ? 'https://schema.org/InStock' : availability;

// An address without a line would be an empty object; the name of the place stands for it.
function withoutEmpty(values: JsonLd): JsonLd {
  const filled = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    if (value === '' || value === undefined) return [];
    if (Array.isArray(value)) {
      return [[name, value.map((one) => (isAnswered(one) ? withoutEmpty({ ...one }) : one))]];
    }
    if (!isAnswered(value)) return [[name, value]];
    const inner = withoutEmpty({ ...value });
    if (Object.keys(inner).length > 1) return [[name, inner]];
    return typeof values.name === 'string' ? [[name, values.name]] : [];
  });
  return Object.fromEntries(filled);
}

/** → a JSON text that may stand inside a script element. */
const escaped = (json: string): string => json.replaceAll('<', '\\u003c');
