/**
 * Points in time: views of an index that stay as they are while records move. Walks share them:
 * one that this process opened after a walk's first page serves that walk too. Few are open at
 * once; a walk whose view was closed goes on with a new one.
 */
import { randomBytes } from 'node:crypto';
import type { KindName } from '../../kinds/record.js';
import { limits } from '../../limits.js';
import type { Engine } from './client.js';
import { aliasOf } from './names.js';

/** The points in time of one process. */
export interface Pits {
  /** What cursors name this process by. */
  process: string;
  /** → how many were opened so far: those to come have higher numbers. */
  opened(): number;
  /** → a view of the kind that was opened after `opened`, or a new one. */
  take(kind: KindName, opened: number): Promise<string>;
  /** → any view of the kind, or a new one. */
  takeAny(kind: KindName): Promise<string>;
  /** Forgets a view that is no more. */
  drop(pit: string): void;
  /** Forgets all, and closes them. */
  close(): Promise<void>;
}

interface Held {
  kind: KindName;
  number: number;
  pit: Promise<string>;
}

/** Opens none yet. */
export function openPits(engine: Engine, prefix: string): Pits {
  let held: Held[] = [];
  let count = 0;
  const open = (kind: KindName): Promise<string> => {
    count += 1;
    const entry: Held = { kind, number: count, pit: openPit(engine, aliasOf(prefix, kind)) };
    held.push(entry);
    entry.pit.catch(() => {
      held = held.filter((other) => other !== entry);
    });
    if (held.length > limits.openPits) closePit(engine, held.shift());
    return entry.pit;
  };
  const take = (kind: KindName, opened: number) =>
    held.find((entry) => entry.kind === kind && entry.number > opened)?.pit ?? open(kind);
  return {
    process: randomBytes(6).toString('base64url').replaceAll('-', '_'),
    opened: () => count,
    take,
    takeAny: (kind) => take(kind, 0),
    drop: (pit) => {
      for (const entry of held) {
        entry.pit.then(
          (id) => {
            if (id === pit) held = held.filter((other) => other !== entry);
          },
          () => undefined,
        );
      }
    },
    close: async () => {
      const all = held;
      held = [];
      await Promise.all(all.map((entry) => closePit(engine, entry)));
    },
  };
}

async function openPit(engine: Engine, alias: string): Promise<string> {
  const { body } = await engine.request({
    method: 'POST',
    path: `/${alias}/_pit`,
    query: { keep_alive: `${limits.pitSeconds}s` },
  });
  return (body as { id: string }).id;
}

// It would expire by itself: that one is gone already, or cannot be closed, is no harm.
async function closePit(engine: Engine, held: Held | undefined): Promise<void> {
  try {
    const id = await held?.pit;
    if (id === undefined) return;
    await engine.request({ method: 'DELETE', path: '/_pit', body: { id }, accept: [404] });
  } catch {
    return;
  }
}
