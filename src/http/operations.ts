/**
 * The operations on records of a kind, as data. The routes, the description of the namespace and
 * the documentation are made from it.
 */
import * as errors from '../errors.js';
import { holdersOf } from '../kinds/index.js';
import type { Kind } from '../kinds/kind.js';
import { capital } from '../lib/text/text.js';
import { namesOf } from './openapi/schema.js';

/** An operation; each has its own handler. */
export interface Operation {
  methods: string[];
  /** Its ID in the documentation, without the way to the record. */
  id: string;
  summary: string;
  /** A sentence that completes the summary. */
  text: string;
  /** The schema that states its parameters, below schemas/. Absent: all are in its path. */
  schema?: string;
  /** The component that its body is, if it has a name. */
  body?: string;
  /** No parameter is required. */
  isPartial?: boolean;
  /** Not for anonymous callers. */
  isGuarded?: boolean;
  /** By status, with the component of the answer; absent: any object. */
  answers: [status: number, description: string, component?: string][];
  /** Its own errors; errors of all operations are in openapi/failures.ts. */
  failures?: errors.ApiError[];
}

/** → the operations on records of a kind, by name. */
export const operationsOf = (kind: Kind) => ({
  ...readsOf(kind),
  ...writesOf(kind),
  ...removalsOf(kind),
  bulk: {
    methods: ['POST'],
    id: `bulk${capital(kind.route)}`,
    summary: `Load ${kind.route}`,
    text: 'Each row of the body creates or updates one; the answer has a line for each row.',
    schema: 'queries/bulk.json',
    isGuarded: true,
    answers: [[200, 'A line for each row, then the counts.', 'BulkLine']],
  } satisfies Operation,
});

function readsOf(kind: Kind) {
  const { route, name, family } = kind;
  const { record, list, changes } = namesOf(kind);
  return {
    list: {
      methods: ['GET'],
      id: `list${capital(route)}`,
      summary: `List ${route}`,
      text: 'The records that match, a page at a time; `next_rest_url` leads to the next page.',
      schema: kind.listSchema,
      answers: [[200, 'A page of records.', list]],
      failures: [
        errors.indexUnavailable(null),
        ...(family.pastTheEnd === 'notFound' ? [errors.pageNotFound(name)] : []),
      ],
    },
    suggest: {
      methods: ['GET'],
      id: `suggest${capital(route)}`,
      summary: `Suggest what to search ${route} for`,
      text: 'Titles, venues, cities and categories that begin as somebody types.',
      schema: 'queries/suggest.json',
      answers: [[200, 'Suggestions.', 'Suggestions']],
      failures: [errors.indexUnavailable(null)],
    },
    changes: {
      methods: ['GET'],
      id: `changes${capital(route)}`,
      summary: `List ${route} in the order of their last changes`,
      text: 'For copies elsewhere: records changed or erased after a position.',
      schema: 'queries/changes.json',
      answers: [[200, 'A page of changes.', changes]],
      failures: [errors.changesRestarted()],
    },
    read: {
      methods: ['GET'],
      id: `read${record}`,
      summary: `Read ${aRecord(kind)}`,
      text: 'Answers the whole record; `fields` narrows it to the keys that are asked for.',
      schema: kind.itemSchema ?? 'queries/item.json',
      answers: [[200, 'The record; with `fields`, only the keys asked for.', record]],
      failures: [
        ...(family.hasStatus ? [errors.notAccessible(name)] : []),
        ...(kind.isNotFound ? [errors.noLongerAvailable()] : []),
        ...(holdersOf(name).length > 0 ? [errors.recordMerged(name, 0, '')] : []),
        ...(family.hasSlugRoutes ? [errors.recordRenamed(name, 0, '')] : []),
      ],
    },
  } satisfies Record<string, Operation>;
}

function writesOf(kind: Kind) {
  const { name, schema, family, taxonomy } = kind;
  const { record, created, input } = namesOf(kind);
  const authors = family.hasStatus ? [errors.cannotEditOthers()] : [];
  const slugs = taxonomy ? [errors.duplicateTermSlug('')] : [];
  const ofCreate = [
    ...authors,
    errors.couldNotWrite('create', name, null),
    ...(taxonomy ? [errors.termExists(0)] : []),
  ];
  const ofUpdate = [...authors, errors.couldNotWrite('update', name, null), ...slugs];
  const change = { schema, body: input, isPartial: true, isGuarded: true };
  return {
    create: {
      methods: ['POST'],
      id: `create${record}`,
      summary: `Create ${aRecord(kind)}`,
      text: 'The body holds its fields; the answer is the whole record, with its ID.',
      schema,
      body: created,
      isGuarded: true,
      answers: [[201, 'The record created, or the one it would repeat.', record]],
      failures: ofCreate,
    },
    update: {
      ...change,
      methods: ['POST', 'PUT', 'PATCH'],
      id: `update${record}`,
      summary: `Update ${aRecord(kind)}`,
      text: 'Absent fields are unchanged. POST, PUT and PATCH do the same.',
      answers: [[200, 'The record after the update.', record]],
      failures: ofUpdate,
    },
    put: {
      ...change,
      methods: ['PUT'],
      id: `put${record}`,
      summary: `Create or update ${aRecord(kind)}`,
      text: 'Creates the record if no record has this key, else changes the sent fields.',
      answers: [
        [200, 'The record after the update.', record],
        [201, 'The record created, or the one it would repeat.', record],
      ],
      failures: [errors.missingParams([]), ...ofUpdate, ...ofCreate],
    },
  } satisfies Record<string, Operation>;
}

function removalsOf(kind: Kind) {
  const { route, name, family } = kind;
  const { record } = namesOf(kind);
  const isTrashed = family.removal === 'trash';
  const gone = isTrashed ? errors.isInTrash(name, 0) : errors.termInvalid();
  return {
    remove: {
      methods: ['DELETE'],
      id: `remove${record}`,
      summary: `Delete ${aRecord(kind)}`,
      text: isTrashed
        ? 'Moves the record to the trash; with `force` it is erased.'
        : 'The record is gone for good, and events lose it.',
      schema: 'queries/remove.json',
      isGuarded: true,
      answers: [[200, 'The record in the trash, or as it was before it was erased.', record]],
      failures: [gone, errors.couldNotDelete(name, null)],
    },
    merge: {
      methods: ['POST'],
      id: `merge${record}`,
      summary: `Merge other ${route} into ${aRecord(kind)}`,
      text: 'Events that hold the others hold this one afterwards.',
      schema: 'queries/merge.json',
      isGuarded: true,
      answers: [[200, 'The record that is kept.', record]],
      failures: [...(isTrashed ? [gone] : []), errors.couldNotWrite('update', name, null)],
    },
    preview: {
      methods: ['POST'],
      id: `preview${record}`,
      summary: `Preview the page of ${aRecord(kind)}`,
      text: 'Gives an address of its page before it is public: for a week, or until it changes.',
      isGuarded: true,
      answers: [[200, 'The address.', 'Preview']],
      failures: isTrashed ? [gone] : [],
    },
  } satisfies Record<string, Operation>;
}

const aRecord = ({ name }: Kind): string => `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`;
