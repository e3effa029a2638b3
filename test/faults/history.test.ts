/**
 * The checker of the history check, with histories written by hand: it must find errors, and
 * must accept what concurrency and unknown outcomes allow.
 */
import { describe, expect, it } from 'vitest';
import { differences } from '../support/shown.js';
import { checkHistory, checkRecords } from './check.js';
import { culpritOf } from './order.js';
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
const byOther = (at: number, version: number) => update(at, version, { worker: 'b' });
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
  body: { id: 1, name: `tag-a-1 v${version}`, slug: 'tag-a-1-v0', count: 1 },
});

/** A case: a history, begun by a create where it has none, and what is there at the end. */
type Case = [name: string, operations: Operation[], ...items: Item[]];

const check = (operations: Operation[], items: Item[]) => {
  const isBegun = operations[0]?.action === 'create';
  return checkRecords(isBegun ? operations : [create(), ...operations], items, END);
};

const ACCEPTED: Case[] = [
  ['a simple history', [update(10, 1), read(20, 'live', 1)], venue(1)],
  ['a read during a write, old', [update(10, 1), read(12, 'live', 0)], venue(1)],
  ['a read during a write, new', [update(10, 1), read(8, 'live', 1)], venue(1)],
  ['overlapping writes in either order', [update(10, 1), byOther(12, 2)], venue(1)],
  ['an unknown write that was made', [update(10, 1, unknown)], venue(1)],
  ['an unknown write that was not', [update(10, 1, unknown)], venue(0)],
  [
    'an unknown write made long after',
    [update(10, 1, unknown), update(20, 2), read(30, 'live', 2), read(40, 'live', 1)],
    venue(1),
  ],
  [
    'an unknown write that a delete shows',
    [update(10, 1, unknown), remove(20, { version: 1 })],
    venue(1, TRASHED),
  ],
  ['an unknown delete that was made', [remove(10, unknown)], venue(0, TRASHED)],
  ['an unknown delete that was not', [remove(10, unknown)], venue(0)],
  ['trash and back', [remove(10), read(20, 'trash'), update(30, 1), read(40, 'live', 1)], venue(1)],
  [
    'a second delete refused',
    [remove(10), remove(20, { ...failed, seen: 'trash' })],
    venue(0, TRASHED),
  ],
  [
    'title and description written separately',
    [update(10, 1), annotate(12, 2), read(20, 'live', 1, 2)],
    venue(1, { description: 'note 2' }),
  ],
  [
    'an unknown description that was made',
    [annotate(10, 1, unknown), update(20, 2, { note: 1 })],
    venue(2, { description: 'note 1' }),
  ],
  ['a tag removed', asTag([create(), remove(10), read(20, 'gone')])],
  ['an unknown create that was made', [op('create', [0, 5], { ...NOBODY, ...unknown })], venue(0)],
  ['an unknown create that was not', [op('create', [0, 5], { ...NOBODY, ...unknown })]],
];

/** By the fault that is found. */
const REFUSED: Record<string, Case[]> = {
  'an acknowledged write is lost': [
    ['a lost write', [update(10, 1)], venue(0)],
    ['before a crowd', [update(10, 1), update(20, 2, unknown), byOther(30, 3)], venue(1)],
    [
      'a title undone by a description',
      [update(10, 1), annotate(12, 2)],
      venue(0, { description: 'note 2' }),
    ],
    ['a refused write that was made', [update(10, 1, failed)], venue(1)],
  ],
  'an answer contradicts the others': [
    [
      'an old title in the answer to a description',
      [update(10, 1), annotate(20, 2, { version: 0 })],
      venue(1, { description: 'note 2' }),
    ],
    ['a trash refused without a reason', [remove(10, { ...failed, seen: 'trash' })], venue(0)],
  ],
  'a read went backwards': [
    ['a read older than a write before it', [update(10, 1), read(20, 'live', 0)], venue(1)],
    [
      'two reads in the wrong order during a write',
      [op('update', [10, 50], { version: 1 }), read(20, 'live', 1), read(30, 'live', 0)],
      venue(1),
    ],
    [
      'an unknown write made twice',
      [update(10, 1, unknown), read(20, 'live', 1), update(30, 2), read(40, 'live', 1)],
      venue(1),
    ],
  ],
  'a delete came undone': [
    ['a deleted venue returns', [remove(10)], venue(0)],
    ['a removed tag back', asTag([create(), remove(10)]), tagItem(0)],
  ],
  'an acknowledged create cannot be read': [
    ['a create that is not found', [create()]],
    ['missing for a while', [create(), read(10, 'gone'), read(20, 'live', 0)], venue(0)],
  ],
  'a record nobody wrote': [
    ['its create was refused', [op('create', [0, 5], { ...NOBODY, ...failed })], venue(0)],
  ],
};

describe('the answers of one record', () => {
  it.each(ACCEPTED)('%s is accepted', (_, operations, ...items) => {
    expect(check(operations, items)).toEqual([]);
  });

  describe.each(Object.entries(REFUSED))('%s', (fault, cases) => {
    it.each(cases)('%s', (_, operations, ...items) => {
      expect(check(operations, items).map((one) => one.fault)).toContain(fault);
    });
  });

  it('the first answer that cannot be explained is blamed', () => {
    const wrong = read(20, 'live', 0);
    const operations = [create(), update(10, 1), wrong, update(30, 2), read(40, 'live', 1)];
    expect(culpritOf(operations, 'trash')).toBe(wrong);
  });

  it('many writes of unknown outcome are decided', () => {
    const crowd = Array.from({ length: 8 }, (_, n) => update(10 + n, n + 1, unknown));
    const reads = crowd.map(({ version }, n) => read(100 + 10 * n, 'live', Number(version)));
    expect(culpritOf([create(), ...crowd, ...reads], 'trash')).toBeNull();
    const back = read(900, 'live', 3);
    expect(culpritOf([create(), ...crowd, ...reads, back], 'trash')).toBe(back);
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
/** A final state without faults. */
const final = (rest: Partial<Final> = {}): Final => ({
  items: [venue(0), tagItem(0), event()],
  lists: [listed(venue(0)), listed(tagItem(0)), listed(event())],
  bySlug: [{ kind: 'venue', slug: 'venue-a-1-v0', id: 1, answered: 1 }],
  ...rest,
});

/** By the fault that is found. */
const WRONG: Record<string, [name: string, Partial<Final>][]> = {
  'a list differs': [
    ['a record is missing', { lists: [{ ...listed(venue(0)), entries: [] }] }],
    ['one record more', { lists: [listed(venue(0, { id: 5 }))] }],
    [
      'a record twice',
      { lists: [{ ...listed(venue(0)), entries: [venue(0).body ?? {}, venue(0).body ?? {}] }] },
    ],
    ['an old title', { lists: [listed(venue(1))] }],
    ['an old copy', { lists: [listed(event({ venue: copyOf(venue(1)) }))] }],
    [
      'a record is missing in the trash',
      {
        items: [venue(0, TRASHED)],
        lists: [{ kind: 'venue', service: 0, status: 'trash', entries: [] }],
      },
    ],
  ],
  'a wrong count': [['one more', { lists: [listed(tagItem(0), { count: 2 })] }]],
  'a stale copy': [
    ['an old title', { items: [venue(0), tagItem(0), event({ venue: copyOf(venue(1)) })] }],
    ['of a trashed record', { items: [venue(0, TRASHED), tagItem(0), event()] }],
    ['of a removed record', { items: [venue(0), event()] }],
  ],
  'a parent that is gone': [
    ['of a category', { items: [{ kind: 'category', id: 7, seen: 'live', body: { parent: 6 } }] }],
  ],
  'a lost link': [['to a tag', { items: [venue(0), tagItem(0), event({ tags: [] })] }]],
  'a duplicate slug': [
    ['of two venues', { items: [venue(0), venue(0, { slug: 'venue-a-1-v0' }, 'venue-a-3', 3)] }],
  ],
  'a duplicate title': [
    ['of two venues', { items: [venue(0), venue(0, { id: 3 }, 'venue-a-1', 3)] }],
  ],
  'a slug that does not lead to its record': [
    ['to another', { bySlug: [{ kind: 'venue', slug: 'venue-a-1-v0', id: 1, answered: 3 }] }],
  ],
};

describe('the final state', () => {
  it('is correct when lists hold the records and copies are current', () => {
    expect(checkHistory(writes, final(), END)).toEqual([]);
  });

  describe.each(Object.entries(WRONG))('%s', (fault, cases) => {
    it.each(cases)('%s', (_, rest) => {
      expect(checkHistory(writes, final(rest), END).map((one) => one.fault)).toContain(fault);
    });
  });

  it('an ID given twice is found, but a post and a term may share one', () => {
    const other = op('create', [0, 5], { key: 'venue-b-1', version: 0 });
    const fault = (operations: Operation[]) =>
      checkHistory(operations, final(), END).filter((one) => one.fault === 'an ID given twice');
    expect(fault([create(), other])).toHaveLength(1);
    expect(fault([create(), ...asTag([create()])])).toEqual([]);
  });

  it('an answer that blames the service is found', () => {
    const broken = update(10, 1, { ...unknown, answer: '500 internal_error' });
    const found = checkHistory([create(), broken], final(), END);
    expect(found.map((one) => one.fault)).toContain('internal error');
  });

  it('a link to a deleted record may be gone', () => {
    const items = [venue(0, TRASHED), tagItem(0), event({ venue: [] })];
    const found = checkHistory([...writes, remove(30)], final({ items, lists: [] }), END);
    expect(found).toEqual([]);
  });
});

describe('a follower', () => {
  const [a, b] = [{ title: 'A' }, { title: 'B' }];
  it.each<[string, Json[], Json[], string[]]>([
    ['equals what it follows', [a, b, a], [b, a, a], []],
    ['lacks a record', [a, b], [a], ['events, lacks {"title":"B"}']],
    [
      'has one more, or twice',
      [a],
      [a, a, b],
      ['events, has {"title":"A"}', 'events, has {"title":"B"}'],
    ],
  ])('%s', (_name, leader, follower, faults) => {
    expect(differences({ events: leader }, { events: follower })).toEqual(faults);
  });
});
