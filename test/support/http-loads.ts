/** Loads over HTTP, and their answers. */
import { expect } from 'vitest';
import type { Call, Json, TestApp } from './app.js';

export interface Loaded {
  /** Lines of the answer, by line of the file. */
  lines: Json[];
  /** Numbers of records: created, updated, unchanged, rejected; of lines. */
  summary: Json;
  /** The same in this order. */
  counts: number[];
  notes: Json;
  /** The rest of the last line. */
  end: Json;
}

/** Loads a text, or rows: texts, or objects as NDJSON. */
export async function load(
  app: TestApp,
  path: string,
  rows: string | Uint8Array | readonly (Json | string)[],
  how: Partial<Call> = {},
): Promise<Loaded> {
  const body = Array.isArray(rows) ? rows.map(textOf).join('\n') : rows;
  const sent = { as: 'editor', type: typeOf(rows), body, ...how };
  const answer = await app.call({ request: `POST /${path}`, ...sent });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=UTF-8');
  const all = answer.text.trim().split('\n');
  const { summary, notes, ...end } = JSON.parse(all.pop() ?? '');
  const lines = all.map((line) => JSON.parse(line));
  return { lines, summary, counts: Object.values(summary), notes, end };
}

const textOf = (row: Json): string => (typeof row === 'string' ? row : JSON.stringify(row));

const typeOf = (rows: unknown): string => {
  if (Array.isArray(rows)) return 'text/plain';
  return String(rows).startsWith('BEGIN:') ? 'text/calendar' : 'application/x-ndjson';
};
