/** Skipped data of a reader, counted by kind: each kind is named once a load. */
import type { Issue } from '../errors.js';

/** Collects skipped data. */
export type Notes = ReturnType<typeof openNotes>;

/** Most distinct kinds: names of properties come from outside. */
const KINDS_MAX = 100;

/** → empty notes. */
export function openNotes() {
  const counts = new Map<string, { issue: Issue; count: number }>();
  return {
    add(param: string, reason: string, more = 1): void {
      const key = `${param}\n${reason}`;
      const before = counts.get(key);
      if (before) before.count += more;
      else if (counts.size < KINDS_MAX) counts.set(key, { issue: { param, reason }, count: more });
    },
    /** → each kind, with its number in the reason. */
    list: (): Issue[] =>
      [...counts.values()].map(({ issue: { param, reason }, count }) => ({
        param,
        reason: `${reason}: ${count}`,
      })),
  };
}
