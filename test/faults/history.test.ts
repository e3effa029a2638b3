/**
 * The checker of the history check, with histories written by hand: it must find errors, and
 * must accept what concurrency and unknown outcomes allow.
 */
import { describe, expect, it } from 'vitest';
import { checkHistory, checkRecords } from './check.js';
import { orderOf } from './order.js';
import type { Body, Final, Item, Json, List, Operation } from './types.js';

const END = 1000;

/** An operation on `venue-a-1`, whose ID is 1. */
function op(
  action: Operation['action'],
  [startMs, endMs]: [number, number],
  rest: Partial<Operation> = {},
): Operation {
  return {
    worker: 'a',
    service: 0,
    kind: 'venue',
    key: 'venue-a-1',
    action,
    startMs,
    endMs,
    result: 'acknowledged',
    id: 1,
    writes:
      rest.version !== undefined && action !== 'read' && action !== 'delete' ? ['version'] : [],
    version: null,
    note: null,
    seen: null,
    links: {},
    answer: '200',
    ...rest,
  };
}

const create = (at = 0) => op('create', [at, at + 5], { version: 0 });
const update = (at: number, version: number, rest: Partial<Operation> = {}) =>
  op('update', [at, at + 5], { version, ...rest });
const remove = (at: number, rest: Partial<Operation> = {}) => op('delete', [at, at + 5], rest);
const read = (at: number, seen: Operation['seen'], ...parts: number[]) =>
  op('read', [at, at + 5], { seen, version: parts[0] ?? null, note: parts[1] ?? null });
/** An update of the description only. `version` is the title that its answer shows. */
const annotate = (at: number, note: number, rest: Partial<Operation> = {}) =>
  op('update', [at, at + 5], { writes: ['note'], note, ...rest });
const unknown = { result: 'unknown', answer: 'ECONNRESET' } as const;
const failed = { result: 'failed' } as const;
/** What is known after a refused or failed create. */
const NOBODY = { id: null, version: 0 };
const TRASHED = { status: 'trash' };
const tag = { kind: 'tag', key: 'tag-a-1' } as const;
const asTag = (operations: Operation[]) => operations.map((one) => ({ ...one, ...tag }));

const venue = (version: number, rest: Body = {}, key = 'venue-a-1', id = 1): Item => ({
  kind: 'venue',
  id,
  seen: rest.status === 'trash' ? 'trash' : 'live',
  body: { id, venue: `${key} v${version}`, slug: `${key}-v0`, status: 'publish', ...rest },
});
const tagItem = (version: number): Item => ({
  kind: 'tag',
  id: 1,
  seen: 'live',
  body: { id: 1, name: `tag-a-1 v${version}`, slug: 'tag-a-1-v0' },
});

describe('the answers of one record', () => {
  it.each<[string, Operation[], Item[]]>([
    ['a simple history', [create(), update(10, 1), read(20, 'live', 1)], [venue(1)]],
    ['a read during a write, old', [create(), update(10, 1), read(12, 'live', 0)], [venue(1)]],
    ['a read during a write, new', [create(), update(10, 1), read(8, 'live', 1)], [venue(1)]],
    [
      'overlapping writes in either order',
      [create(), update(10, 1), update(12, 2, { worker: 'b' })],
      [venue(1)],
    ],
    ['an unknown write that was made', [create(), update(10, 1, unknown)], [venue(1)]],
    ['an unknown write that was not', [create(), update(10, 1, unknown)], [venue(0)]],
    [
      'an unknown write made long after',
      [create(), update(10, 1, unknown), update(20, 2), read(30, 'live', 2), read(40, 'live', 1)],
      [venue(1)],
    ],
    [
      'an unknown write that a delete shows',
      [create(), update(10, 1, unknown), remove(20, { version: 1 })],
      [venue(1, { status: 'trash' })],
    ],
    ['an unknown delete that was made', [create(), remove(10, unknown)], [venue(0, TRASHED)]],
    ['an unknown delete that was not', [create(), remove(10, unknown)], [venue(0)]],
    [
      'trash and back',
      [create(), remove(10), read(20, 'trash'), update(30, 1), read(40, 'live', 1)],
      [venue(1)],
    ],
    [
      'a second delete refused',
      [create(), remove(10), remove(20, { ...failed, seen: 'trash' })],
      [venue(0, TRASHED)],
    ],
    [
      'title and description written separately',
      [create(), update(10, 1), annotate(12, 2), read(20, 'live', 1, 2)],
      [venue(1, { description: 'note 2' })],
    ],
    [
      'an unknown description that was made',
      [create(), annotate(10, 1, unknown), update(20, 2, { note: 1 })],
      [venue(2, { description: 'note 1' })],
    ],
    ['a tag removed', asTag([create(), remove(10), read(20, 'gone')]), []],
    [
      'an unknown create that was made',
      [op('create', [0, 5], { ...NOBODY, ...unknown })],
      [venue(0)],
    ],
    ['an unknown create that was not', [op('create', [0, 5], { ...NOBODY, ...unknown })], []],
  ])('%s is accepted', (_, operations, items) => {
    expect(checkRecords(operations, items, END)).toEqual([]);
  });

  it.each<[string, string, Operation[], Item[]]>([
    ['a lost write', 'an acknowledged write is lost', [create(), update(10, 1)], [venue(0)]],
    [
      'a lost write before a crowd',
      'an acknowledged write is lost',
      [create(), update(10, 1), update(20, 2, unknown), update(30, 3, { worker: 'b' })],
      [venue(1)],
    ],
    [
      'a title undone by a description',
      'an acknowledged write is lost',
      [create(), update(10, 1), annotate(12, 2)],
      [venue(0, { description: 'note 2' })],
    ],
    [
      'an old title in the answer to a description',
      'an answer contradicts the others',
      [create(), update(10, 1), annotate(20, 2, { version: 0 })],
      [venue(1, { description: 'note 2' })],
    ],
    [
      'a read older than a write before it',
      'a read went backwards',
      [create(), update(10, 1), read(20, 'live', 0)],
      [venue(1)],
    ],
    [
      'two reads in the wrong order during a write',
      'a read went backwards',
      [create(), op('update', [10, 50], { version: 1 }), read(20, 'live', 1), read(30, 'live', 0)],
      [venue(1)],
    ],
    [
      'an unknown write made twice',
      'a read went backwards',
      [create(), update(10, 1, unknown), read(20, 'live', 1), update(30, 2), read(40, 'live', 1)],
      [venue(1)],
    ],
    ['a deleted venue returns', 'a delete came undone', [create(), remove(10)], [venue(0)]],
    ['a removed tag back', 'a delete came undone', asTag([create(), remove(10)]), [tagItem(0)]],
    ['a create that is not found', 'an acknowledged create cannot be read', [create()], []],
    [
      'a create that is missing for a while',
      'an acknowledged create cannot be read',
      [create(), read(10, 'gone'), read(20, 'live', 0)],
      [venue(0)],
    ],
    [
      'a refused write that was made',
      'an acknowledged write is lost',
      [create(), update(10, 1, failed)],
      [venue(1)],
    ],
    [
      'a trash refused without a reason',
      'an answer contradicts the others',
      [create(), remove(10, { ...failed, seen: 'trash' })],
      [venue(0)],
    ],
    [
      'a record whose create was refused',
      'a record nobody wrote',
      [op('create', [0, 5], { ...NOBODY, ...failed })],
      [venue(0)],
    ],
  ])('%s is found', (_, fault, operations, items) => {
    const found = checkRecords(operations, items, END);
    expect(found.map((one) => one.fault)).toContain(fault);
  });

  it('the first answer that cannot be explained is blamed', () => {
    const wrong = read(20, 'live', 0);
    const operations = [create(), update(10, 1), wrong, update(30, 2), read(40, 'live', 1)];
    expect(orderOf(operations, 'trash')).toEqual({ isOrdered: false, culprit: wrong });
  });

  it('many writes of unknown outcome are decided', () => {
    const crowd = Array.from({ length: 8 }, (_, n) => update(10 + n, n + 1, unknown));
    const reads = crowd.map(({ version }, n) => read(100 + 10 * n, 'live', Number(version)));
    expect(orderOf([create(), ...crowd, ...reads], 'trash')).toEqual({ isOrdered: true });
    const back = read(900, 'live', 3);
    const order = orderOf([create(), ...crowd, ...reads, back], 'trash');
    expect(order).toEqual({ isOrdered: false, culprit: back });
  });
});

const event = (rest: Body = {}): Item => ({
  kind: 'event',
  id: 9,
  seen: 'live',
  body: {
    id: 9,
    title: 'event-a-2 v0',
    slug: 'event-a-2-v0',
    venue: copyOf(venue(0)),
    organizer: [],
    categories: [],
    tags: [copyOf(tagItem(0))],
    ...rest,
  },
});
const copyOf = ({ body }: Item): Json => ({ ...body, url: 'http://history.invalid/' });
const writes = [
  create(),
  ...asTag([create()]),
  op('create', [10, 15], {
    kind: 'event',
    key: 'event-a-2',
    id: 9,
    version: 0,
    links: { venue: [1], tags: [1] },
  }),
];
const listed = (item: Item, rest: Body = {}): List => ({
  kind: item.kind,
  service: 0,
  status: 'publish',
  entries: [{ ...item.body, ...rest }],
});
const level = (rest: Partial<Final> = {}): Final => ({
  items: [venue(0), tagItem(0), event()],
  lists: [listed(venue(0)), listed(tagItem(0), { count: 1 }), listed(event())],
  bySlug: [{ kind: 'venue', slug: 'venue-a-1-v0', id: 1, answered: 1 }],
  ...rest,
});
/** The final state with its tag as answered: with its count. */
const counted = (rest: Partial<Final> = {}): Final => {
  const final = level(rest);
  const items = final.items.map((item) =>
    item.kind === 'tag' ? { ...item, body: { ...item.body, count: 1 } } : item,
  );
  return { ...final, items };
};

const IN_TRASH: Partial<Final> = {
  items: [venue(0, TRASHED)],
  lists: [{ kind: 'venue', service: 0, status: 'trash', entries: [] }],
};

describe('the final state', () => {
  it('is correct when lists hold the records and copies are current', () => {
    expect(checkHistory(writes, counted(), END)).toEqual([]);
  });

  it.each<[string, string, Partial<Final>]>([
    [
      'a list that misses a record',
      'a list differs',
      { lists: [{ ...listed(venue(0)), entries: [] }] },
    ],
    ['a list with one record more', 'a list differs', { lists: [listed(venue(0, { id: 5 }))] }],
    [
      'a list with a record twice',
      'a list differs',
      { lists: [{ ...listed(venue(0)), entries: [venue(0).body ?? {}, venue(0).body ?? {}] }] },
    ],
    ['a list with an old title', 'a list differs', { lists: [listed(venue(1))] }],
    [
      'a list with an old copy',
      'a list differs',
      { lists: [listed(event({ venue: copyOf(venue(1)) }))] },
    ],
    ['a list of the trash that misses a record', 'a list differs', { ...IN_TRASH }],
    ['a wrong count', 'a wrong count', { lists: [listed(tagItem(0), { count: 2 })] }],
    [
      'an old copy',
      'a stale copy',
      { items: [venue(0), tagItem(0), event({ venue: copyOf(venue(1)) })] },
    ],
    [
      'a copy of a trashed record',
      'a stale copy',
      { items: [venue(0, TRASHED), tagItem(0), event()] },
    ],
    ['a copy of a removed record', 'a stale copy', { items: [venue(0), event()] }],
    [
      'a link that is missing',
      'a lost link',
      { items: [venue(0), tagItem(0), event({ tags: [] })] },
    ],
    [
      'a slug of two records',
      'a duplicate slug',
      { items: [venue(0), venue(0, { slug: 'venue-a-1-v0' }, 'venue-a-3', 3)] },
    ],
    [
      'a record that exists twice',
      'a duplicate title',
      { items: [venue(0), venue(0, { id: 3 }, 'venue-a-1', 3)] },
    ],
    [
      'a slug that leads elsewhere',
      'a slug that does not lead to its record',
      { bySlug: [{ kind: 'venue', slug: 'venue-a-1-v0', id: 1, answered: 3 }] },
    ],
  ])('%s is found', (_, fault, rest) => {
    const found = checkHistory(writes, counted(rest), END);
    expect(found.map((one) => one.fault)).toContain(fault);
  });

  it('a category with a missing parent is found', () => {
    const body = { id: 7, name: 'category-a-1 v0', slug: 'c', parent: 6 };
    const items: Item[] = [{ kind: 'category', id: 7, seen: 'live', body }];
    const found = checkHistory([], { items, lists: [], bySlug: [] }, END);
    expect(found.map((one) => one.fault)).toContain('a parent that is gone');
  });

  it('an ID given twice is found, but a post and a term may share one', () => {
    const other = op('create', [0, 5], { key: 'venue-b-1', version: 0 });
    const fault = (operations: Operation[]) =>
      checkHistory(operations, level(), END).filter((one) => one.fault === 'an ID given twice');
    expect(fault([create(), other])).toHaveLength(1);
    expect(fault([create(), ...asTag([create()])])).toEqual([]);
  });

  it('an answer that blames the service is found', () => {
    const broken = update(10, 1, { ...unknown, answer: '500 internal_error' });
    const found = checkHistory([create(), broken], level(), END);
    expect(found.map((one) => one.fault)).toContain('internal error');
  });

  it('a link to a deleted record may be gone', () => {
    const items = [venue(0, TRASHED), tagItem(0), event({ venue: [] })];
    const found = checkHistory([...writes, remove(30)], counted({ items, lists: [] }), END);
    expect(found).toEqual([]);
  });
});
