import { expect, test } from '@jest/globals';
import { type Principal, SCOPES } from '@output-review/contracts';

import { useTestMedia } from '../test/test-media.ts';

const automation: Principal = {
  kind: 'token',
  workspaceId: 'w1',
  tokenId: 't1',
  name: null,
  scopes: SCOPES,
};

const media = useTestMedia();

test('is alive and ready with its schema', async () => {
  expect((await fetch(`${media.service.url}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${media.service.url}/readyz`)).json()).toEqual({
    ready: true,
    checks: { database: 'ok', 'database disk': 'ok' },
  });
});

test('answers 404 to any reference while there are no files', async () => {
  for (const source of ['w1/o1/0-a.png', '/api/media/w1/o1/0-a.png', 'https://example.com/a.png']) {
    const query = new URLSearchParams({ source, download: '1' }).toString();
    expect(await call(`/api/media-url?${query}`)).toMatchObject([404, { code: 'NOT_FOUND' }]);
  }
  expect(await call('/api/media/w1/o1/0-a.png')).toMatchObject([404, { code: 'NOT_FOUND' }]);
});

test('reports all faults of a query', async () => {
  expect(await call('/api/media-url?download=yes')).toMatchObject([
    400,
    {
      code: 'VALIDATION_FAILED',
      fields: { source: expect.any(String), download: expect.any(String) },
    },
  ]);
});

test('answers 401 without a signed assertion', async () => {
  expect((await fetch(`${media.service.url}/api/media/w1/o1/0-a.png`)).status).toBe(401);
});

async function call(path: string): Promise<[number, unknown]> {
  const headers = await media.assertions.headersFor(automation);
  const response = await fetch(media.service.url + path, { headers });
  return [response.status, await response.json()];
}
