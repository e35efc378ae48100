import { expect, test } from '@jest/globals';

import { useUrls } from '../../test/bytes/url-fixture.ts';

const { server, take, spooled } = useUrls();

test('a file gets the type of its bytes and the name of its path', async () => {
  const url = server.serve('/Gr%C3%B6%C3%9Fe.csv?a=b', (res) => {
    res.setHeader('content-type', 'text/csv; charset=utf-8');
    res.end('a,b\n1,2\n');
  });

  expect(await take(url)).toEqual({ filename: 'Größe.csv', contentType: 'text/csv', sizeBytes: 8 });
  expect(await spooled()).toEqual([]);
});

test('the server may name the file, and the name of the sender takes precedence', async () => {
  const url = server.serve('/download', (res) => {
    res.setHeader('content-disposition', `attachment; filename*=UTF-8''..%2Frep%C3%B6rt.txt`);
    res.end('hello');
  });

  expect((await take(url)).filename).toBe('repört.txt');
  expect((await take(url, { source: { filename: 'mine.txt' } })).filename).toBe('mine.txt');
});

test('a file without a name is named after its type', async () => {
  const url = server.serve('/', (res) => res.end('{"a": 1}'));

  expect(await take(url)).toMatchObject({ filename: 'file.json', contentType: 'application/json' });
});

test('an image is detected by its bytes, whatever type the server declares', async () => {
  const png = Buffer.concat([
    Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mM=', 'base64'),
    Buffer.alloc(200_000),
  ]);
  const url = server.serve('/picture', (res) => {
    res.setHeader('content-type', 'text/html');
    res.end(png);
  });

  expect(await take(url)).toMatchObject({ contentType: 'image/png', sizeBytes: png.length });
});
