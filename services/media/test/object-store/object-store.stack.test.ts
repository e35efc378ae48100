import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fetch } from 'undici';

import { systemClock } from '../../../../libs/runtime/src/base/clock.ts';
import { newId } from '../../../../libs/runtime/src/base/new-id.ts';
import { isTransientError } from '../../../../libs/runtime/src/postgres/transient-errors.ts';
import { FakeClock } from '../../../../libs/runtime/src/testing/fake-clock.ts';
import type { LinkSigner, ObjectStore } from '../../src/object-store/object-store.ts';
import { ensureBucket } from '../../src/object-store/s3/ensure-bucket.ts';
import type { S3Settings } from '../../src/object-store/s3/s3-settings.ts';
import { openS3Store } from '../../src/object-store/s3/s3-store.ts';
import { objectStoreContract } from './object-store-contract.ts';
import { putText, readText, TEXT } from './store-subject.ts';

/**
 * Behavior of the servers beyond the contract, which callers must handle.
 *
 * | | signed GET with `Authorization: Bearer` | unsigned copy source on a signed PUT |
 * |---|---|---|
 * | MinIO | refused, 400 | accepted |
 * | versitygw | served | refused, 403 |
 * | SeaweedFS 4.44, tested by hand | served | refused, 403 |
 */
const SERVERS = [
  { name: 'MinIO', variable: 'STACK_S3_MINIO', bearer: 400, copying: 200 },
  { name: 'versitygw', variable: 'STACK_S3', bearer: 200, copying: 403 },
] as const;

describe.each(SERVERS)('$name', ({ name, variable, bearer, copying }) => {
  const settings: S3Settings = {
    ...(JSON.parse(process.env[variable] ?? '{}') as Omit<S3Settings, 'bucket'>),
    bucket: `contract-${newId()}`,
  };
  const clock = new FakeClock(new Date());
  const open = (changes: Partial<S3Settings> = {}): ObjectStore =>
    openS3Store({ ...settings, ...changes, publicUrl: settings.endpoint, clock });

  beforeAll(async () => {
    await ensureBucket(settings);
  });

  objectStoreContract(`S3Store on ${name}`, async () =>
    openS3Store({ ...settings, clock: systemClock }),
  );

  describe('the bucket', () => {
    test('is created once by concurrent callers', async () => {
      const bucket = `asked-${newId()}`;

      const made = await Promise.all([1, 2, 3].map(() => ensureBucket({ ...settings, bucket })));

      expect(made).toContain(true);
      expect(await ensureBucket({ ...settings, bucket })).toBe(false);
      await expect(open({ bucket }).probe()).resolves.toBeUndefined();
    });

    test('is reported as missing, as an outage', async () => {
      const store = open({ bucket: 'nobody-made-it' });

      await expect(store.probe()).rejects.toThrow(
        `bucket nobody-made-it does not exist at ${settings.endpoint}`,
      );
      const failures = await Promise.all(
        [
          store.head('a'),
          store.get('a'),
          putText(store, 'a', 'x'),
          store.copy('a', 'b'),
          store.deleteMany(['a']),
        ].map((call) =>
          call.then(
            () => null,
            (error: unknown) => error,
          ),
        ),
      );
      expect(failures.map(isTransientError)).toEqual(failures.map(() => true));
    });

    test('is reported as inaccessible, as an outage', async () => {
      const store = open({ secretKey: 'guessed' });

      await expect(store.probe()).rejects.toThrow(/^no access to bucket /);
      await expect(store.head('a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      await expect(store.get('a')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
  });

  describe('links', () => {
    let store: ObjectStore;
    let links: LinkSigner;
    const answer = {
      contentType: 'text/plain; charset=utf-8',
      disposition: `attachment; filename="a + b.txt"; filename*=UTF-8''%C3%A9%20%2B.txt`,
    };

    beforeAll(() => {
      store = open();
      links = store.links!;
    });
    afterAll(() => store.close());

    test('to read are served with the signed type and disposition', async () => {
      await putText(store, 'read/a', 'hello');

      const response = await fetch(await links.signGet('read/a', answer));

      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe(answer.contentType);
      expect(response.headers.get('content-disposition')).toBe(answer.disposition);
      expect(await response.text()).toBe('hello');
    });

    test('to read handle an Authorization header as listed in the table', async () => {
      await putText(store, 'read/bearer', 'hello');
      const url = await links.signGet('read/bearer', answer);

      const response = await fetch(url, {
        headers: { authorization: `Bearer wh-${'x'.repeat(43)}` },
      });

      expect(response.status).toBe(bearer);
    });

    test('to read are valid for one key, method, response and five minutes', async () => {
      await putText(store, 'read/mine', 'hello');
      await putText(store, 'read/yours', 'secret');
      const url = await links.signGet('read/mine', answer);

      const refused = [
        await fetch(url.replace('read/mine', 'read/yours')),
        await fetch(url, { method: 'DELETE' }),
        await fetch(url, { method: 'PUT', body: 'changed' }),
        await fetch(url.replace('text%2Fplain', 'text%2Fhtml')),
        await fetch(url.replace(/X-Amz-Signature=.{4}/, 'X-Amz-Signature=0000')),
        await fetch(url.replace('X-Amz-Expires=300', 'X-Amz-Expires=604800')),
      ];
      clock.advance(-301_000);
      refused.push(await fetch(await links.signGet('read/mine', answer)));
      clock.advance(301_000);

      expect(refused.map((response) => response.status)).toEqual(refused.map(() => 403));
      expect(await readText(store, 'read/mine')).toBe('hello');
    });

    test('to write handle a copy source as listed in the table', async () => {
      await putText(store, 'write/theirs', 'secret');
      const { url, headers } = await links.signPut('write/mine', { ...TEXT, size: 5 });
      const source = { 'x-amz-copy-source': `/${settings.bucket}/write/theirs` };

      const response = await fetch(url, {
        ...{ method: 'PUT', headers: { ...headers, ...source }, body: 'hello' },
      });

      expect(response.status).toBe(copying);
      expect((await store.head('write/mine')) === null).toBe(copying === 403);
    });
  });
});

// versitygw represents AWS and SeaweedFS here, which refuse the same requests.
describe('a link to write on a store that enforces the signature', () => {
  const settings: S3Settings = {
    ...(JSON.parse(process.env['STACK_S3'] ?? '{}') as Omit<S3Settings, 'bucket'>),
    bucket: `uploads-${newId()}`,
  };
  const clock = new FakeClock(new Date());
  let store: ObjectStore;

  beforeAll(async () => {
    await ensureBucket(settings);
    store = openS3Store({ ...settings, publicUrl: settings.endpoint, clock });
  });
  afterAll(() => store.close());

  test('accepts what was signed', async () => {
    const { url, headers } = await store.links!.signPut('a', { ...TEXT, size: 5 });

    const response = await fetch(url, { method: 'PUT', headers, body: 'hello' });

    expect(response.status).toBe(200);
    expect(await readText(store, 'a')).toBe('hello');
    expect(await store.head('a')).toMatchObject(TEXT);
  });

  test.each([
    ['another type', { headers: { 'content-type': 'text/html' } }],
    ['no type', { headers: {} }],
    ['fewer bytes', { body: 'hell' }],
    ['more bytes', { body: 'hello!' }],
    ['another method', { method: 'POST' }],
    ['an access list', { headers: { ...contentType(), 'x-amz-acl': 'public-read' } }],
    ['metadata', { headers: { ...contentType(), 'x-amz-meta-name': 'x' } }],
  ])('refuses %s', async (_what, change) => {
    const { url, headers } = await store.links!.signPut('refused', { ...TEXT, size: 5 });

    const response = await fetch(url, { method: 'PUT', headers, body: 'hello', ...change });

    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await store.head('refused')).toBeNull();
  });

  test('expires after five minutes', async () => {
    clock.advance(-301_000);
    const { url, headers } = await store.links!.signPut('late', { ...TEXT, size: 5 });
    clock.advance(301_000);

    const response = await fetch(url, { method: 'PUT', headers, body: 'hello' });

    expect(response.status).toBe(403);
    expect(await store.head('late')).toBeNull();
  });
});

function contentType(): Record<string, string> {
  return { 'content-type': TEXT.contentType };
}
