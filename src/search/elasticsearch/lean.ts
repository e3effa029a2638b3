/**
 * How a connection of the client sends a request, with less ado: whole answers are collected as
 * they come, without a stream and an abort signal for each, which cost as much as all else the
 * client does. Everything above it (nodes, failover, checks, errors) is the client's own.
 */
import { type Client, errors, type UndiciConnection } from '@elastic/elasticsearch';

type Send = UndiciConnection['request'];

/** Gives every connection of the client the lean way to send. */
export function sendLean(client: Client): void {
  for (const connection of client.connectionPool.connections) {
    const own = connection as UndiciConnection;
    // Nobody here asks for an answer as a stream, the other thing that it could be asked for.
    own.request = leanRequest(own) as unknown as Send;
  }
}

interface Params {
  method: string;
  path: string;
  querystring?: string;
  headers?: Record<string, string>;
  body?: string | Buffer | null;
}

interface Received {
  statusCode: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

function leanRequest({ pool, url, headers: always }: UndiciConnection) {
  const prefix = url.pathname.replace(/\/$/, '');
  return (params: Params, { timeout }: { timeout?: number | null }): Promise<Received> =>
    new Promise((resolve, reject) => {
      const { method, path, querystring, headers, body } = params;
      const received: Received = { statusCode: 0, headers: {}, body: '' };
      const chunks: Buffer[] = [];
      let abort: ((reason: Error) => void) | null = null;
      let late: Error | null = null;
      const expire = () => {
        late = new errors.TimeoutError('Request timed out');
        abort?.(late);
        reject(late);
      };
      const timer = timeout ? setTimeout(expire, timeout) : undefined;
      pool.dispatch(
        {
          origin: url,
          method: method as 'GET',
          path: `${prefix}${path}${querystring ? `?${querystring}` : ''}`,
          headers: { ...always, ...headers } as Record<string, string>,
          body: body ?? null,
        },
        {
          onRequestStart: (controller) => {
            abort = (reason) => controller.abort(reason);
            // It waited too long for a connection.
            if (late) abort(late);
          },
          onResponseStart: (_, statusCode, answered) => {
            received.statusCode = statusCode;
            received.headers = answered as Received['headers'];
          },
          onResponseData: (_, chunk) => {
            chunks.push(chunk as Buffer);
          },
          onResponseEnd: () => {
            clearTimeout(timer);
            received.body = Buffer.concat(chunks).toString('utf8');
            resolve(received);
          },
          onResponseError: (_, error) => {
            clearTimeout(timer);
            reject(late ?? plainFault(error));
          },
        },
      );
    });
}

/** → the fault as the client's own connection tells it, so that another node is tried. */
function plainFault(error: Error & { code?: string }): Error {
  const isLate = error.code === 'UND_ERR_HEADERS_TIMEOUT' || error.code === 'UND_ERR_BODY_TIMEOUT';
  return isLate
    ? new errors.TimeoutError('Request timed out')
    : new errors.ConnectionError(error.message);
}
