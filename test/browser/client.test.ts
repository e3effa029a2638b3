/** All of the client in a real browser, from the one file that it is bundled into. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { prepareChanges } from '../../src/sync/number.js';
import { catchUp } from '../support/agree.js';
import { type TestApp, tokenOf } from '../support/app.js';
import { inBrowser } from '../support/browser.js';
import { givenEvent } from '../support/factories.js';
import { top } from '../support/process.js';

const SECRET = `whsec_${Buffer.from('a secret of the test').toString('base64')}`;

const given = async (app: TestApp): Promise<void> => {
  await prepareChanges(app.deps);
  for (const title of ['One', 'Two', 'Three']) await givenEvent(app, { title });
  await catchUp(app.deps);
};

/** What the page runs. */
const program = `async ({ token, secret, body, headers }) => {
  const { createMarquee, walk, changes, verifyWebhook, expectData } =
    await import('/marquee-client.js');
  const marquee = createMarquee(location.origin + '/vendor/events/v1', { token });
  const walked = [];
  for await (const { title } of walk(marquee, 'events', { per_page: 2, orderby: 'title' })) {
    walked.push(title);
  }
  const changed = [];
  for await (const { items } of changes(marquee, 'events')) {
    changed.push(...items.map(({ data }) => data.title));
  }
  const tag = expectData(await marquee.POST('/tags', { body: { name: 'From a browser' } }));
  const failure = await marquee.GET('/tags/{id}', { params: { path: { id: 0 } } })
    .then(expectData).catch(({ code }) => code);
  const { data } = await verifyWebhook(body, headers, secret);
  const refused = await verifyWebhook(body + ' ', headers, secret).catch(({ code }) => code);
  return { walked, changed, slug: tag.slug, failure, verified: data.changes.length, refused };
}`;

inBrowser('the client', given, (browser) => {
  it('walks, copies, writes and verifies', async () => {
    const { outputFiles } = await build({
      entryPoints: [join(top, 'client/src/index.ts')],
      bundle: true,
      minify: true,
      format: 'esm',
      write: false,
    });
    const tab = await browser.tab();
    await tab.page.route('**/marquee-client.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: outputFiles[0]?.text ?? '' }),
    );
    await tab.open('/');
    const body = '{"type":"records.changed","data":{"changes":[{}]}}';
    const now = new Date();
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(SECRET).sign('msg_1', now, body),
    };
    const given = JSON.stringify({ token: tokenOf('admin'), secret: SECRET, body, headers });
    expect(await tab.page.evaluate(`(${program})(${given})`)).toEqual({
      walked: ['One', 'Three', 'Two'],
      changed: ['One', 'Two', 'Three'],
      slug: 'from-a-browser',
      failure: 'rest_invalid_param',
      verified: 1,
      refused: 'wrong_signature',
    });
    await tab.close();
  });
});
