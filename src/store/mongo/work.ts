/**
 * A change on its way through the steps of a write: what it needs, gives up and leaves to do.
 * Nothing here asks the database.
 */
import { randomUUID } from 'node:crypto';
import type { KindName } from '../../kinds/record.js';
import type { Change } from '../port.js';
import type { OpenCreate, OpenTouch, RecordDocument, Tokens } from './collections.js';
import { type Key, keysOf, keysOfDocument, reservationId, toBody } from './document.js';
import type { Want } from './reserve.js';
import type { Left } from './sync-marks.js';

/** A change on its way. */
export interface Work {
  at: number;
  change: Change;
  /** What it replaces, null for an insert. */
  before: RecordDocument | null;
  wants: Want[];
  left: Left;
  /** Reservations it gives up when it is refused, and those when it is made. */
  made: { id: string; token: string }[];
  old: { id: string; token: string }[];
  /** Of its record, once written. */
  version: number;
}

/**
 * → the changes from a place on that have no record and no key in common, and none that touches
 * the record of a later one: their steps may be taken side by side.
 */
export function apartFrom(changes: readonly Change[], from: number): Change[] {
  const seen = new Set<string>();
  const touched = new Set<string>();
  const group: Change[] = [];
  for (const change of changes.slice(from)) {
    const records = [change.record, ...(change.creates ?? [])];
    const names = [
      ...records.map(nameOf),
      ...newKeys(change).map(reservationId),
      ...(change.creates ?? []).flatMap(keysOf).map(reservationId),
    ];
    if (names.some((name) => seen.has(name) || touched.has(name))) break;
    for (const name of names) seen.add(name);
    for (const touch of change.touches ?? []) touched.add(nameOf(touch));
    group.push(change);
  }
  return group;
}

/** → the changes on their way, up to the first that needs a key an earlier one gives up. */
export function worksOf(
  group: readonly Change[],
  found: Map<string, RecordDocument>,
  from: number,
): Work[] {
  const givenUp = new Set<string>();
  const works: Work[] = [];
  for (const [place, change] of group.entries()) {
    const { kind, id } = change.record;
    const before = found.get(`${kind} ${id}`) ?? null;
    const work = workOf(change, before, from + place);
    if (work.wants.some(({ key }) => givenUp.has(reservationId(key)))) break;
    for (const old of work.old) givenUp.add(old.id);
    works.push(work);
  }
  return works;
}

function workOf(change: Change, before: RecordDocument | null, at: number): Work {
  const { kind, id } = change.record;
  const by = { kind, id };
  const token = randomUUID();
  const keys = newKeys(change);
  const held = before ? keysOfDocument(kind, before) : [];
  const isIn = (list: Key[], key: Key) =>
    list.some((other) => reservationId(other) === reservationId(key));
  const heldToken = ({ type }: Key) => before?.sync.tokens?.[type] ?? '';
  const tokens: Tokens = Object.fromEntries(
    keys.map((key) => [key.type, isIn(held, key) ? heldToken(key) : token]),
  );
  return {
    at,
    change,
    before,
    wants: [
      ...keys.filter((key) => !isIn(held, key)).map((key) => ({ key, owner: id, by, token })),
      ...(change.creates ?? []).flatMap((record) =>
        keysOf(record).map((key) => ({ key, owner: record.id, by, token })),
      ),
    ],
    left: leftBy(change, tokens, token),
    made: [],
    old: held
      .filter((key) => !isIn(keys, key))
      .map((key) => ({ id: reservationId(key), token: heldToken(key) })),
    version: 0,
  };
}

const newKeys = ({ record, isRemoval }: Change): Key[] => (isRemoval ? [] : keysOf(record));

/** What is left to do once the document is written; it holds all of it until it is done. */
function leftBy(change: Change, tokens: Tokens, token: string): Left {
  const { creates = [], touches = [] } = change;
  const { revision } = change.record;
  const openCreates: OpenCreate[] = creates.map((created) => ({
    revision,
    kind: created.kind,
    body: toBody(created),
    tokens: Object.fromEntries(keysOf(created).map(({ type }) => [type, token])),
  }));
  const openTouches: OpenTouch[] = touches.map(({ kind, id }) => ({ kind, id, revision }));
  return { tokens, creates: openCreates, touches: openTouches };
}

const nameOf = ({ kind, id }: { kind: KindName; id: number }): string => `${kind} ${id}`;
