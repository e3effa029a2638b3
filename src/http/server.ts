/**
 * The HTTP server around the app: where it listens, answers to broken requests, an orderly stop.
 * Called by main and the demo.
 */
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { headersTooLarge, malformedRequest } from '../errors.js';
import { placesOf } from '../present/markers.js';
import type { Deps } from '../records/deps.js';

/**
 * Listens where the settings say. With port 0 the links name the port that was given
 * (`deps.places` is set anew). → the server. Throws what listening throws (`EADDRINUSE`).
 */
export async function startServer(deps: Deps, listener: RequestListener): Promise<Server> {
  const { host, port, baseUrl, siteUrl } = deps.config;
  const server = answerClientErrors(createServer(listener));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  // A URL with port 0 is the default made from the settings: nobody can be reached there.
  const given = `:${(server.address() as AddressInfo).port}`;
  const withPort = (url: string) => url.replace(/:0$/, given);
  deps.places = placesOf({ baseUrl: withPort(baseUrl), siteUrl: withPort(siteUrl) });
  return server;
}

const socketsOf = new WeakMap<Server, Set<Socket>>();

/** Requests Node cannot parse get JSON as well. */
export function answerClientErrors(server: Server): Server {
  const sockets = new Set<Socket>();
  socketsOf.set(server, sockets);
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return socket.destroy();
    const isLong = error.code === 'HPE_HEADER_OVERFLOW';
    const { status, code, message } = isLong ? headersTooLarge() : malformedRequest();
    const body = JSON.stringify({ code, message, data: { status } });
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n` +
        'Content-Type: application/json; charset=UTF-8\r\nConnection: close\r\n' +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  });
  return server;
}

/** How often connections are closed whose last request has been answered meanwhile, ms. */
const CLOSE_IDLE_MS = 50;

/** Takes no new connections, lets the requests under way finish, at most `timeoutMs`. */
export async function stopServer(server: Server, timeoutMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    const closer = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_MS);
    server.close(() => {
      clearTimeout(timer);
      clearInterval(closer);
      resolve();
    });
    // Node takes a connection that has said nothing yet for one in the middle of a request.
    for (const socket of socketsOf.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
    server.closeIdleConnections();
  });
}
