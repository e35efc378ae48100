import { gzipSync } from 'node:zlib';

import { expect, test } from '@jest/globals';
import { FILE_BYTES_MAX } from '@output-review/contracts';

import { FETCH_MS_MAX } from '../storage/take-url.ts';
import { useUrls } from '../../test/bytes/url-fixture.ts';

const { server, take, expectFault } = useUrls();

test.each([204, 206, 304, 404, 500])('an answer %d is no file', async (status) => {
  const url = server.serve(`/status/${status}`, (res) => res.writeHead(status).end());

  await expectFault(take(url), status === 204 ? /empty/ : new RegExp(`responded with ${status}`));
});

test('a server that trickles is given up when the time of all urls is over', async () => {
  const url = server.serve('/trickle', (res) => {
    const timer = setInterval(() => res.write('x'), 20);
    res.once('close', () => clearInterval(timer));
  });
  const shared = new AbortController();
  setTimeout(() => shared.abort(), 300);

  await expectFault(take(url, { source: { signal: shared.signal } }), /too long in total/);
});

test('a server that says nothing is given up after its time, which is ten seconds', async () => {
  const url = server.serve('/silent', () => {});
  const began = performance.now();

  await expectFault(take(url, { fetchMsMax: 500 }), /within 0\.5 seconds/);
  expect(performance.now() - began).toBeGreaterThan(490);
  expect(FETCH_MS_MAX).toBe(10_000);
});

test('a file that never ends is left at the first byte too many', async () => {
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

test('a size that is too large is refused before the bytes come', async () => {
  const url = server.serve('/large', (res) => {
    res.writeHead(200, { 'content-length': FILE_BYTES_MAX + 1 }).write('x');
  });

  await expectFault(take(url), /larger than/, 'PAYLOAD_TOO_LARGE');
});

test('the greatest file is taken', async () => {
  const url = server.serve('/greatest.txt', (res) => res.end(Buffer.alloc(FILE_BYTES_MAX, 'x')));

  expect((await take(url)).sizeBytes).toBe(FILE_BYTES_MAX);
});

test('an answer that is compressed is refused unread: its size says nothing', async () => {
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

test('a compressed file is refused as what it is', async () => {
  const url = server.serve('/bomb.gz', (res) => res.end(gzipSync(Buffer.alloc(1_000_000))));

  await expectFault(take(url), /application\/gzip/);
});

test('an empty file is refused', async () => {
  await expectFault(take(server.serve('/empty', (res) => res.end())), /The file is empty/);
});

test('a file that breaks off is refused, whatever there is of it', async () => {
  const url = server.serve('/broken', (res) => {
    res.writeHead(200, { 'content-length': 100 });
    res.write('half of it', () => setTimeout(() => res.destroy(), 50));
  });

  await expectFault(take(url), /closed the connection/);
});

test('a server that is not there is told', async () => {
  await expectFault(take('http://127.0.0.1:1/'), /cannot be reached/);
});

test('where the spool cannot be written nothing is wrong with the file', async () => {
  const url = server.serve('/a.txt', (res) => res.end('hello'));

  await expect(take(url, { spoolFolder: '/dev/null/spool' })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
  });
});
