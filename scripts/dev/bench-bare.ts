/** The baseline: a bare Koa server that answers the service's own bytes from memory. */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import Koa from 'koa';

const answers = new Map<string, Buffer>();
const app = new Koa();
app.use((ctx) => {
  ctx.set('Content-Type', 'application/json; charset=UTF-8');
  ctx.body = answers.get(ctx.url) ?? Buffer.from('{}');
});

const server = createServer(app.callback());
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});

// Each line of input is a URL of the service; its answer is fetched and kept.
for await (const line of createInterface({ input: process.stdin })) {
  const url = new URL(line);
  const answer = await fetch(url);
  answers.set(url.pathname + url.search, Buffer.from(await answer.arrayBuffer()));
  process.stdout.write('held\n');
}
process.exit(0);
