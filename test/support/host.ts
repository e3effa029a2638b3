/** Servers in this process. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Starts a server on a free port. → its root, without a slash at the end. */
export async function listening(server: Server, scheme = 'http'): Promise<string> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** → answers with a text and its ETag, and with 304 to a client that has the text. */
export const answering =
  (text: string | Buffer, type = 'text/calendar'): RequestListener =>
  (request, response) => {
    const etag = `"${createHash('sha256').update(text).digest('hex')}"`;
    if (request.headers['if-none-match'] === etag) response.writeHead(304).end();
    else response.writeHead(200, { 'content-type': type, etag }).end(text);
  };
