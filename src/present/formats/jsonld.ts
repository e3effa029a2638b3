/** JSON-LD of schema.org, for search engines. Contract 20.5. */
import { countryCode } from '../../lib/countries.js';
import { omit } from '../../lib/omit.js';
import { toPlainText } from '../../lib/text/plain-text.js';
import { type Answered, isAnswered, listOf } from '../answered.js';
import { describeForSchemaOrg, describePerson, type JsonLd } from '../json-ld.js';
import type { Feed, Output } from './format.js';

/** The format `jsonld`. */
export const jsonld: Output = {
  name: 'jsonld',
  mediaType: 'application/ld+json',
  description: 'JSON-LD of schema.org, for search engines.',
  separator: ',\n',
  open: (feed) => ({
    add: (record) => escaped(JSON.stringify(describeNode(record, feed))),
    close: () => ({ head: HEAD, tail: TAIL }),
  }),
};

const HEAD = '{"@context":"https://schema.org","@graph":[\n';
const TAIL = '\n]}\n';

/** → the text of a graph of descriptions, safe inside a script element. */
export const graphText = (nodes: readonly JsonLd[]): string =>
  HEAD + nodes.map((node) => escaped(JSON.stringify(node))).join(',\n') + TAIL;

/**
 * → `json_ld` of the record with all its organizers, descriptions as plain texts, and prices as
 * written. A location is always given, since search engines require it; empty values, and the
 * original service's performer, are left out.
 */
export function describeNode(
  record: Answered,
  { kind, currency }: Pick<Feed, 'kind' | 'currency'>,
): JsonLd {
  const described = describeForSchemaOrg(record, kind, { currency, isAsWritten: true }) ?? {};
  const { offers, ...rest } = omit(described, ['@context', 'performer']);
  const organizers = listOf(record, 'organizer').map(describePerson);
  return cleaned({
    ...rest,
    ...(kind.window && !rest.location ? { location: UNKNOWN_PLACE } : {}),
    ...(organizers.length > 0 ? { organizer: organizers } : {}),
    ...(isAnswered(offers) ? { offers: { ...offers, availability: urlOf(offers) } } : {}),
  });
}

const UNKNOWN_PLACE = { '@type': 'Place', name: 'To be announced', address: 'To be announced' };

const urlOf = ({ availability }: Answered): unknown =>
  availability === 'inStock' ? 'https://schema.org/InStock' : availability;

// An address without a line would be an empty object; the name of the place replaces it. The data
// does not show whether an organizer is a person.
function cleaned(values: JsonLd): JsonLd {
  const filled = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    if (value === '' || value === undefined) return [];
    if (name === 'addressCountry') return [[name, countryCode(String(value)) ?? value]];
    if (name === '@type' && value === 'Person') return [[name, 'Organization']];
    if (name === 'description') return [[name, toPlainText(String(value))]];
    if (Array.isArray(value)) {
      return [[name, value.map((item) => (isAnswered(item) ? cleaned({ ...item }) : item))]];
    }
    if (!isAnswered(value)) return [[name, value]];
    const inner = cleaned({ ...value });
    if (Object.keys(inner).length > 1) return [[name, inner]];
    return typeof values.name === 'string' ? [[name, values.name]] : [];
  });
  return Object.fromEntries(filled);
}

/** → a JSON text that is safe inside a script element. */
const escaped = (json: string): string => json.replaceAll('<', '\\u003c');
