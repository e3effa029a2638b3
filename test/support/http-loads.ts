/** Loads over HTTP, and what they answer. */
import { expect } from 'vitest';
import type { Json, TestApp } from './app.js';

export interface Loaded {
  status: number;
  rows: Json[];
  summary: Json;
  /** created, updated, unchanged, rejected, lines. */
  counts: number[];
}

/** Loads rows, objects as NDJSON. */
export async function load(app: TestApp, path: string, rows: (Json | string)[]): Promise<Loaded> {
  const body = rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n');
  const answer = await app.call({
    request: `POST /${path}`,
    as: 'editor',
    body,
    type: 'text/plain',
  });
  expect(answer.status, answer.text).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson; charset=UTF-8');
  const all = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const { summary, ...end } = all.pop();
  return { status: answer.status, rows: all, summary: end, counts: Object.values(summary) };
}
