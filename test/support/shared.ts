/**
 * Suites that use one app for many checks, and raw requests: paths that fetch would normalize,
 * bodies in chunks, bytes that are not HTTP.
 */
import { request } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Log } from '../../src/lib/log.js';
import { type EnginePair, embeddedPair, overPairs, overTwoPairs } from './adapters.js';
import { type Json, openTestApp, type TestApp } from './app.js';

type AppSuite = (app: () => TestApp, pair: EnginePair) => void;

/** Describes a suite over the embedded pair; `app()` gives the pair's app. */
export function describeApp(
  title: string,
  suite: AppSuite,
  options: Parameters<typeof openTestApp>[1] = {},
): void {
  overPairs(title, (pair) => withApp(pair, suite, options), [embeddedPair]);
}

/** The same over both servers too, for answers that an engine could give differently. */
export function describeEverywhere(title: string, suite: AppSuite): void {
  overTwoPairs(title, (pair) => withApp(pair, suite));
}

function withApp(
  pair: EnginePair,
  suite: AppSuite,
  options: Parameters<typeof openTestApp>[1] = {},
): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(pair, options);
  });
  afterAll(() => app?.close());
  suite(() => app, pair);
}

export interface RawAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  body: Json;
}

export interface RawCall {
  method?: string;
  /** The exact path to send, below the namespace. */
  path: string;
  headers?: Record<string, string>;
  /** Several chunks are sent without Content-Length. */
  body?: string | Buffer | Buffer[];
}

export const PREFIX = '/vendor/events/v1';

/** Sends a request with exactly this path and body. */
export async function rawCall(app: TestApp, call: RawCall): Promise<RawAnswer> {
  const { method = 'GET', path, headers = {}, body } = call;
  return new Promise((resolve, reject) => {
    const length =
      body === undefined || Array.isArray(body)
        ? {}
        : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = request(
      app.url + PREFIX,
      { method, path, headers: { ...length, ...headers }, agent: false },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8');
          resolve({
            status: Number(answer.statusCode),
            headers: answer.headers,
            text,
            body: parse(text),
          });
        });
      },
    );
    sent.on('error', reject);
    if (Array.isArray(body)) for (const part of body) sent.write(part);
    else if (body !== undefined) sent.write(body);
    sent.end();
  });
}

/** Sends exactly these bytes and reads until the other side closes. → everything received. */
export async function sendBytes(app: TestApp, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('close', () => resolve(text));
    socket.on('error', (error) => (text === '' ? reject(error) : resolve(text)));
    socket.write(bytes);
  });
}

/** Sends part of a request and breaks the connection. */
export async function breakOff(app: TestApp, bytes: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
    socket.write(bytes, () => socket.destroy());
  });
}

/** → a log that keeps its lines as texts, with every error's message, stack and cause. */
export function keepingLog(): { log: Log; lines: string[] } {
  const lines: string[] = [];
  const keep = (fields: object, message: string) => {
    lines.push(`${message} ${JSON.stringify(fields, withErrors)}`);
  };
  return {
    log: { debug: keep, info: keep, warn: keep, error: keep, close: async () => undefined },
    lines,
  };
}

function withErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  return { ...value, message: value.message, stack: value.stack, cause: value.cause };
}

/** What every answer must be: JSON, errors in their usual form, no fault, no internal details. */
export function expectSound(
  answer: { status: number; text: string; body: Json },
  label: string,
): void {
  expect(answer.status, `${label}: ${answer.text.slice(0, 300)}`).toBeLessThan(500);
  expect(answer.text, label).not.toMatch(/node_modules|\.ts:\d|\.js:\d|at \w+ \(|SQLITE/);
  if (answer.status >= 400) {
    expect(answer.body?.data?.status, `${label}: ${answer.text}`).toBe(answer.status);
    expect(typeof answer.body.code, label).toBe('string');
  } else expect(answer.body, label).not.toBeNull();
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
