/**
 * Whether some order of the operations on one record explains every answer: each takes effect at
 * one moment between its start and its end (unknown ones at any time after their start, or never).
 * Wing and Gong's check of linearizability, with remembered states. Pure.
 */
import { type Operation, PARTS, type Part, type Seen, UNTOLD } from './types.js';

/** The effect of a delete on a record of the kind. */
type Removal = 'trash' | 'permanent';

type State = { seen: Seen } & Record<Part, number | null>;

/** States visited before the search is given up. */
const MAX_STATES = 300_000;

/**
 * → null when there is such an order, else the first answer that no order explains. `undecided`: so
 * many writes are unknown that the search was given up.
 */
export function culpritOf(
  operations: readonly Operation[],
  removal: Removal,
): Operation | 'undecided' | null {
  const used = withoutIdle(operations.filter(({ result, seen }) => result !== 'failed' || seen));
  const required = used
    .filter(({ result }) => result !== 'unknown')
    .sort((a, b) => a.endMs - b.endMs);
  if (required.length === 0) return null;
  const isExplained = (count: number): boolean | null => {
    const needed = required.slice(0, count);
    const untilMs = needed.at(-1)?.endMs ?? 0;
    const later = used.filter(
      (operation) =>
        !needed.includes(operation) && operation.action !== 'read' && operation.startMs < untilMs,
    );
    return search(needed, later, removal);
  };
  const whole = isExplained(required.length);
  if (whole !== false) return whole ? null : 'undecided';
  // An answer that no order explains stays unexplained whatever follows: bisect to the first one.
  let [low, high] = [1, required.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isExplained(middle) === false) high = middle;
    else low = middle + 1;
  }
  return required[low - 1] ?? 'undecided';
}

/**
 * Leaves out unknown updates whose values no answer shows: an order exists with them only if one
 * exists without them.
 */
function withoutIdle(operations: readonly Operation[]): Operation[] {
  const nameOf = (part: Part, operation: Operation) => `${part} ${operation[part]}`;
  const shown = new Set(
    operations.flatMap((operation) =>
      PARTS.flatMap((part) => (operation.writes.includes(part) ? [] : nameOf(part, operation))),
    ),
  );
  return operations.filter(
    (operation) =>
      operation.result !== 'unknown' ||
      operation.action === 'delete' ||
      operation.writes.some((part) => shown.has(nameOf(part, operation))),
  );
}

/** → whether all of `needed` can be ordered, with any of `optional`; null: undecided. */
function search(
  needed: readonly Operation[],
  optional: readonly Operation[],
  removal: Removal,
): boolean | null {
  const all = [...needed, ...optional];
  const goal = (1n << BigInt(needed.length)) - 1n;
  const visited = new Set<string>();
  const stack: { done: bigint; state: State }[] = [
    { done: 0n, state: { seen: 'gone', ...UNTOLD } },
  ];
  for (let at = stack.pop(); at; at = stack.pop()) {
    const { done, state } = at;
    if ((done & goal) === goal) return true;
    const name = `${done} ${state.seen} ${state.version} ${state.note}`;
    if (visited.has(name)) continue;
    visited.add(name);
    if (visited.size > MAX_STATES) return null;
    const isOpen = (index: number) => (done & (1n << BigInt(index))) === 0n;
    // An operation may not precede one that had ended before it began.
    const firstEndMs = Math.min(
      ...needed.flatMap(({ endMs }, index) => (isOpen(index) ? endMs : [])),
    );
    for (const [index, operation] of all.entries()) {
      if (!isOpen(index) || operation.startMs > firstEndMs) continue;
      const next = apply(state, operation, removal);
      if (next) stack.push({ done: done | (1n << BigInt(index)), state: next });
    }
  }
  return false;
}

/** → the state after an operation, or null when its answer contradicts the state. */
function apply(state: State, operation: Operation, removal: Removal): State | null {
  const { action, result, writes, seen } = operation;
  const isThere = state.seen !== 'gone';
  const isRefused = result === 'failed';
  // What it does not write must be as its answer shows it.
  const isSame = PARTS.filter((part) => isRefused || !writes.includes(part)).every(
    (part) => operation[part] === null || operation[part] === state[part],
  );
  if (action === 'read' || isRefused) {
    return state.seen === seen && (isSame || !isThere) ? state : null;
  }
  if (!isSame) return null;
  if (action === 'delete') {
    if (state.seen !== 'live') return null;
    return { ...state, seen: removal === 'trash' ? 'trash' : 'gone' };
  }
  const isPossible = action === 'create' ? state.version === null : isThere;
  const written = Object.fromEntries(writes.map((part) => [part, operation[part]]));
  return isPossible ? { ...state, ...written, seen: 'live' } : null;
}
