/** The baseline: a bare Koa server with a single answer of the service in memory. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import Koa from 'koa';

let body = Buffer.from('{}');
const app = new Koa();
app.use((ctx) => {
  ctx.set('Content-Type', 'application/json; charset=UTF-8');
  ctx.body = body;
});
const server = createServer(app.callback()).listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
// Each line of input is a URL of the service, whose answer is given from then on.
for await (const line of createInterface({ input: process.stdin })) {
  body = Buffer.from(await (await fetch(line)).arrayBuffer());
  process.stdout.write('\n');
}
process.exit(0);
