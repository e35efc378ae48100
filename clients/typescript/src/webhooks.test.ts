import { createHmac } from 'node:crypto';

import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';

import { type ReceivedWebhook, verifyWebhook } from './index.ts';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const OTHER = `whsec_${Buffer.alloc(32, 2).toString('base64')}`;
const BODY = '{"event":"approved","id":"a-1","comment":"Grüße"}';
const NOW = new Date('2026-11-23T12:00:00.500Z');

/** Signed like the service does: once with each secret. */
function received(
  changes: Partial<ReceivedWebhook> & { readonly at?: Date } = {},
): ReceivedWebhook {
  const { at = NOW, ...rest } = changes;
  return {
    ...{ body: BODY, secret: SECRET, now: NOW, headers: headersOf(BODY, at, [SECRET]) },
    ...rest,
  };
}

function headersOf(body: string, at: Date, secrets: readonly string[]): Record<string, string> {
  return {
    'webhook-id': 'd-1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets
      .map((secret) => new Webhook(secret).sign('d-1', at, body))
      .join(' '),
  };
}

const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const HEADERS = headersOf(BODY, NOW, [SECRET]);
const [, DIGEST = ''] = HEADERS['webhook-signature']!.split(',');

describe('accepts a webhook of the service', () => {
  test.each<[string, ReceivedWebhook]>([
    ['as text', received()],
    ['as bytes', received({ body: new TextEncoder().encode(BODY) })],
    ['with the headers of fetch', received({ headers: new Headers(HEADERS) })],
    [
      'with headers in capitals',
      received({
        headers: Object.fromEntries(
          Object.entries(HEADERS).map(([name, value]) => [name.toUpperCase(), [value]]),
        ),
      }),
    ],
    [
      'also signed with an earlier secret',
      received({ headers: headersOf(BODY, NOW, [OTHER, SECRET]) }),
    ],
    ['with one of several secrets', received({ secret: [OTHER, SECRET] })],
    [
      'with signatures of other versions too',
      received({ headers: { ...HEADERS, 'webhook-signature': `v1a,xx v1,! v1,${DIGEST}` } }),
    ],
    ['almost five minutes old', received({ at: after(-299) })],
    ['from a clock that is ahead', received({ at: after(299) })],
    ['older, within a larger tolerance', received({ at: after(-3_000), toleranceSeconds: 3_600 })],
  ])('%s', async (_, webhook) => {
    await expect(verifyWebhook(webhook)).resolves.toEqual(JSON.parse(BODY));
  });
});

describe('refuses a webhook', () => {
  const { 'webhook-id': _, ...withoutId } = HEADERS;
  test.each<[string, ReceivedWebhook]>([
    ['older than five minutes', received({ at: after(-302) })],
    ['from the future', received({ at: after(302) })],
    ['with another body', received({ body: BODY.replace('a-1', 'a-2') })],
    ['with a re-serialized body', received({ body: `${BODY} ` })],
    ['with another id', received({ headers: { ...HEADERS, 'webhook-id': 'd-2' } })],
    [
      'with another timestamp',
      received({
        headers: { ...HEADERS, 'webhook-timestamp': String((NOW.getTime() / 1_000) | 0) + '0' },
      }),
    ],
    ['signed with another secret', received({ secret: OTHER })],
    ['if there is no secret', received({ secret: [] })],
    [
      'with a changed signature',
      received({ headers: { ...HEADERS, 'webhook-signature': `v1,${'A'.repeat(43)}=` } }),
    ],
    [
      'with half a signature',
      received({ headers: { ...HEADERS, 'webhook-signature': `v1,${DIGEST.slice(0, 20)}` } }),
    ],
    [
      'with a signature of another version',
      received({ headers: { ...HEADERS, 'webhook-signature': `v2,${DIGEST}` } }),
    ],
    [
      'signed only after twenty other signatures',
      received({
        headers: {
          ...HEADERS,
          'webhook-signature': `${`v1,${'A'.repeat(43)}= `.repeat(20)}v1,${DIGEST}`,
        },
      }),
    ],
    ['without an id', received({ headers: withoutId })],
    ['without headers', received({ headers: {} })],
    [
      'with a timestamp that is not a number',
      received({ headers: { ...HEADERS, 'webhook-timestamp': 'now' } }),
    ],
    ['if the current time is invalid', received({ now: new Date(NaN) })],
    ['with a tolerance that is not a number', received({ toleranceSeconds: NaN })],
  ])('%s', async (__, webhook) => {
    await expect(verifyWebhook(webhook)).rejects.toMatchObject({
      ...{ name: 'WebhookVerificationError', code: 'INVALID_WEBHOOK' },
    });
  });

  test.each(['not JSON', '[]', '{}', 'null'])(
    'with a valid signature and the body %s',
    async (body) => {
      const headers = headersOf(body, NOW, [SECRET]);
      await expect(verifyWebhook(received({ body, headers }))).rejects.toMatchObject({
        code: 'INVALID_WEBHOOK',
      });
    },
  );

  test('with a valid signature and a body that is not UTF-8', async () => {
    const body = Buffer.from('{"event":"approved","id":"\xff"}', 'latin1');
    const at = String(Math.floor(NOW.getTime() / 1_000));
    const digest = createHmac('sha256', Buffer.alloc(32, 1)).update(`d-1.${at}.`).update(body);
    const headers = { ...HEADERS, 'webhook-signature': `v1,${digest.digest('base64')}` };
    await expect(verifyWebhook(received({ body, headers }))).rejects.toThrow('not JSON');
  });

  test.each(['', 'whsec_', 'whsec_!!', 'secret', SECRET.slice('whsec_'.length)])(
    'with an invalid secret: %j',
    async (secret) => {
      await expect(verifyWebhook(received({ secret }))).rejects.toThrow(TypeError);
    },
  );

  test('by the system time, if no time is passed', async () => {
    const { now: __, ...webhook } = received({ at: new Date() });
    const headers = headersOf(BODY, new Date(), [SECRET]);
    await expect(verifyWebhook({ ...webhook, headers })).resolves.toMatchObject({ id: 'a-1' });
    const old = headersOf(BODY, new Date(Date.now() - 302_000), [SECRET]);
    await expect(verifyWebhook({ ...webhook, headers: old })).rejects.toMatchObject({
      code: 'INVALID_WEBHOOK',
    });
  });
});
