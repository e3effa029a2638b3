/** Functions that remember their answers. */
import { LRUCache } from 'lru-cache';

/** → the function, which works its answer out once for each object. */
export const perObject = <Of extends object, Answer>(work: (object: Of) => Answer) =>
  through(work, new WeakMap());

/** → the function, which remembers its answers to the last texts or numbers it was asked of. */
export const remembered = <Of extends string | number, Answer>(
  work: (asked: Of) => Answer,
  max = 1000,
) => through(work, new LRUCache<Of, { answer: Answer }>({ max }));

/** The known answers, which may be null. */
interface Known<Of, Answer> {
  get(asked: Of): { answer: Answer } | undefined;
  set(asked: Of, found: { answer: Answer }): unknown;
}

function through<Of, Answer>(work: (asked: Of) => Answer, known: Known<Of, Answer>) {
  return (asked: Of): Answer => {
    const found = known.get(asked);
    if (found) return found.answer;
    const answer = work(asked);
    known.set(asked, { answer });
    return answer;
  };
}
