/** What a reader passes by, counted by kind: each is named once a load. */
import type { Issue } from '../errors.js';

/** Collects what was passed by. */
export type Notes = ReturnType<typeof openNotes>;

/** Kinds that are told apart: names of properties come from outside. */
const KINDS_MAX = 100;

/** → none yet. */
export function openNotes() {
  const counts = new Map<string, { issue: Issue; count: number }>();
  return {
    add(param: string, reason: string): void {
      const key = `${param}\n${reason}`;
      const before = counts.get(key);
      if (before) before.count += 1;
      else if (counts.size < KINDS_MAX) counts.set(key, { issue: { param, reason }, count: 1 });
    },
    /** → each kind, with its number in the reason. */
    list: (): Issue[] =>
      [...counts.values()].map(({ issue: { param, reason }, count }) => ({
        param,
        reason: `${reason}: ${count}`,
      })),
  };
}
