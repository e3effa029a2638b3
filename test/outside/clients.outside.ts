/**
 * Clients that others run or make: ours in Deno, and the one that openapi-python-client generates
 * from /doc. Contract 1.9.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect } from 'vitest';
import { serve, tempFolder, top } from '../support/process.js';
import { read } from '../support/sources.js';
import { home } from './install.js';
import { hear, judgedBy, run } from './judging.js';

judgedBy('deno', "the program of the client's README", async () => {
  const service = await serve();
  const [, text = ''] = /^```js\n(.*?)^```/ms.exec(read('client/README.md')) ?? [];
  const file = join(tempFolder(), 'program.mjs');
  await build({
    stdin: {
      contents: text.replace('http://127.0.0.1:3000/vendor/events/v1', service.api),
      resolveDir: join(top, 'client'),
    },
    alias: { 'marquee-client': join(top, 'client/src/index.ts') },
    bundle: true,
    format: 'esm',
    outfile: file,
  });
  const deno = join(home, 'node_modules/@deno/linux-x64-glibc/deno');
  const env = { ...process.env, MARQUEE_TOKEN: service.token };
  const allowed = ['--allow-net=127.0.0.1', '--allow-env=MARQUEE_TOKEN'];
  const { stdout } = await run(deno, ['run', ...allowed, file], { env });
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    'created Night of open studios',
    'refused: geoloc_lat,geoloc_lng',
    'failed: 404 rest-event-not-found',
    expect.stringMatching(/^Night of open studios: 3\.\d+ km$/),
  ]);
  await service.stop();
});

judgedBy('openapi-python-client', 'what it generates lists and creates', async () => {
  const service = await serve();
  const folder = tempFolder();
  const [doc, config] = [join(folder, 'doc.json'), join(folder, 'config.json')];
  writeFileSync(doc, await (await fetch(`${service.api}/doc`)).text());
  // It formats nothing.
  writeFileSync(config, '{"post_hooks": []}');
  const out = join(folder, 'made');
  mkdirSync(out);
  const bin = join(home, 'python/bin');
  const { stdout } = await run(join(bin, 'openapi-python-client'), [
    ...['generate', '--path', doc, '--config', config],
    ...['--meta', 'none', '--output-path', join(out, 'marquee')],
  ]);
  // It knows no bodies of rows.
  const left = [...stdout.matchAll(/WARNING parsing (.*?) within/g)].map(([, what]) => what);
  expect(left.filter((what) => !what?.endsWith('/bulk'))).toEqual([]);
  const judge = [join(home, 'openapi_judge.py'), out, service.api, service.token];
  const { '': _, ...said } = await hear(join(bin, 'python'), judge);
  expect(said).toEqual({
    created: [['created', '201', 'From Python', 'Berlin']],
    refused: [['refused', '401', 'rest_forbidden']],
    listed: [['listed', 'From Python', 'one', 'two']],
  });
  await service.stop();
});
