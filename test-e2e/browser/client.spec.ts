import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type * as client from '@output-review/client';
import { eventually } from '@output-review/runtime/testing';

import { expect, test } from './browser-test.ts';

const DIST = fileURLToPath(new URL('../../clients/typescript/dist/', import.meta.url));
const PAGE = '/of-somebody-else/';

test('the client runs in a page: it submits, waits, runs the approved action and rejects a forged webhook', async ({
  page,
  system,
}) => {
  // A page of the same origin, as behind a proxy: CORS does not allow other origins to read responses.
  await page.route(`${system.url}${PAGE}**`, async (route) => {
    const [, name = ''] = new URL(route.request().url()).pathname.split(PAGE);
    if (name === '')
      return route.fulfill({ contentType: 'text/html', body: '<title>Page</title>' });
    return route.fulfill({ contentType: 'text/javascript', body: await readFile(DIST + name) });
  });
  await page.goto(system.url + PAGE);
  const admin = await system.signIn();

  const refunded = page.evaluate(
    async ([baseUrl, token, path]) => {
      const { OutputReviewClient } = (await import(`${baseUrl}${path}index.js`)) as Client;
      const refund = new OutputReviewClient({ baseUrl, token }).requireApproval(
        ({ amount }: { amount: number }) => `Refunded ${amount}`,
        { project: 'Page', name: 'refund', summary: 'Refund it' },
      );
      return refund({ amount: 40 });
    },
    [system.url, system.token, PAGE] as const,
  );
  const id = await eventually(async () => {
    const { body } = await admin.get('/api/logs?pending=true&project=Page');
    const [waiting] = body['executions'] as { readonly id: string }[];
    if (!waiting) throw new Error('Nothing waits');
    return waiting.id;
  }, 30_000);
  await admin.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  expect(await refunded).toBe('Refunded 40');

  const refused = await page.evaluate(
    async ([baseUrl, path]) => {
      const { verifyWebhook } = (await import(`${baseUrl}${path}index.js`)) as Client;
      const timestamp = String(Math.floor(Date.now() / 1_000));
      const headers = {
        'webhook-id': 'd',
        'webhook-timestamp': timestamp,
        'webhook-signature': 'v1,AA==',
      };
      return verifyWebhook({ body: '{}', headers, secret: 'whsec_AAAA' }).catch(String);
    },
    [system.url, PAGE] as const,
  );
  expect(refused).toContain('No signature matches');
});

type Client = typeof client;
