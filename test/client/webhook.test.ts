/** Messages of webhooks as the client checks them, signed by Standard Webhooks' own library. */
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { verifyWebhook, WebhookError } from '../../client/src/index.js';

const AT = Date.UTC(2026, 2, 10, 12);
const SECRETS = ['one', 'two', 'three'].map(
  (text) => `whsec_${Buffer.from(text.padEnd(24, '.')).toString('base64')}`,
);
const [FIRST = '', SECOND = '', OTHER = ''] = SECRETS;
const BODY =
  '{"type":"records.changed","timestamp":"2026-03-10T12:00:00.000Z","data":{"changes":' +
  '[{"kind":"event","id":12,"state":"updated","modified":4711}]}, "text":"Köln"}';

const signed = (secrets: string[], body = BODY, atMs = AT) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': String(atMs / 1000),
  'webhook-signature': secrets
    .map((secret) => new Webhook(secret).sign('msg_1', new Date(atMs), body))
    .join(' '),
});

describe('verifyWebhook', () => {
  it.each<[string, Parameters<typeof verifyWebhook>]>([
    ['text', [BODY, signed([FIRST]), FIRST]],
    ['bytes', [new TextEncoder().encode(BODY), signed([FIRST]), FIRST]],
    ['headers of fetch', [BODY, new Headers(signed([FIRST])), FIRST]],
    ['a secret without its prefix', [BODY, signed([FIRST]), FIRST.slice('whsec_'.length)]],
    ['one of two secrets', [BODY, signed([SECOND]), [FIRST, SECOND]]],
    ['one of two signatures', [BODY, signed([FIRST, SECOND]), SECOND]],
    ['299 seconds early', [BODY, signed([FIRST], BODY, AT + 299_000), FIRST]],
    ['299 seconds late', [BODY, signed([FIRST], BODY, AT - 299_000), FIRST]],
  ])('takes %s', async (_, [body, headers, secrets]) => {
    const message = await verifyWebhook(body, headers, secrets, { now: AT });
    expect(message.data.changes).toEqual([
      { kind: 'event', id: 12, state: 'updated', modified: 4711 },
    ]);
  });

  it.each<[string, string, Parameters<typeof verifyWebhook>]>([
    ['another secret', 'wrong_signature', [BODY, signed([OTHER]), [FIRST, SECOND]]],
    ['a changed body', 'wrong_signature', [BODY.replace('12', '13'), signed([FIRST]), FIRST]],
    ['a changed ID', 'wrong_signature', [BODY, { ...signed([FIRST]), 'webhook-id': 'x' }, FIRST]],
    ['no secret', 'wrong_signature', [BODY, signed([FIRST]), []]],
    [
      'another version',
      'wrong_signature',
      [BODY, { ...signed([]), 'webhook-signature': 'v1a,AAAA v1,! v1' }, FIRST],
    ],
    [
      'a time that was changed',
      'wrong_signature',
      [BODY, { ...signed([FIRST]), 'webhook-timestamp': String(AT / 1000 + 1) }, FIRST],
    ],
    ['an old message', 'wrong_time', [BODY, signed([FIRST], BODY, AT - 301_000), FIRST]],
    ['one of the future', 'wrong_time', [BODY, signed([FIRST], BODY, AT + 301_000), FIRST]],
    ['no number', 'wrong_time', [BODY, { ...signed([FIRST]), 'webhook-timestamp': '1e9' }, FIRST]],
    ['no signature', 'missing_header', [BODY, { ...signed([]) }, FIRST]],
    ['no header', 'missing_header', [BODY, {}, FIRST]],
    ['what is not JSON', 'not_json', ['x', signed([FIRST], 'x'), FIRST]],
  ])('refuses %s', async (_, code, [body, headers, secrets]) => {
    const verified = verifyWebhook(body, headers, secrets, { now: AT });
    await expect(verified).rejects.toBeInstanceOf(WebhookError);
    await expect(verified).rejects.toMatchObject({ code });
  });

  it('takes another tolerance, and refuses a secret that is none', async () => {
    const headers = signed([FIRST], BODY, AT - 5000);
    const strict = { now: AT, toleranceSeconds: 4 };
    await expect(verifyWebhook(BODY, headers, FIRST, strict)).rejects.toThrow('not near');
    await expect(verifyWebhook(BODY, headers, 'whsec_!', { now: AT })).rejects.toThrow(TypeError);
  });
});
