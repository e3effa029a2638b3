/**
 * All requests to Elasticsearch go through here: with the client's connections and failover, with
 * timeouts, and with errors that contain no credentials.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@elastic/elasticsearch';
import { indexUnavailable } from '../../errors.js';
import { limits } from '../../limits.js';

/** How to reach and use Elasticsearch. */
export interface ElasticsearchSettings {
  /** The nodes of the cluster; the first may name a user and password. */
  urls: string[];
  apiKey: string | null;
  /** Prefix of all index names. */
  prefix: string;
  /** Whether writes wait until lists show them: `true` refreshes now, `wait_for` waits. */
  refresh: 'true' | 'wait_for' | 'false';
}

/** A response: the HTTP status and the parsed JSON body, null when empty. */
interface Answer {
  status: number;
  body: unknown;
}

/** One request. `body` is sent as JSON, `lines` as NDJSON text. */
interface EngineRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  path: string;
  query?: Record<string, string | number | boolean>;
  body?: object;
  lines?: string;
  timeoutMs?: number;
  /** Statuses from 400 on that are not errors. */
  accept?: readonly number[];
}

/** The interface to Elasticsearch for the rest of this folder. */
export interface Engine {
  /** → the response. Throws `search_index_unavailable`; its cause contains no credentials. */
  request(request: EngineRequest): Promise<Answer>;
  close(): Promise<void>;
}

/** How long closing waits for requests in progress, ms. */
const CLOSE_MS = 1000;

/** → the engine; the first connection is made by the first request. */
export function openEngine(settings: ElasticsearchSettings): Engine {
  const { apiKey } = settings;
  const client = new Client({
    nodes: settings.urls,
    ...(apiKey ? { auth: { apiKey } } : {}),
    compression: false,
    agent: { connections: limits.searchConnections },
  });
  return {
    request: (request) => send(client, request),
    // Hanging requests must not keep the process alive.
    close: async () => {
      await Promise.race([client.close(), pause(CLOSE_MS, undefined, { ref: false })]);
    },
  };
}

/** The pause before a request that failed for a lost node is sent again, ms. */
const LOST_NODE_MS = 500;
const LOST_NODE_TRIES = 4;
const UNAVAILABLE = 503;

async function send(client: Client, request: EngineRequest, tried = 1): Promise<Answer> {
  const { method, path, query = {}, body, lines, accept = [] } = request;
  try {
    const answer = await client.transport.request(
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
        // The server may close an idle connection just before it is reused, and a node may be down.
        // Requests can be repeated safely, because entries have versions.
        maxRetries: 1,
        retryBackoff: () => 0,
        ignore: [...accept],
        ...(body ? { headers: JSON_HEADERS } : {}),
      },
    );
    return { status: answer.statusCode ?? 0, body: answer.body };
  } catch (error) {
    const { statusCode, name } = error as { statusCode?: number; name?: string };
    // The client asks another node at once, which may be the lost one, while the others still
    // elect a master.
    const isLost =
      statusCode === UNAVAILABLE || (name === 'ConnectionError' && client.connectionPool.size > 1);
    if (isLost && tried < LOST_NODE_TRIES) {
      await pause(LOST_NODE_MS);
      return send(client, request, tried + 1);
    }
    throw indexUnavailable(plainError(error, `${method} ${path.slice(0, 200)}`));
  }
}

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json' };

/** The settings to look at, by status. */
const CREDENTIALS = new Map([
  [401, ' (ELASTICSEARCH_API_KEY, or the user of ELASTICSEARCH_URL)'],
  [403, ' (the privileges of ELASTICSEARCH_API_KEY, or of that user)'],
]);

// The client's errors contain the whole request with its headers, so only their text is kept.
function plainError(error: unknown, what: string): Error {
  const failure = error as { name?: string; message?: string; statusCode?: number; body?: unknown };
  const { statusCode: status } = failure;
  if (status === undefined || status < 400) {
    const message = String(failure.message ?? '').replace(/\/\/[^/\s]*@/g, '//');
    const reason = `${failure.name ?? 'Error'}: ${message.slice(0, 500)}`;
    return new Error(`${what}: ${reason} (ELASTICSEARCH_URL)`);
  }
  const body = failure.body as { error?: { type?: unknown; reason?: unknown } } | null | undefined;
  const { type, reason } = body?.error ?? { reason: String(body).slice(0, 200) };
  const setting = CREDENTIALS.get(status) ?? '';
  return new Error(`${what}: ${status} ${type}: ${reason}`.slice(0, 1000) + setting);
}
