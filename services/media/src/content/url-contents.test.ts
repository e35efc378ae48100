import { gzipSync } from 'node:zlib';

import { expect, test } from '@jest/globals';
import { FILE_BYTES_MAX } from '@output-review/contracts';

import { FETCH_MS_MAX } from '../storage/take-url.ts';
import { useUrls } from '../../test/bytes/url-fixture.ts';

const { server, take, expectFault } = useUrls();

test.each([204, 206, 304, 404, 500])('a response %d is refused', async (status) => {
  const url = server.serve(`/status/${status}`, (res) => res.writeHead(status).end());

  await expectFault(take(url), status === 204 ? /empty/ : new RegExp(`responded with ${status}`));
});

test('a slow server is aborted at the deadline of all URLs', async () => {
  const url = server.serve('/trickle', (res) => {
    const timer = setInterval(() => res.write('x'), 20);
    res.once('close', () => clearInterval(timer));
  });
  const shared = new AbortController();
  setTimeout(() => shared.abort(), 300);

  await expectFault(take(url, { source: { signal: shared.signal } }), /too long in total/);
});

test('a silent server times out after ten seconds', async () => {
  const url = server.serve('/silent', () => {});
  const began = performance.now();

  await expectFault(take(url, { fetchMsMax: 500 }), /within 0\.5 seconds/);
  expect(performance.now() - began).toBeGreaterThan(490);
  expect(FETCH_MS_MAX).toBe(10_000);
});

test('an endless file is aborted at the first byte over the limit', async () => {
  let sent = 0;
  const url = server.serve('/endless', (res) => {
    const chunk = Buffer.alloc(256 * 1024, 'x');
    const more = (): void => {
      while (!res.destroyed && res.write(chunk)) sent += chunk.length;
      sent += chunk.length;
    };
    res.on('drain', more);
    more();
  });

  await expectFault(take(url), /larger than 33554432 bytes \(32 MB\)/, 'PAYLOAD_TOO_LARGE');
  expect(sent).toBeLessThan(FILE_BYTES_MAX + 8 * 1024 * 1024);
});

test('a declared size over the limit is refused before the bytes arrive', async () => {
  const url = server.serve('/large', (res) => {
    res.writeHead(200, { 'content-length': FILE_BYTES_MAX + 1 }).write('x');
  });

  await expectFault(take(url), /larger than/, 'PAYLOAD_TOO_LARGE');
});

test('a file of the maximum size is accepted', async () => {
  const url = server.serve('/greatest.txt', (res) => res.end(Buffer.alloc(FILE_BYTES_MAX, 'x')));

  expect((await take(url)).sizeBytes).toBe(FILE_BYTES_MAX);
});

test('a compressed response is refused unread, because its size is unknown', async () => {
  const bomb = gzipSync(Buffer.alloc(FILE_BYTES_MAX));
  const asked: unknown[] = [];
  const url = server.serve('/bomb', (res, req) => {
    asked.push(req.headers['accept-encoding']);
    res.setHeader('content-encoding', 'gzip');
    res.end(bomb);
  });

  await expectFault(take(url), /Content-Encoding/);
  expect(asked).toEqual(['identity']);
});

test('a compressed file is refused by its type', async () => {
  const url = server.serve('/bomb.gz', (res) => res.end(gzipSync(Buffer.alloc(1_000_000))));

  await expectFault(take(url), /application\/gzip/);
});

test('an empty file is refused', async () => {
  await expectFault(take(server.serve('/empty', (res) => res.end())), /The file is empty/);
});

test('a file that ends early is refused', async () => {
  const url = server.serve('/broken', (res) => {
    res.writeHead(200, { 'content-length': 100 });
    res.write('half of it', () => setTimeout(() => res.destroy(), 50));
  });

  await expectFault(take(url), /closed the connection/);
});

test('an unreachable server is reported', async () => {
  await expectFault(take('http://127.0.0.1:1/'), /cannot be reached/);
});

test('a spool that cannot be written answers UNAVAILABLE, not a fault of the file', async () => {
  const url = server.serve('/a.txt', (res) => res.end('hello'));

  await expect(take(url, { spoolFolder: '/dev/null/spool' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});
