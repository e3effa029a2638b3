/** The HTTP server around the app: answers to broken requests, and an orderly stop. */
import { type Server, STATUS_CODES } from 'node:http';
import { headersTooLarge, malformedRequest } from '../errors.js';

/** Requests Node cannot parse get JSON as well. */
export function answerClientErrors(server: Server): Server {
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

/** Takes no new connections, lets the requests under way finish, at most `timeoutMs`. */
export async function stopServer(server: Server, timeoutMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
