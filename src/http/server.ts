/** The HTTP server around the app: listening, answers to malformed requests, an orderly stop. */
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type ApiError, expectationFailed, headersTooLarge, malformedRequest } from '../errors.js';
import { limits } from '../limits.js';
import { urlRoots } from '../present/markers.js';
import type { Deps } from '../records/deps.js';
import { JSON_TYPE } from './context.js';
import { hasBody } from './middleware/body.js';

/**
 * Listens where the settings say. Sets `deps.roots`, where port 0 is replaced by the port that was
 * assigned. → the server. Throws an error that names the settings when it cannot listen.
 */
export async function startServer(deps: Deps, listener: RequestListener): Promise<Server> {
  const { host, port, baseUrl, siteUrl } = deps.config;
  const server = openServer((request, response) => {
    // Clients of a stopping service send their next request elsewhere.
    if (deps.isStopping) response.setHeader('Connection', 'close');
    listener(request, response);
  });
  server.keepAliveTimeout = limits.keepAliveMs;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new Error(`HOST, PORT: ${cause.message}`, { cause })));
    server.listen(port, host, resolve);
  });
  // A URL with port 0 is the default made from the settings, at which nothing can be reached.
  const assigned = `:${(server.address() as AddressInfo).port}`;
  const withPort = (url: string) => url.replace(/:0$/, assigned);
  deps.roots = urlRoots({ baseUrl: withPort(baseUrl), siteUrl: withPort(siteUrl) });
  return server;
}

const socketsOf = new WeakMap<Server, Set<Socket>>();

/**
 * → a server that is not yet listening. Requests that never reach the app get JSON answers, too.
 */
export function openServer(listener: RequestListener): Server {
  const sockets = new Set<Socket>();
  // A load may take hours to arrive. Other bodies are timed where they are read.
  const timeouts = { requestTimeout: 0, headersTimeout: limits.headersTimeoutMs };
  const server = createServer({ requireHostHeader: false, ...timeouts }, (request, response) => {
    const isHostless = request.httpVersion === '1.1' && request.headers.host === undefined;
    if (hasBody(request)) endLate(request, response);
    if (isHostless) answerPlain(response, malformedRequest());
    else listener(request, response);
  });
  socketsOf.set(server, sockets);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    answerPlain(response, expectationFailed()),
  );
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return socket.destroy();
    const isLong = error.code === 'HPE_HEADER_OVERFLOW';
    const apiError = isLong ? headersTooLarge() : malformedRequest();
    const body = JSON.stringify(apiError.body);
    socket.end(
      `HTTP/1.1 ${apiError.status} ${STATUS_CODES[apiError.status]}\r\n` +
        `Content-Type: ${JSON_TYPE}\r\nConnection: close\r\n` +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
  return server;
}

/** Ends a request whose body continues long after its answer. */
function endLate(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    const late = setTimeout(() => request.destroy(), limits.bodyTimeoutMs).unref();
    request.once('close', () => clearTimeout(late));
  });
}

function answerPlain(response: ServerResponse, error: ApiError): void {
  response.writeHead(error.status, { 'Content-Type': JSON_TYPE, Connection: 'close' });
  response.end(JSON.stringify(error.body));
}

/** How often idle connections are closed during a stop, ms. */
const CLOSE_IDLE_MS = 50;

/** Takes no new connections; requests in progress have `limits.stopTimeoutMs`. */
export async function stopServer(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), limits.stopTimeoutMs);
    const closer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(closer);
      resolve();
    });
    // Node treats a connection without any bytes as busy with a request.
    for (const socket of socketsOf.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
    server.closeIdleConnections();
  });
}
