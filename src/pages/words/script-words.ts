/** The words of scripts, which have no catalogue: an attribute of the page. Contract 26.7. */
import { allKinds } from '../../kinds/index.js';
import { perObject } from '../../lib/remember.js';
import type { Language, MessageName } from './language.js';

/** Messages of scripts. */
const WORDS: readonly MessageName[] = [
  ...(['map.keys', 'map.failed', 'map.in', 'map.out', 'share.copied', 'suggest.label'] as const),
  'event.directions',
  ...(['near.locating', 'near.blocked', 'near.unknown', 'near.insecure'] as const),
];

/** Messages with a number; a script fills in `{number}` and `{name}`. */
const COUNTED: readonly MessageName[] = ['map.near', 'map.at', 'map.some'];

/** Types of suggestions. */
const TYPES = [...allKinds.map(({ name }) => name), 'city', 'town'];

/** → the words as JSON: a text by name, or a text by category of plural. */
export const scriptWords = perObject((language: Language): string => {
  const { text } = language;
  return JSON.stringify({
    comma: language.comma,
    'dates.yours': text('dates.yours', { time: '{time}' }),
    ...Object.fromEntries(WORDS.map((name) => [name, text(name)])),
    ...Object.fromEntries(TYPES.map((type) => [`type.${type}`, text('suggest.type', { type })])),
    ...Object.fromEntries(COUNTED.map((name) => [name, formsOf(language, name)])),
  });
});

/** → the message for a number of each category. */
function formsOf({ text, plurals }: Language, name: MessageName): Record<string, string> {
  const samples = new Map(
    Array.from({ length: 200 }, (_, at) => 199 - at).map((count) => [plurals.select(count), count]),
  );
  return Object.fromEntries(
    [...samples].map(([category, count]) => [
      category,
      text(name, { count, number: '{number}', name: '{name}' }),
    ]),
  );
}
