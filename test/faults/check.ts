/**
 * Checks a history: the answers about every record, and the final state: lists against records read
 * one by one, snapshots against their originals, counts against the events. Pure functions over
 * what was recorded, so that they can be tested with bad histories.
 */
import { isDeepStrictEqual } from 'node:util';
import { holdersOf, kinds } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/record.js';
import { groupBy } from '../../src/lib/batches.js';
import { culpritOf } from './order.js';
import { checkSeries, isSeriesItem } from './series.js';
import {
  type Body,
  type Final,
  type Finding,
  findingOf,
  type Item,
  isBody,
  type Json,
  type Operation,
  type Part,
  readParts,
  readTitle,
  tellParts,
  UNTOLD,
} from './types.js';

/** Most operations shown with a finding. */
const SHOWN = 14;

/** → everything that is wrong; empty when nothing is. `endMs`: when the final reads began. */
export function checkHistory(
  operations: readonly Operation[],
  final: Final,
  endMs: number,
): Finding[] {
  return [
    ...checkAnswers(operations),
    ...checkRecords(operations, final.items, endMs),
    ...checkIds(operations),
    ...checkUnique(final.items),
    ...checkBySlug(final),
    ...checkLists(final),
    ...checkCounts(final),
    ...checkCopies(final.items),
    ...checkLinks(operations, final.items),
    ...checkSeries(final),
  ];
}

/** No request is answered with an internal error. */
function checkAnswers(operations: readonly Operation[]): Finding[] {
  return operations
    .filter(({ answer }) => answer.includes('internal_error'))
    .map((operation) => findingOf('internal error', operation.key, [operation]));
}

/**
 * For every record, some order of its operations explains every answer, the final reads included.
 */
export function checkRecords(
  operations: readonly Operation[],
  items: readonly Item[],
  endMs: number,
): Finding[] {
  const histories = groupBy(operations, ({ key }) => key);
  const findings: Finding[] = [];
  for (const [key, own] of histories) {
    const reads = finalReads(own, items, endMs);
    const all = [...own, ...reads].sort((a, b) => a.startMs - b.startMs);
    const [first] = all;
    if (!first) continue;
    const culprit = culpritOf(all, kinds[first.kind].family.removal);
    if (culprit === null) continue;
    if (culprit === 'undecided') {
      findings.push(findingOf('undecided', `${key}: too many unknowns`, all));
      continue;
    }
    const at = all.indexOf(culprit);
    const { action, worker, seen } = culprit;
    const what = worker === FINAL ? 'what is there at the end' : `the answer to a ${action}`;
    const shown = `${what} (${seen ?? 'written'}${tellParts(culprit)})`;
    const text = `${key}: no order of the writes explains ${shown}`;
    const before = all.slice(Math.max(0, at - SHOWN + 1), at + 1);
    findings.push(findingOf(faultOf(culprit, all), text, before));
  }
  return [...findings, ...checkOrigins(histories, items)];
}

/** The worker name of the final reads. */
const FINAL = 'final';

function finalReads(own: Operation[], items: readonly Item[], endMs: number): Operation[] {
  const [first] = own;
  if (!first) return [];
  const ids = new Set(own.flatMap(({ id }) => id ?? []));
  const reads: Pick<Operation, 'id' | 'seen' | Part>[] = items
    .filter(({ kind }) => kind === first.kind)
    .filter(({ kind, id, body }) =>
      ids.size > 0 ? ids.has(id) : readTitle(kind, body)?.key === first.key,
    )
    .map(({ id, seen, body, kind }) => ({ id, seen, ...readParts(kind, body) }));
  // An ID that was answered but is not among the items is that of a record that is gone.
  for (const id of ids) {
    if (!reads.some((read) => read.id === id)) reads.push({ id, seen: 'gone', ...UNTOLD });
  }
  const asked = { worker: FINAL, action: 'read', result: 'acknowledged', answer: '' } as const;
  const read = { ...first, ...asked, startMs: endMs, endMs, writes: [], links: {} };
  return reads.map((facts) => ({ ...read, ...facts }));
}

function faultOf(culprit: Operation, all: readonly Operation[]): string {
  const before = all.filter(({ startMs }) => startMs < culprit.endMs);
  const deletes = before.filter(({ action, result }) => action === 'delete' && result !== 'failed');
  if (culprit.seen === 'gone' && deletes.length === 0) {
    return 'an acknowledged create cannot be read';
  }
  const writes = before.filter(
    ({ action, result, endMs }) =>
      action !== 'read' && result === 'acknowledged' && endMs < culprit.startMs,
  );
  const last = writes.sort((a, b) => a.endMs - b.endMs).at(-1);
  if (culprit.seen === 'live' && last?.action === 'delete') return 'a delete came undone';
  if (culprit.worker === FINAL) return 'an acknowledged write is lost';
  return culprit.action === 'read' ? 'a read went backwards' : 'an answer contradicts the others';
}

/** Every record has a create that did not fail. */
function checkOrigins(histories: Map<string, Operation[]>, items: readonly Item[]): Finding[] {
  return items.flatMap(({ kind, id, body }) => {
    const key = readTitle(kind, body)?.key;
    if (key === undefined) return [];
    const creates = (histories.get(key) ?? []).filter(({ action }) => action === 'create');
    if (creates.some(({ result }) => result !== 'failed')) return [];
    const text = `${kind} ${id} (${key}) is there, and no create of it can have been made`;
    return [findingOf('a record nobody wrote', text, creates)];
  });
}

/** No two creates get the same ID. Posts and terms are numbered separately. */
function checkIds(operations: readonly Operation[]): Finding[] {
  const creates = operations.filter(({ action, id }) => action === 'create' && id !== null);
  const byId = groupBy(creates, ({ kind, id }) => `${kinds[kind].family.name} ${id}`);
  return [...byId]
    .filter(([, same]) => new Set(same.map(({ key }) => key)).size > 1)
    .map(([id, same]) => findingOf('an ID given twice', id, same));
}

/** No two records of a kind have the same slug, and none the same title. */
function checkUnique(items: readonly Item[]): Finding[] {
  return ['slug', 'title'].flatMap((what) => {
    const read = ({ kind, body }: Item) => body?.[what === 'slug' ? what : kinds[kind].titleField];
    // The dates of a series share its title.
    const titled = items.filter((item) => read(item) && !(what === 'title' && recurs(item)));
    const byValue = groupBy(titled, (item) => `${item.kind} ${read(item)}`);
    return [...byValue]
      .filter(([, same]) => same.length > 1)
      .map(([value, same]) =>
        findingOf(`a duplicate ${what}`, `${value}: ${same.map(({ id }) => id).join(', ')}`),
      );
  });
}

const recurs = ({ body }: Item): boolean => (body?.recurrence ?? null) !== null;

function checkBySlug({ bySlug }: Final): Finding[] {
  return bySlug
    .filter(({ id, answered }) => id !== answered)
    .map(({ kind, slug, id, answered }) => {
      const text = `${kind} ${slug} of ${id} is answered with ${answered ?? 'none'}`;
      return findingOf('a slug that does not lead to its record', text);
    });
}

/** Every list holds exactly the records it should, each once and as a single read answers it. */
function checkLists(final: Final): Finding[] {
  const { items, lists } = final;
  return lists.flatMap((list) => {
    const name = `the list of ${list.kind} (${list.status}) of service ${list.service}`;
    const seen = list.status === 'trash' ? 'trash' : 'live';
    const wanted = items.filter(
      (item) => item.kind === list.kind && item.seen === seen && !isSeriesItem(item, final),
    );
    const byId = groupBy(list.entries, ({ id }) => Number(id));
    const twice = [...byId].filter(([, entries]) => entries.length > 1);
    const extra = [...byId.keys()].filter((id) => !wanted.some((item) => item.id === id));
    return [
      ...twice.map(([id]) => findingOf('a list differs', `${name} holds ${id} twice`)),
      ...extra.map((id) => findingOf('a list differs', `${name} holds ${id}, which should not be`)),
      ...wanted.flatMap(({ id, body }) => {
        const [entry] = byId.get(id) ?? [];
        if (!entry) return [findingOf('a list differs', `${name} lacks ${id}`)];
        const key = body && differingKey(entry, body);
        if (!key) return [];
        const both = `listed ${JSON.stringify(entry[key])}, read ${JSON.stringify(body[key])}`;
        return [findingOf('a list differs', `${name}, ${key} of ${id}: ${both}`)];
      }),
    ];
  });
}

/** The key that only single reads have, also in the snapshots they show. */
const ALONE = 'json_ld';

/** → the first key whose values differ; undefined when none do. */
const differingKey = (listed: Body, read: Body): string | undefined =>
  Object.keys({ ...listed, ...read }).find(
    (key) => key !== ALONE && !isDeepStrictEqual(listed[key], withoutAlone(read[key])),
  );

const withoutAlone = (value: Json | undefined): Json | undefined => {
  if (Array.isArray(value)) return value.map((one) => withoutAlone(one) ?? null);
  if (!isBody(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== ALONE));
};

/** The count of every term is the number of published events that link it. */
function checkCounts({ items, lists }: Final): Finding[] {
  const counted = lists.filter(({ kind }) => !kinds[kind].family.hasStatus);
  return counted.flatMap(({ kind, entries, service }) =>
    entries.flatMap(({ id, count }) => {
      const events = holdersOf(kind).flatMap(({ holder, relation }) =>
        items
          .filter((item) => item.kind === holder.name && item.seen === 'live')
          .filter(({ body }) => linked(body, relation.field).some((copy) => copy.id === id)),
      );
      const text = `${kind} ${id} of service ${service}: ${count}, by the events ${events.length}`;
      return count === events.length ? [] : [findingOf('a wrong count', text)];
    }),
  );
}

/**
 * Every snapshot shows its record as it is, and none of a record in the trash or gone. No parent is
 * missing.
 */
export function checkCopies(items: readonly Item[]): Finding[] {
  const byId = new Map(items.map((item) => [`${item.kind} ${item.id}`, item]));
  return items.flatMap(({ id, kind, body }) => {
    const { relations, isTree } = kinds[kind];
    const findings = relations.flatMap(({ field, target }) =>
      linked(body, field).flatMap((copy) => {
        const fault = staleness(target, copy, byId.get(`${target} ${copy.id}`));
        return fault ? [findingOf('a stale copy', `${kind} ${id}: ${fault}`)] : [];
      }),
    );
    if (isTree && body?.parent && byId.get(`${kind} ${body.parent}`)?.seen !== 'live') {
      findings.push(findingOf('a parent that is gone', `${kind} ${id} is below ${body.parent}`));
    }
    return findings;
  });
}

function staleness(target: KindName, copy: Body, item: Item | undefined): string | null {
  if (!item || item.seen !== 'live') return `${target} ${copy.id} is ${item?.seen ?? 'gone'}`;
  const stale = [kinds[target].titleField, 'slug'].find((key) => copy[key] !== item.body?.[key]);
  if (stale === undefined) return null;
  const both = `${JSON.stringify(copy[stale])}, the record ${JSON.stringify(item.body?.[stale])}`;
  return `${target} ${copy.id}, ${stale}: the copy ${both}`;
}

/** Everything that the last write of a record linked is linked, unless it may have been deleted. */
function checkLinks(operations: readonly Operation[], items: readonly Item[]): Finding[] {
  const deleted = new Set(
    operations
      .filter(({ action, result }) => action === 'delete' && result !== 'failed')
      .map(({ kind, id }) => `${kind} ${id}`),
  );
  return items.flatMap(({ kind, id, body }) => {
    const { relations, titleField } = kinds[kind];
    const write = operations.find(
      (operation) =>
        operation.kind === kind &&
        operation.writes.includes('version') &&
        `${operation.key} v${operation.version}` === body?.[titleField],
    );
    if (!write) return [];
    return relations.flatMap(({ field, target }) =>
      (write.links[field] ?? [])
        .filter((to) => !deleted.has(`${target} ${to}`))
        .filter((to) => !linked(body, field).some((copy) => copy.id === to))
        .map((to) => findingOf('a lost link', `${kind} ${id}: ${target} ${to}`, [write])),
    );
  });
}

/** → the snapshots under a relation field, however many it holds. */
const linked = (body: Body | null, field: string): Body[] =>
  [body?.[field] ?? []].flat().filter(isBody);
