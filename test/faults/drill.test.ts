/** What the load of `npm run drill` counts as a failure. The drill itself runs in CI. */
import { expect, it } from 'vitest';
import type { Answer } from './client.js';
import { runLoad } from './drill-load.js';

const answer = (status: number, outcome: string): Answer => ({ status, outcome, body: { id: 7 } });
const AWAY = answer(503, '503 search_index_unavailable');

it.each([
  ['answers', answer(200, '200'), 0, false, []],
  ['a refused connection', answer(0, 'ECONNREFUSED'), 0, false, ['ECONNREFUSED']],
  ['a broken connection', answer(-1, 'ECONNRESET'), 0, true, ['ECONNRESET']],
  ['a process that stops', answer(503, '503 service_stopping'), 0, true, ['503 service_stopping']],
  ['a request that is refused', answer(404, '404 rest_no_route'), 0, false, ['404 rest_no_route']],
  ['lists while the index is away', AWAY, 0, true, []],
  ['lists while it is not', AWAY, 0, false, ['503 search_index_unavailable']],
  ['no process', answer(200, '200'), null, false, ['no process was ready']],
] as const)('%s', async (_name, given, service, isIndexAway, failed) => {
  let left = 4;
  const balancer = { choose: () => service, isReady: () => true };
  const load = { balancer, pauseMs: 0, isIndexAway: () => isIndexAway, isOver: () => left-- === 0 };
  const tally = await runLoad(load, async () => given, 1);
  expect([...new Set(tally.failed)]).toEqual(failed);
  expect(tally.requests).toBe(4);
  expect(tally.indexAway).toBe(given === AWAY && isIndexAway ? 4 : 0);
});
