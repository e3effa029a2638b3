/** GET /metrics on a listener of its own, for Prometheus. Contract 23. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { METRICS_TYPE } from '../lib/metrics.js';

/**
 * Listens at the address. `read` gives the metrics as text. → the server and its URL. Throws an
 * error that names the settings when it cannot listen.
 */
export async function startMetrics(
  { host, port }: { host: string; port: number },
  read: () => Promise<string>,
): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const answer = (status: number, text: string, type = 'text/plain; charset=utf-8') => {
      response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
      response.end(request.method === 'HEAD' ? undefined : text);
    };
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (!isRead || request.url?.split('?')[0] !== '/metrics') return answer(404, 'Not found\n');
    read().then(
      (text) => answer(200, text, METRICS_TYPE),
      // A worker that is starting or ending does not answer.
      () => answer(503, 'Not available\n'),
    );
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) =>
      reject(new Error(`METRICS_HOST, METRICS_PORT: ${error.message}`));
    server.once('error', fail);
    server.listen(port, host, resolve);
  });
  // Scrapes do not keep the process alive.
  server.unref();
  const { address, port: given, family } = server.address() as AddressInfo;
  return { server, url: `http://${family === 'IPv6' ? `[${address}]` : address}:${given}/metrics` };
}
