import { newId, systemClock } from '@output-review/runtime';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, silentLog } from '@output-review/runtime/testing';

import { downloadsSuite } from '../../test/links/downloads.ts';
import { type LinkClient, linkClient, openLink } from '../../test/links/link-client.ts';
import { uploadsSuite } from '../../test/links/uploads.ts';
import { listKeys } from '../../test/object-store/store-subject.ts';
import { PUBLIC_URL, startTestMedia, type TestMedia } from '../../test/test-media.ts';
import { ensureBucket } from '../object-store/s3/ensure-bucket.ts';
import type { S3Settings } from '../object-store/s3/s3-settings.ts';
import { openS3Store } from '../object-store/s3/s3-store.ts';
import { ProbedStoreLinks } from './store-links.ts';

/**
 * How the servers treat a credential sent with a presigned link. Only links that refuse it may be given out. MinIO's
 * links for uploads do refuse it, but they accept more bytes than signed.
 */
const SERVERS = [
  { name: 'MinIO', variable: 'STACK_S3_MINIO', refusesReaders: true },
  { name: 'versitygw', variable: 'STACK_S3', refusesReaders: false },
] as const;

describe.each(SERVERS)('$name', ({ variable, refusesReaders }) => {
  const settings: S3Settings = {
    ...(JSON.parse(process.env[variable] ?? '{}') as Omit<S3Settings, 'bucket'>),
    bucket: `links-${newId()}`,
  };
  const { endpoint } = settings;

  beforeAll(async () => {
    await ensureBucket(settings);
  });

  describe('behind our own listener', () => {
    let media: TestMedia;

    beforeAll(async () => {
      media = await startTestMedia({
        objectStore: openS3Store({ ...settings, clock: systemClock }),
      });
    });
    afterAll(() => media.stop());

    downloadsSuite(() => media);
    uploadsSuite(() => media);
  });

  describe('with a public address of its own', () => {
    let media: TestMedia;
    let client: LinkClient;
    let links: ProbedStoreLinks;

    beforeAll(async () => {
      const store = openS3Store({ ...settings, publicUrl: endpoint, clock: systemClock });
      links = new ProbedStoreLinks({ store, log: silentLog });
      // The service does this when it starts. Done here to have the result before the tests.
      await links.probe();
      media = await startTestMedia({ objectStore: store });
      client = await linkClient(media, newId());
    });
    afterAll(() => media.stop());

    test('detects whether links of the store refuse a credential', async () => {
      expect(links.forReading !== null).toBe(refusesReaders);
      expect(links.forWriting).toBeNull();
      // The service started on the same bucket runs its own probe, perhaps right now.
      await eventually(async () => {
        expect(await listKeys(media.store, 'link-trials/')).toEqual([]);
      });
    });

    test('links to the store only if it refuses a credential', async () => {
      const key = await client.keep('hello', 'Größe.txt');
      const { url } = await linkFromStore(key);

      expect(url.startsWith(`${refusesReaders ? endpoint : PUBLIC_URL}/`)).toBe(true);
      const answer = await openLink(media, url);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe('hello');
      expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(answer.headers.get('content-disposition')).toMatch(/^inline; .*UTF-8''Gr%C3%B6/);
      const refused = await openLink(media, url, { headers: { authorization: 'Bearer wh-x' } });
      expect(refused.status).toBe(400);
    });

    /** The service probes the store while it starts. Until then its own listener serves. */
    async function linkFromStore(key: string) {
      for (let tries = 0; refusesReaders && tries < 200; tries += 1) {
        const link = await client.linkTo(key);
        if (link.url.startsWith(endpoint)) return link;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      return client.linkTo(key);
    }

    test('serves active content and redirects by our own listener', async () => {
      const page = await client.linkTo(await client.keep('<!doctype html>', 'a.png'));
      expect(page.url.startsWith(`${PUBLIC_URL}/files/`)).toBe(true);

      const redirect = await client.api.get(`/api/media/${await client.keep('hello')}`);
      const location = redirect.headers.get('location') ?? '';
      expect(location.startsWith(`${PUBLIC_URL}/files/`)).toBe(true);
      const headers = { authorization: 'Bearer wh-x' };
      expect(await (await openLink(media, location, { headers })).text()).toBe('hello');
    });

    test('sends uploads through our own listener, which enforces the declared type and size', async () => {
      const announced = { contentType: 'text/plain', sizeBytes: 5 };
      const { uploadUrl } = await client.announce(announced);

      expect(uploadUrl.startsWith(`${PUBLIC_URL}/files/`)).toBe(true);
      const key = await client.upload('hello', announced);
      expect(await client.linkTo(key)).toMatchObject({ sizeBytes: 5 });
    });
  });
});
