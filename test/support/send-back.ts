/** What answers give, writes take: PUT of what GET gave is 200 and changes nothing. */
import { expect } from 'vitest';
import { allKinds } from '../../src/kinds/index.js';
import type { TestApp } from './app.js';

/** Records of a kind that are sent back. */
const MOST = 12;

/** Sends back what GET answers, to `as`, of the first records of each kind. */
export async function sendBack(app: TestApp, as = 'admin'): Promise<void> {
  for (const { name, route } of allKinds) {
    for (const record of await app.deps.store.scan(name, { afterId: 0, limit: MOST })) {
      const path = `/${route}/${record.id}`;
      const read = await app.call({ request: `GET ${path}`, as });
      if (read.status !== 200) continue;
      const body = { ...read.body };
      const sent = await app.call({ request: `PUT ${path}`, as, body, isSettled: false });
      expect(sent.status, `PUT ${path}: ${sent.text}`).toBe(200);
      const [after] = await app.deps.store.find(name, 'id', [record.id]);
      expect(after, `PUT ${path}: ${read.text}`).toEqual({ ...record, version: after?.version });
    }
  }
}
