/** What each operation is called in the documentation, and the sentence that explains it. */
import type { Kind } from '../../kinds/kind.js';
import { keysOf, type Operation, type Route, type ServiceOperation, SUFFIX } from '../routes.js';
import { describedOf } from './service.js';

/** A title, and a sentence that says what the title does not. */
type Words = [summary: string, text: string];

const words: Record<Exclude<Operation, ServiceOperation>, (kind: Kind) => Words> = {
  list: ({ route }) => [
    `List ${route}`,
    'The records that match, a page at a time; `next_rest_url` leads to the next page.',
  ],
  create: (kind) => [
    `Create ${one(kind)}`,
    'The body holds its fields; the answer is the whole record, with its ID.',
  ],
  read: (kind) => [
    `Read ${one(kind)}`,
    'Answers the whole record; `fields` narrows it to the keys that are asked for.',
  ],
  update: (kind) => [
    `Update ${one(kind)}`,
    'Fields that are absent stay as they are. POST, PUT and PATCH do the same.',
  ],
  put: (kind) => [
    `Create or update ${one(kind)}`,
    'Creates the record if there is none by this key, else changes the fields that are sent.',
  ],
  remove: (kind) => [
    `Delete ${one(kind)}`,
    kind.family.removal === 'trash'
      ? 'Moves the record to the trash; with `force` it is erased.'
      : 'The record is gone for good, and events lose it.',
  ],
  bulk: ({ route }) => [
    `Load ${route}`,
    'Each row of the body creates or updates one; the answer has a line for each row.',
  ],
  merge: (kind) => [
    `Merge other ${kind.route} into ${one(kind)}`,
    'Events that hold the others hold this one afterwards.',
  ],
  suggest: ({ route }) => [
    `Suggest what to search ${route} for`,
    'Titles, venues, cities and categories that begin as somebody types.',
  ],
  changes: ({ route }) => [
    `List ${route} in the order of their last changes`,
    'For whoever keeps a copy: what was changed or erased after a position.',
  ],
};

/** How the last key of a path names the record. */
const ways: Record<string, string> = {
  slug: ' by its slug',
  key: ' by its key in another system',
};

/** → what an operation of a route is called. */
export function summarize(route: Route, operation: Operation): string {
  const way =
    ways[
      keysOf(route.path)
        .filter((name) => name !== 'format')
        .at(-1) ?? ''
    ] ?? '';
  return wordsOf(route, operation)[0] + way + (isInFormat(route) ? ' in a format' : '');
}

/** → what an operation of a route does, in a sentence or two. */
export const explain = (route: Route, operation: Operation): string =>
  wordsOf(route, operation)[1] + (isInFormat(route) ? ' The path names the format.' : '');

function wordsOf({ kind }: Route, operation: Operation): Words {
  if (kind) return words[operation as Exclude<Operation, ServiceOperation>](kind);
  const { summary = '', text = '' } = describedOf(operation) ?? {};
  return [summary, text];
}

const isInFormat = ({ path }: Route): boolean => path.endsWith(SUFFIX);

const one = ({ name }: { name: string }): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
