/**
 * Checks the final state: lists against records read one by one, snapshots against their originals,
 * counts against the events. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import { allKinds, holderKinds, holdersOf, kinds } from '../../src/kinds/index.js';
import type { KindName } from '../../src/kinds/record.js';
import { groupBy } from '../../src/lib/batches.js';
import { isSeriesItem } from './series.js';
import {
  type Body,
  type Final,
  type Finding,
  findingOf as finding,
  type Item,
  isBody,
  type Json,
  type List,
  type Operation,
} from './types.js';

/** Every list holds exactly the records it should, each once and as a single read answers it. */
export function checkLists(final: Final): Finding[] {
  const { items, lists } = final;
  return lists.flatMap((list) => {
    const name = `the list of ${list.kind} (${list.status}) of service ${list.service}`;
    const wanted = items.filter((item) => isListed(item, list) && !isSeriesItem(item, final));
    const byId = groupBy(list.entries, ({ id }) => Number(id));
    const twice = [...byId].filter(([, entries]) => entries.length > 1);
    const extra = [...byId.keys()].filter((id) => !wanted.some((item) => item.id === id));
    return [
      ...twice.map(([id]) => finding('a list differs', `${name} holds ${id} twice`)),
      ...extra.map((id) => finding('a list differs', `${name} holds ${id}, which should not be`)),
      ...wanted.flatMap(({ id, body }) => {
        const [entry] = byId.get(id) ?? [];
        if (!entry) return [finding('a list differs', `${name} lacks ${id}`)];
        const key = body && differingKey(entry, body);
        if (!key) return [];
        const both = `listed ${JSON.stringify(entry[key])}, read ${JSON.stringify(body[key])}`;
        return [finding('a list differs', `${name}, ${key} of ${id}: ${both}`)];
      }),
    ];
  });
}

const isListed = ({ kind, seen }: Item, list: List): boolean =>
  kind === list.kind && seen === (list.status === 'trash' ? 'trash' : 'live');

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
export function checkCounts({ items, lists }: Final): Finding[] {
  const counted = lists.filter(({ kind }) => !kinds[kind].family.hasStatus);
  return counted.flatMap(({ kind, entries, service }) =>
    entries.flatMap((entry) => {
      const events = holdersOf(kind).flatMap(({ holder, relation }) =>
        items.filter(
          (item) =>
            item.kind === holder.name &&
            item.seen === 'live' &&
            linked(item.body, relation.field).some(({ id }) => id === entry.id),
        ),
      );
      if (entry.count === events.length) return [];
      const text = `${kind} ${entry.id} of service ${service}: ${entry.count}, by the events`;
      return [finding('a wrong count', `${text} ${events.length}`)];
    }),
  );
}

/**
 * Every snapshot shows its record as it is, and none of a record in the trash or gone. No parent is
 * missing.
 */
export function checkCopies(items: readonly Item[]): Finding[] {
  const byId = new Map(items.map((item) => [`${item.kind} ${item.id}`, item]));
  const copies = holderKinds.flatMap((holder) =>
    items
      .filter(({ kind }) => kind === holder.name)
      .flatMap(({ id, kind, body }) =>
        holder.relations.flatMap(({ field, target }) =>
          linked(body, field).flatMap((copy) => {
            const fault = staleness(target, copy, byId.get(`${target} ${copy.id}`));
            return fault ? [finding('a stale copy', `${kind} ${id}: ${fault}`)] : [];
          }),
        ),
      ),
  );
  const orphans = allKinds
    .filter(({ isTree }) => isTree)
    .flatMap(({ name }) =>
      items.filter(
        ({ kind, body }) =>
          kind === name && body?.parent && byId.get(`${name} ${body.parent}`)?.seen !== 'live',
      ),
    );
  return [
    ...copies,
    ...orphans.map(({ kind, id, body }) =>
      finding('a parent that is gone', `${kind} ${id} stands below ${body?.parent}`),
    ),
  ];
}

function staleness(target: KindName, copy: Body, item: Item | undefined): string | null {
  if (!item || item.seen !== 'live') return `${target} ${copy.id} is ${item?.seen ?? 'gone'}`;
  const stale = [kinds[target].titleField, 'slug'].find((key) => copy[key] !== item.body?.[key]);
  if (stale === undefined) return null;
  const both = `${JSON.stringify(copy[stale])}, the record ${JSON.stringify(item.body?.[stale])}`;
  return `${target} ${copy.id}, ${stale}: the copy ${both}`;
}

/** Everything that the last write of a record linked is linked, unless it may have been deleted. */
export function checkLinks(operations: readonly Operation[], items: readonly Item[]): Finding[] {
  const deleted = new Set(
    operations
      .filter(({ action, result }) => action === 'delete' && result !== 'failed')
      .map(({ kind, id }) => `${kind} ${id}`),
  );
  return items.flatMap(({ kind, id, body }) => {
    const { relations, titleField } = kinds[kind];
    if (!body || relations.length === 0) return [];
    const write = operations.find(
      (operation) =>
        operation.kind === kind &&
        operation.writes.includes('version') &&
        `${operation.key} v${operation.version}` === body[titleField],
    );
    return relations.flatMap(({ field, target }) =>
      (write?.links[field] ?? [])
        .filter((to) => !deleted.has(`${target} ${to}`))
        .filter((to) => !linked(body, field).some((copy) => copy.id === to))
        .map((to) =>
          finding('a lost link', `${kind} ${id}: ${target} ${to}`, write ? [write] : []),
        ),
    );
  });
}

/** → the snapshots under a relation field, however many it holds. */
function linked(body: Body | null, field: string): Body[] {
  return [body?.[field] ?? []].flat().filter(isBody);
}
