import { beforeAll, describe, expect, test } from '@jest/globals';
import { FILE_BYTES_MAX } from '@output-review/contracts';
import { newId } from '@output-review/runtime';

import { claimingIn } from '../../test/claiming.ts';
import { PUBLIC_URL, useTestMedia } from '../../test/test-media.ts';
import { downloadsSuite } from '../../test/links/downloads.ts';
import { type LinkClient, linkClient, openLink } from '../../test/links/link-client.ts';
import { uploadsSuite } from '../../test/links/uploads.ts';

const media = useTestMedia();

downloadsSuite(() => media);
uploadsSuite(() => media);

describe('access to files', () => {
  let client: LinkClient;
  let theirs: string;

  beforeAll(async () => {
    client = await linkClient(media, newId());
    theirs = await (await linkClient(media, newId())).keep('secret');
  });

  test.each([
    ['of another workspace', () => theirs],
    ['of another workspace, by its path', () => `/api/media/${theirs}`],
    ['of another workspace, by our address', () => `${PUBLIC_URL}/api/media/${theirs}`],
    ['guessed', () => `${client.workspaceId}/o1/0-a.txt`],
    ['of our own workspace with a parent segment', () => `${client.workspaceId}/..%2f${theirs}`],
    ['of another host', () => `https://evil.example/api/media/${theirs}`],
    [
      'of another host with ours as its user',
      () => `${PUBLIC_URL}@evil.example/api/media/${theirs}`,
    ],
  ])('answers 404 for a key %s', async (_what, source) => {
    expect(await client.mediaUrl(source())).toMatchObject({
      ...{ status: 404, body: { code: 'NOT_FOUND' } },
    });
  });

  test.each([
    ['of another workspace', () => theirs],
    ['encoded', () => encodeURIComponent(theirs)],
    ['of our own workspace with a parent segment', () => `${client.workspaceId}/..%2f${theirs}`],
  ])('answers 404 for a path with a key %s', async (_what, key) => {
    expect(await client.api.get(`/api/media/${key()}`)).toMatchObject({
      ...{ status: 404, body: { code: 'NOT_FOUND' } },
    });
  });

  test('redirects a path with an encoded key of the own workspace', async () => {
    const own = await client.keep('mine');

    expect((await client.api.get(`/api/media/${encodeURIComponent(own)}`)).status).toBe(302);
  });

  test('gives out no link without a signed assertion', async () => {
    for (const path of [`/api/media/${theirs}`, `/api/media-url?source=${theirs}`]) {
      expect((await openLink(media, media.service.url + path)).status).toBe(401);
    }
  });
});

describe('declaring an upload', () => {
  let client: LinkClient;

  beforeAll(async () => {
    client = await linkClient(media, newId());
  });

  test('reports all faults at once', async () => {
    const announced = { contentType: 'application/zip', sizeBytes: FILE_BYTES_MAX + 1 };

    expect(await client.api.post('/api/uploads', announced)).toMatchObject({
      status: 413,
      body: {
        code: 'PAYLOAD_TOO_LARGE',
        fields: {
          contentType:
            'Accepted types: image/*, audio/*, text/*, application/pdf and application/json.',
          sizeBytes: expect.stringMatching(/32 MB/),
        },
      },
    });
  });

  test.each([['text'], ['text/a b'], ['video/mp4']])('refuses the type %s', async (contentType) => {
    expect((await client.api.post('/api/uploads', { contentType })).status).toBe(422);
  });

  test('reports an invalid size', async () => {
    expect(await client.api.post('/api/uploads', { sizeBytes: 0 })).toMatchObject({
      ...{ status: 400, body: { fields: { sizeBytes: expect.any(String) } } },
    });
  });

  test('answers 413 if the workspace has no storage left', async () => {
    await claimingIn(media, client.workspaceId).setQuota(100);

    expect(await client.api.post('/api/uploads', { sizeBytes: 101 })).toMatchObject({
      ...{ status: 413, body: { code: 'MEDIA_QUOTA_EXCEEDED' } },
    });
    expect((await client.api.post('/api/uploads', { sizeBytes: 100 })).status).toBe(201);
  });
});

describe('after five minutes', () => {
  test('refuses links to read and to upload', async () => {
    const client = await linkClient(media, newId());
    const { url } = await client.linkTo(await client.keep('hello'));
    const { uploadUrl } = await client.announce();

    media.clock.advance(300_000);

    expect((await openLink(media, url)).status).toBe(403);
    expect((await openLink(media, uploadUrl, { method: 'PUT', body: 'hello' })).status).toBe(403);
  });
});
