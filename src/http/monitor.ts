/**
 * A separate listener for operators: GET /metrics for Prometheus, GET /health and GET /ready for
 * probes, which do not wait here for the connections of clients. Contract 9, 23.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { METRICS_TYPE } from '../lib/metrics.js';
import { isRead, JSON_TYPE } from './context.js';
import { isMonitoring, type ProbeAnswer } from './health.js';

/** The data of the listener's answers. */
export interface Monitored {
  /** → the metrics as text. */
  metrics: () => Promise<string>;
  /** → the answer to `/health` or `/ready`. */
  probe: (path: string) => Promise<ProbeAnswer>;
}

/**
 * Listens at the address. → the server and the URL of its metrics. Throws an error that names the
 * setting when it cannot listen.
 */
export async function startMonitor(
  { host, port }: { host: string; port: number },
  { metrics, probe }: Monitored,
): Promise<{ server: Server; url: string }> {
  const answer = async (method = '', path = ''): Promise<[number, string, string]> => {
    if (isRead({ method }) && path === '/metrics') return [200, METRICS_TYPE, await metrics()];
    if (!isRead({ method }) || !isMonitoring(path)) return [404, PLAIN, 'Not found\n'];
    const { status, body } = await probe(path);
    return [status, JSON_TYPE, JSON.stringify(body)];
  };
  const server = createServer(async ({ method, url }, response) => {
    const [status, type, text] = await answer(method, url?.split('?')[0]).catch(
      (): [number, string, string] => [503, PLAIN, 'Not available\n'],
    );
    response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
    response.end(method === 'HEAD' ? undefined : text);
  });
  await new Promise<void>((resolve, reject) => {
    const fail = (error: Error) => reject(new Error(`METRICS_PORT: ${error.message}`));
    server.once('error', fail);
    server.listen(port, host, resolve);
  });
  // Scrapes and probes do not keep the process alive.
  server.unref();
  const { address, port: bound, family } = server.address() as AddressInfo;
  return { server, url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}/metrics` };
}

const PLAIN = 'text/plain; charset=utf-8';
