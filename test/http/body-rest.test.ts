/** What becomes of a connection when a body is refused before its end. Contract 0, 10. */
import { Agent, type IncomingMessage, request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { limits } from '../../src/limits.js';
import { tokenOf } from '../support/app.js';
import { describeApp, PREFIX, sendBytes } from '../support/shared.js';

const json = { 'Content-Type': 'application/json' };
const admin = { ...json, Authorization: `Bearer ${tokenOf('admin')}` };
const big = 2 * 1024 * 1024;
const over = (bytes: number) => Buffer.alloc(bytes, 'a');

describeApp('10 the rest of a refused body', (app) => {
  const path = `${PREFIX}/tags`;
  const refused: [string, string, Record<string, string>, Buffer][] = [
    ['a compressed body', path, { ...json, 'Content-Encoding': 'gzip' }, over(big)],
    ['a body of another type', path, { 'Content-Type': 'text/plain' }, over(big)],
    ['a compressed load', `${PREFIX}/tags/bulk`, admin, gzipSync(Buffer.alloc(200 << 20))],
    ['a load by nobody', `${PREFIX}/tags/bulk`, {}, over(big)],
    ['a body for no route', `${PREFIX}/nothing`, json, over(big)],
    ['wrong credentials', path, { ...json, Authorization: 'Bearer x' }, over(big)],
  ];
  it.each(refused)('the next request on the connection of %s is answered', async (...row) => {
    const [, where, headers, body] = row;
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const call = (method: string, to: string, more: object, sent?: Buffer) =>
      new Promise<IncomingMessage>((resolve, reject) => {
        const target = new URL(app().url + to);
        const asked = request(target, { method, agent, headers: { ...more } }, (answer) => {
          answer.resume().on('end', () => resolve(answer));
        });
        asked.on('error', reject).end(sent);
      });
    await call('POST', where, headers, body);
    expect((await call('GET', `${PREFIX}/tags`, {})).statusCode).toBe(200);
    agent.destroy();
  });

  it('a refused body that does not arrive is answered, and its connection closed', async () => {
    const head = (type: string, length: number) =>
      `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n${type}\r\n\r\n`;
    for (const length of [2 * limits.bodyBytes, 2 * limits.droppedBytes]) {
      const text = await sendBytes(app(), `${head('Content-Type: application/json', length)}{`);
      expect(text).toMatch(/^HTTP\/1.1 413 /);
      expect(text).toContain('Connection: close\r\n');
    }
  });
});
