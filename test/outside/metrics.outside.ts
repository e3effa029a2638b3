/** The metrics of a service that has answered, failed and loaded, judged by promtool. Contract 23. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ask, readMetrics, serve } from '../support/process.js';
import { reasonVariable } from './install.js';

const reason = process.env[reasonVariable('promtool')];
const skipped = reason ? ` (skipped: ${reason})` : '';

it.skipIf(reason !== undefined).each(['1', '2'])(
  `promtool: the metrics of %s workers${skipped}`,
  async (workers) => {
    const service = await serve({ WORKERS: workers, METRICS_PORT: '0' });
    const [, url = ''] = await service.waitFor(/"url":"([^"]+)","msg":"metrics"/);
    const { api, token } = service;
    await ask(`${api}/venues`, { token, body: { venue: 'Town hall' } });
    for (const path of ['events', 'events', 'venues/999999', 'nothing'])
      await ask(`${api}/${path}`);
    const text = await readMetrics(url);
    expect(text).toContain('http_requests_total{');
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: text,
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
    await service.stop();
  },
);
