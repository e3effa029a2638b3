/** The HTTP server around the app: answers to broken requests, and an orderly stop. */
import type { Server } from 'node:http';

/** Requests Node cannot parse get JSON as well. */
export function answerClientErrors(server: Server): Server {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (!socket.writable) return socket.destroy();
    const isLong = error.code === 'HPE_HEADER_OVERFLOW';
    const status = isLong ? 431 : 400;
    const body = JSON.stringify({
      code: isLong ? 'rest_headers_too_large' : 'rest_bad_request',
      message: isLong ? 'The request line and headers are too long.' : 'The request is malformed.',
      data: { status },
    });
    socket.end(
      `HTTP/1.1 ${status} ${isLong ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n` +
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
