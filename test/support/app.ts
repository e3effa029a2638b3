/** The app over an engine pair, answering real HTTP requests on its own port. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Role } from '../../src/access/roles.js';
import { createApp } from '../../src/app.js';
import { openServer } from '../../src/http/server.js';
import { openFace } from '../../src/pages/site/face.js';
import { addUser, listUsers } from '../../src/service/users.js';
import { type EnginePair, type Opened, openPair } from './adapters.js';
import { settle } from './agree.js';
import { tallyPorts } from './tally.js';

/** biome-ignore lint/suspicious/noExplicitAny: answers are looked into freely by tests */
export type Json = any;

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The parsed answer, or null when it is not JSON. */
  body: Json;
}

/** The users of every test app, by name. There are two authors, for tests of others' records. */
export const users: Record<string, Role> = {
  admin: 'administrator',
  editor: 'editor',
  author: 'author',
  author2: 'author',
  contributor: 'contributor',
  contributor2: 'contributor',
  subscriber: 'subscriber',
};

export interface Call {
  /** `GET /events?page=2`; the path is below the namespace. */
  request: string;
  /** Name of a user, or raw headers; anonymous when absent. */
  as?: string;
  /** Sent as JSON; with `type`, a string or bytes are sent unchanged. */
  body?: unknown;
  type?: string;
  headers?: Record<string, string>;
  /** False: snapshots in other records are not renewed after it, as where no upkeep runs. */
  isSettled?: boolean;
}

export interface TestApp extends Opened {
  call(call: Call): Promise<Answer>;
  /** Calls and expects a 2xx. → the body. For the preconditions of a scenario. */
  given(call: Call): Promise<Json>;
  userIds: Record<string, number>;
  url: string;
  /** → the number of requests received so far, each one already being handled. */
  arrivals(): number;
}

const PREFIX = '/vendor/events/v1';

/** Opens the app; `close` stops it and drops its data. */
export async function openTestApp(
  pair: EnginePair,
  { port = 0, ...options }: Parameters<typeof openPair>[1] & { port?: number } = {},
): Promise<TestApp> {
  const opened = await openPair(pair, { ...options, mayHaveUsers: true });
  tallyPorts(pair.name, opened.deps);
  const { tokens, userIds } = await addUsers(opened);
  const server = openServer(createApp(opened.deps, await openFace(opened.deps.config)).callback());
  // A busy machine must not close a connection on which the next request is on its way.
  server.keepAliveTimeout = 0;
  let arrived = 0;
  // After the app's own listener.
  server.on('request', () => arrived++);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const call = async (wanted: Call): Promise<Answer> => {
    const { request, as, body, type, headers = {}, isSettled = true } = wanted;
    const [method = 'GET', path = '/'] = splitOnce(request);
    const isRaw = typeof body === 'string' || body instanceof Uint8Array;
    const answer = await fetch(`${url}${PREFIX}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': type ?? 'application/json' }),
        ...(as ? { Authorization: `Bearer ${tokens[as]}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: isRaw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (isSettled && method !== 'GET' && answer.ok) await settle(opened.deps);
    return { status: answer.status, headers: answer.headers, text, body: parse(text) };
  };
  return {
    ...opened,
    call,
    userIds,
    url,
    arrivals: () => arrived,
    given: async (wanted) => {
      const answer = await call({ as: 'admin', ...wanted });
      if (answer.status >= 300)
        throw new Error(`${wanted.request}: ${answer.status} ${answer.text}`);
      return answer.body;
    },
    close: async () => {
      await stop(server);
      await opened.close();
    },
  };
}

/** A test app's token of a user. It is always the same, because a database may keep its users. */
export const tokenOf = (name: string): string => `mq_of_${name}_in_tests`;

async function addUsers({ deps }: Opened) {
  const there = await listUsers(deps);
  const userIds: Record<string, number> = {};
  for (const [name, role] of Object.entries(users)) {
    const known = there.find((user) => user.name === name);
    const added = known ?? (await addUser(deps, { name, role, token: tokenOf(name) }))?.user;
    if (added) userIds[name] = added.id;
  }
  const tokens = Object.fromEntries(Object.keys(users).map((name) => [name, tokenOf(name)]));
  return { tokens, userIds };
}

function splitOnce(request: string): [string, string] {
  const space = request.indexOf(' ');
  return [request.slice(0, space), request.slice(space + 1)];
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function stop(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
