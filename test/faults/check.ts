/**
 * Checks a history: the answers about every record, and the final state. Pure functions over what
 * was recorded, so that they can be tested with bad histories.
 */
import { kinds } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/record.js';
import { groupBy } from '../../src/lib/batches.js';
import { checkCopies, checkCounts, checkLinks, checkLists } from './check-final.js';
import { orderOf } from './order.js';
import { checkSeries } from './series.js';
import {
  type Final,
  type Finding,
  findingOf,
  type Item,
  type Operation,
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
    .map((operation) => {
      const { action, key, answer } = operation;
      return findingOf('internal error', `${action} of ${key} was answered ${answer}`, [operation]);
    });
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
    const order = orderOf(all, kinds[first.kind].family.removal);
    if (order.isOrdered) continue;
    const { culprit } = order;
    if (culprit === 'undecided') {
      findings.push(findingOf('undecided', `${key}: too many unknowns`, all));
      continue;
    }
    const at = all.indexOf(culprit);
    findings.push({
      fault: faultOf(culprit, all),
      text: `${key}: no order of the writes explains ${tellSeen(culprit)}`,
      operations: all.slice(Math.max(0, at - SHOWN + 1), at + 1),
    });
  }
  return [...findings, ...checkOrigins(histories, items)];
}

/** The worker name of the final reads. */
const FINAL = 'final';

function finalReads(own: Operation[], items: readonly Item[], endMs: number): Operation[] {
  const [first] = own;
  if (!first) return [];
  const ids = new Set(own.flatMap(({ id }) => id ?? []));
  const matches = items.filter(
    ({ kind, id, body }) =>
      kind === first.kind && (ids.has(id) || (ids.size === 0 && keyOf(kind, body) === first.key)),
  );
  const reads = matches.map(({ id, seen, body, kind }) => ({
    id,
    seen,
    ...readParts(kind, body),
  }));
  // An ID that was answered but is not among the items is that of a record that is gone.
  for (const id of ids) {
    if (!matches.some((item) => item.id === id)) reads.push({ id, seen: 'gone', ...UNTOLD });
  }
  return reads.map((read) => ({
    ...first,
    ...read,
    worker: FINAL,
    action: 'read',
    writes: [],
    startMs: endMs,
    endMs,
    result: 'acknowledged',
    links: {},
    answer: '',
  }));
}

const keyOf = (kind: KindName, body: Item['body']): string | null =>
  readTitle(body?.[kinds[kind].titleField])?.key ?? null;

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

function tellSeen(operation: Operation): string {
  const { action, worker, seen } = operation;
  const what = worker === FINAL ? 'what is there at the end' : `the answer to a ${action}`;
  return `${what} (${seen ?? 'written'}${tellParts(operation)})`;
}

/** Every record has a create that did not fail. */
function checkOrigins(histories: Map<string, Operation[]>, items: readonly Item[]): Finding[] {
  return items.flatMap(({ kind, id, body }) => {
    const key = keyOf(kind, body);
    if (key === null) return [];
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
    .map(({ kind, slug, id, answered }) =>
      findingOf(
        'a slug that does not lead to its record',
        `${kind} ${slug} of ${id} is answered with ${answered ?? 'none'}`,
      ),
    );
}
