import { beforeAll, describe, expect, test } from '@jest/globals';
import { INTERNAL_HEADERS } from '@output-review/contracts';
import { LINK_LIFETIME_SECONDS, newId } from '@output-review/runtime';

import { claimingIn } from '../claiming.ts';
import { PREVIOUS_PUBLIC_URL, PUBLIC_URL, type TestMedia } from '../test-media.ts';
import { type LinkClient, linkClient, openLink } from './link-client.ts';

const HTML = '<!doctype html><script>alert(1)</script>';

/** Headers that only a response with the file itself has. */
export const fileHeaders = ({ headers }: Response): (string | null)[] =>
  ['content-disposition', 'etag', 'accept-ranges'].map((name) => headers.get(name));

/** Tests of the links of our own listener, for any store. */
export function downloadsSuite(mediaOf: () => TestMedia): void {
  describe('downloads by our own links', () => {
    let media: TestMedia;
    let client: LinkClient;
    let key: string;

    beforeAll(async () => {
      media = mediaOf();
      client = await linkClient(media, newId());
      key = await client.keep('0123456789');
    });

    const open = (url: string, headers: Record<string, string> = {}) =>
      openLink(media, url, { headers });

    test('a link downloads the file without any request header', async () => {
      const link = await client.linkTo(key);

      expect(link).toEqual({
        ...{ key, filename: 'a.txt', contentType: 'text/plain', sizeBytes: 10 },
        url: expect.stringContaining(`${PUBLIC_URL}/files/${key}?link=`),
        expiresAt: expect.any(String),
      });
      const lifetime = Date.parse(link.expiresAt) - media.clock.now().getTime();
      expect(lifetime).toBeLessThanOrEqual(LINK_LIFETIME_SECONDS * 1000);
      expect(lifetime).toBeGreaterThan(LINK_LIFETIME_SECONDS * 1000 - 1_001);
      const answer = await open(link.url);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe('0123456789');
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-store',
        'content-disposition': 'inline; filename=a.txt',
        'content-length': '10',
        'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
        'content-type': 'text/plain; charset=utf-8',
        'cross-origin-resource-policy': 'same-origin',
        'x-content-type-options': 'nosniff',
      });
    });

    test('all forms of a source refer to the same file', async () => {
      const forms = [
        key,
        `/api/media/${key}`,
        `/api/media/${encodeURIComponent(key)}`,
        `${PUBLIC_URL}/api/media/${key}`,
        `${PREVIOUS_PUBLIC_URL}/api/media/${key}`,
      ];

      const links = await Promise.all(forms.map((source) => client.linkTo(source)));

      expect(links.map((link) => link.key)).toEqual(forms.map(() => key));
    });

    test('a caller may choose the file name and request a download', async () => {
      const link = await client.linkTo(key, { filename: '../Größe\r\n".txt', download: '1' });

      expect(link.filename).toBe('Größe".txt');
      const answer = await open(link.url);
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename="Gr??e\\".txt"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%22.txt`,
      );
    });

    test('a link refuses a request with a credential', async () => {
      const { url } = await client.linkTo(key);

      for (const name of ['authorization', INTERNAL_HEADERS.hasCredential]) {
        const answer = await open(url, { [name]: 'Bearer wh-anything' });
        expect(answer.status).toBe(400);
        expect(await answer.json()).toMatchObject({ code: 'VALIDATION_FAILED' });
      }
    });

    test('a link created by a redirect ignores the credential that clients resend', async () => {
      const answer = await client.api.get(`/api/media/${key}?download=1`);
      const location = answer.headers.get('location') ?? '';

      expect(answer.status).toBe(302);
      expect(location).toMatch(`${PUBLIC_URL}/files/${key}?link=`);
      const followed = await open(location, { authorization: 'Bearer wh-anything' });
      expect(followed.status).toBe(200);
      expect(followed.headers.get('content-disposition')).toBe('attachment; filename=a.txt');
      expect(await followed.text()).toBe('0123456789');
    });

    test('a link that was changed or belongs to another file is refused', async () => {
      const { url } = await client.linkTo(key);
      const other = await client.keep('secret');
      const last = String.fromCharCode(url.charCodeAt(url.length - 1) + 1);

      for (const changed of [
        `${url.slice(0, -1)}${last}`,
        url.replace(key, other),
        url.replace(/link=.*/, 'link='),
        url.replace(/\?link=.*/, ''),
        url.replace('/files/', '/files/..%2f'),
      ]) {
        const answer = await open(changed);
        expect(answer.status).toBe(403);
        expect(await answer.json()).toMatchObject({ code: 'FORBIDDEN' });
      }
      expect((await openLink(media, url, { method: 'PUT', body: 'x' })).status).toBe(403);
    });

    test.each([
      ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=-2', 206, '89', 'bytes 8-9/10'],
      ['bytes=0-1,4-5', 200, '0123456789', null],
      ['bytes=10-', 416, null, 'bytes */10'],
    ])('a range %s is answered with %d', async (range, ...expected) => {
      const [status, text, contentRange] = expected;
      const answer = await open((await client.linkTo(key)).url, { range });

      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-range')).toBe(contentRange);
      const body = await answer.text();
      if (text !== null) {
        expect(body).toBe(text);
        return;
      }
      expect(JSON.parse(body)).toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(fileHeaders(answer)).toEqual([null, null, null]);
    });

    test('conditional requests are answered with 304, a part, or the whole file', async () => {
      const { url } = await client.linkTo(key);
      const etag = (await open(url)).headers.get('etag')!;

      const again = await open(url, { 'if-none-match': etag });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      const part = await open(url, { range: 'bytes=0-0', 'if-range': etag });
      expect([part.status, await part.text()]).toEqual([206, '0']);
      const whole = await open(url, { range: 'bytes=0-0', 'if-range': '"another"' });
      expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
    });

    test('HEAD returns the headers without the bytes', async () => {
      const answer = await openLink(media, (await client.linkTo(key)).url, { method: 'HEAD' });

      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-length')).toBe('10');
      expect(await answer.text()).toBe('');
    });

    test.each([
      ['HTML', HTML, 'a.png', 'text/html; charset=utf-8'],
      ['SVG', '<svg onload="alert(1)"/>', 'a.svg', 'image/svg+xml'],
      ['XML', '<?xml version="1.0"?><a/>', 'a.txt', 'text/xml; charset=utf-8'],
      ['a script', 'alert(1)', 'a.js', 'text/plain; charset=utf-8'],
    ])('%s is always a download', async (_what, text, ...expected) => {
      const [name, type] = expected;
      const { url } = await client.linkTo(await client.keep(text, name));

      const answer = await open(url);

      expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=${name}`);
      expect(answer.headers.get('content-type')).toBe(type);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(await answer.text()).toBe(text);
    });

    test('a link is invalid once the output of the file is deleted', async () => {
      const gone = await client.keep('gone');
      const { url } = await client.linkTo(gone);
      const [, outputId] = gone.split('/');

      await claimingIn(media, client.workspaceId).delete(outputId!);

      expect((await open(url)).status).toBe(404);
      expect((await client.mediaUrl(gone)).status).toBe(404);
    });
  });
}
