/**
 * The one place that speaks to Elasticsearch: the client's connections and failover, bounded times,
 * and errors that tell what happened without credentials. Answers come as JSON text, read here.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { limits } from '../../limits.js';

/** Where Elasticsearch is and how it is used; as src/config.ts gives it. */
export interface ElasticsearchSettings {
  urls: string[];
  apiKey: string | null;
  user: { username: string; password: string } | null;
  prefix: string;
  shards: number;
  replicas: number;
  refresh: 'true' | 'wait_for' | 'false';
}

/** What a request was answered: the HTTP status and the JSON read. */
export interface Answer {
  status: number;
  body: unknown;
}

/** One request. `body` is sent as JSON, `lines` as NDJSON text. */
export interface EngineRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  path: string;
  query?: Record<string, string | number | boolean>;
  body?: object;
  lines?: string;
  timeoutMs?: number;
  /** Statuses from 400 on that are answers, not errors. */
  accept?: readonly number[];
}

/** Elasticsearch as the rest of the folder sees it. */
export interface Engine {
  /** → the answer. Throws an EngineError, or an Error that names no credentials. */
  request(request: EngineRequest): Promise<Answer>;
  close(): Promise<void>;
}

/** An error the engine answered; `type` is its own name for it. */
export interface EngineError extends Error {
  status: number;
  type: string;
}

/** → whether an error is an answer of this status. */
export const isStatus = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof Error && 'status' in error && statuses.includes(Number(error.status));

/** How long requests under way may take when connections are closed, ms. */
const CLOSE_MS = 1000;

/** How a connection tells that the other side has ended it. */
const CLOSED = /other side closed|ECONNRESET/;

/** Opens connections; none is made before the first request. */
export function openEngine(settings: ElasticsearchSettings): Engine {
  const { apiKey, user } = settings;
  const client = new Client({
    nodes: settings.urls,
    ...(apiKey ? { auth: { apiKey } } : user ? { auth: user } : {}),
    maxRetries: 0,
    compression: false,
    agent: { connections: limits.searchConnections },
  });
  // Texts of answers are read once, here, and not by the client's guarded reader.
  Object.assign(client.serializer, { deserialize: (text: string) => text });
  const sendOnce = (request: EngineRequest) =>
    send(client, request, settings.urls.length > 1 ? 1 : 0);
  return {
    // A connection that was kept may have been closed from the other side just before it is used.
    // All that is written here may be written twice: versions and sequence numbers see to that.
    request: (request) =>
      sendOnce(request).catch((error: unknown) => {
        if (!CLOSED.test(String(error))) throw error;
        return sendOnce(request);
      }),
    // Requests that hang must not keep a process that is to end.
    close: async () => {
      await Promise.race([client.close(), pause(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

async function send(client: Client, request: EngineRequest, maxRetries: number): Promise<Answer> {
  const { method, path, query = {}, body, lines, accept = [] } = request;
  try {
    const answer = await client.transport.request<string>(
      {
        method,
        path,
        querystring: query,
        ...(body ? { body: JSON.stringify(body) } : {}),
        ...(lines === undefined ? {} : { bulkBody: lines }),
      },
      {
        meta: true,
        requestTimeout: request.timeoutMs ?? limits.searchTimeoutMs,
        // Another node is tried once; where there is none, whoever asked decides.
        maxRetries,
        ignore: [...accept],
        ...(body ? { headers: JSON_HEADERS } : {}),
      },
    );
    return { status: answer.statusCode ?? 0, body: read(answer.body) };
  } catch (error) {
    throw plainError(error, `${method} ${path.slice(0, 200)}`);
  }
}

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

const read = (text: unknown): unknown =>
  typeof text === 'string' && text !== '' ? JSON.parse(text) : null;

// The client's errors hold the whole request, its headers too: only what is said of them goes on.
function plainError(error: unknown, what: string): Error {
  const held = error as { name?: string; message?: string; statusCode?: number; body?: unknown };
  const { statusCode: status } = held;
  if (status === undefined || status < 400) {
    const message = String(held.message ?? '').replace(/\/\/[^/\s]*@/g, '//');
    return new Error(`${what}: ${held.name ?? 'Error'}: ${message.slice(0, 500)}`);
  }
  const { type, reason } = faultOf(held.body);
  const plain = new Error(`${what}: ${status} ${type}: ${reason}`.slice(0, 1000));
  return Object.assign(plain, { status, type });
}

function faultOf(text: unknown): { type: string; reason: string } {
  try {
    const body = read(text) as { error?: { type?: unknown; reason?: unknown } } | null;
    return { type: String(body?.error?.type), reason: String(body?.error?.reason) };
  } catch {
    return { type: 'unknown', reason: String(text).slice(0, 200) };
  }
}
