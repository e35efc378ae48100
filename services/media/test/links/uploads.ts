import { beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { FILE_BYTES_MAX, INTERNAL_HEADERS } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { anAttempt, claimingIn, objectsOf, uploaded } from '../claiming.ts';
import { PUBLIC_URL, type TestMedia } from '../test-media.ts';
import { type LinkClient, linkClient, openLink, putRaw, type RawPut } from './link-client.ts';

/** Tests of the links for uploads, for any store. */
export function uploadsSuite(mediaOf: () => TestMedia): void {
  describe('uploads by our own links', () => {
    let media: TestMedia;
    let client: LinkClient;

    beforeAll(() => {
      media = mediaOf();
    });
    beforeEach(async () => {
      client = await linkClient(media, newId());
    });

    const put = (url: string, body: string | Buffer, headers: Record<string, string> = {}) =>
      openLink(media, url, { method: 'PUT', body, headers });
    const textAt = async (key: string) =>
      (await openLink(media, (await client.linkTo(key)).url)).text();

    test('a file can be uploaded and read before its output exists', async () => {
      const announced = { filename: '../Größe.csv', contentType: 'Text/CSV', sizeBytes: 5 };
      const ticket = await client.announce(announced);

      expect(ticket).toEqual({
        uploadUrl: expect.stringContaining(`${PUBLIC_URL}/files/${ticket.key}?link=`),
        key: expect.stringMatching(
          new RegExp(`^${client.workspaceId}/uploads/[0-9a-f-]{36}-Gro-e\\.csv$`),
        ),
        ...{ contentType: 'text/csv', method: 'PUT', headers: { 'content-type': 'text/csv' } },
        ...{ expiresIn: 300, maxBytes: 5 },
      });
      const answer = await put(ticket.uploadUrl, 'a,b\nc', ticket.headers);
      expect([answer.status, await answer.json()]).toEqual([200, { ok: true }]);
      expect(await client.linkTo(ticket.key)).toMatchObject({
        ...{ filename: 'Größe.csv', contentType: 'text/csv', sizeBytes: 5 },
      });
      expect(await textAt(ticket.key)).toBe('a,b\nc');
    });

    test('any type and size is accepted if none was declared', async () => {
      const ticket = await client.announce();

      expect(ticket.headers).toEqual({ 'content-type': 'application/octet-stream' });
      expect(ticket.maxBytes).toBe(FILE_BYTES_MAX);
      expect((await put(ticket.uploadUrl, '{"a": 1}', { 'content-type': 'text/x' })).status).toBe(
        200,
      );
      expect(await client.linkTo(ticket.key)).toMatchObject({ contentType: 'application/json' });
    });

    test('a second upload replaces the first and leaves nothing of it', async () => {
      const { uploadUrl, key } = await client.announce();
      await put(uploadUrl, 'first');
      const { url } = await client.linkTo(key);

      expect((await put(uploadUrl, 'the second')).status).toBe(200);

      expect(await textAt(key)).toBe('the second');
      // The link was made for the previous bytes.
      expect((await openLink(media, url)).status).toBe(403);
      await expectObjects(1);
    });

    const expectObjects = async (count: number): Promise<void> => {
      await eventually(async () => {
        expect(await objectsOf(media, client.workspaceId)).toHaveLength(count);
      });
    };

    interface Refused {
      readonly announced?: object;
      readonly body?: string;
      readonly headers?: Record<string, string>;
      readonly status?: number;
    }
    const REFUSED: readonly (readonly [string, Refused])[] = [
      ['fewer bytes than declared', { announced: { sizeBytes: 6 } }],
      ['more bytes than declared', { announced: { sizeBytes: 4 } }],
      ['no bytes', { body: '' }],
      [
        'another type',
        { announced: { contentType: 'image/png' }, headers: { 'content-type': 'text/html' } },
      ],
      ['no type', { announced: { contentType: 'image/png' }, headers: { 'content-type': '' } }],
      ['a credential', { headers: { authorization: 'Bearer wh-x' } }],
      [
        'a credential that the gateway reports',
        { headers: { [INTERNAL_HEADERS.hasCredential]: '1' } },
      ],
      ['compressed bytes', { headers: { 'content-encoding': 'gzip' }, status: 415 }],
    ];

    test.each(REFUSED)('%s are refused', async (_what, given) => {
      const { announced, body = 'hello', headers, status = 400 } = given;
      const { uploadUrl, key } = await client.announce(announced);

      const answer = await put(uploadUrl, body, headers);

      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ error: expect.any(String), fields: {} });
      expect((await client.mediaUrl(key)).status).toBe(404);
      await expectObjects(0);
    });

    test('a file of 32 MB is accepted, one byte more is not', async () => {
      const { uploadUrl, key } = await client.announce();

      expect((await put(uploadUrl, Buffer.alloc(FILE_BYTES_MAX, 'x'))).status).toBe(200);
      expect(await client.linkTo(key)).toMatchObject({ sizeBytes: FILE_BYTES_MAX });
      const over = await put(uploadUrl, Buffer.alloc(FILE_BYTES_MAX + 1, 'x'));
      expect(over.status).toBe(413);
      expect(await over.json()).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    });

    const LYING: readonly (readonly [string, Omit<RawPut, 'url'>])[] = [
      ['fewer bytes', { headers: { 'content-length': '9' }, parts: ['hello'], breaksOff: true }],
      ['no length', { headers: { 'transfer-encoding': 'chunked' }, parts: ['hel', 'lo'] }],
      ['an invalid length', { headers: { 'content-length': '-1' }, parts: ['hello'] }],
    ];

    test.each(LYING)('a request with %s stores nothing', async (_what, lie) => {
      const { uploadUrl: url, key } = await client.announce();

      expect(await putRaw(media, { url, ...lie })).not.toBe(200);

      expect((await client.mediaUrl(key)).status).toBe(404);
      await expectObjects(0);
    });

    test('the declared size applies to bytes sent without a length', async () => {
      const headers = { 'transfer-encoding': 'chunked' };
      const right = await client.announce({ sizeBytes: 5 });
      const wrong = await client.announce({ sizeBytes: 4 });
      const parts = ['hel', 'lo'];

      expect(await putRaw(media, { url: right.uploadUrl, headers, parts })).toBe(200);
      expect(await putRaw(media, { url: wrong.uploadUrl, headers, parts })).toBe(400);
      expect(await textAt(right.key)).toBe('hello');
      expect((await client.mediaUrl(wrong.key)).status).toBe(404);
    });

    test('a consumed upload accepts no more bytes, and its key is refused', async () => {
      const { uploadUrl, key } = await client.announce();
      await put(uploadUrl, 'hello');
      const claiming = claimingIn(media, client.workspaceId);
      const attempt = anAttempt();
      const [file] = await claiming.claimed(attempt, { attachments: [uploaded(key)] });
      await claiming.confirm(attempt);

      const again = await put(uploadUrl, 'changed');

      expect(again.status).toBe(404);
      expect(await again.json()).toMatchObject({ code: 'UPLOAD_CONSUMED' });
      expect(await client.mediaUrl(key)).toMatchObject({
        ...{ status: 404, body: { code: 'UPLOAD_CONSUMED' } },
      });
      expect(await textAt(file!.key)).toBe('hello');
    });

    test('a zip called .png can be uploaded, but is not displayed, and the output refuses it', async () => {
      const zip = Buffer.from('UEsDBAoAAAAAAAAAIQCGphA2BQAAAAUAAAAFAAAAYS50eHRoZWxsbw==', 'base64');
      const key = await client.upload(zip, { filename: 'a.png', contentType: 'image/png' });

      const answer = await openLink(media, (await client.linkTo(key)).url);
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
      const claiming = claimingIn(media, client.workspaceId);
      const refused = await claiming.claim(anAttempt(), { attachments: [uploaded(key)] });
      expect(refused).toMatchObject({
        status: 422,
        body: { fields: { 'attachments.0': expect.stringMatching(/application\/zip/) } },
      });
    });
  });
}
