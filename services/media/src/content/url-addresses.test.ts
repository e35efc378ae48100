import { expect, test } from '@jest/globals';

import { guardOf, useUrls } from '../../test/bytes/url-fixture.ts';

const { server, take, expectFault } = useUrls();

const NOT_CALLABLE = /private, loopback, link-local or reserved|that is not allowed/;

test.each([
  ['127.0.0.1'],
  ['169.254.169.254'],
  ['[::1]'],
  ['[::ffff:10.0.0.1]'],
  ['0x7f.1'],
  ['localhost'],
  ['inside.example'],
])('%s is never fetched', async (host) => {
  const egress = guardOf([], ['10.0.0.1']);
  try {
    await expectFault(take(`https://${host}:${server.port}/`, { egress }), NOT_CALLABLE);
    await expectFault(take(`http://${host}:${server.port}/`, { egress }), /https/);
  } finally {
    await egress.close();
  }
  expect(server.requests).toEqual([]);
});

test('a host that resolves differently between check and use is refused', async () => {
  const egress = guardOf([], ['93.184.216.34', '127.0.0.1']);
  try {
    await expectFault(
      take(`https://rebinding.example:${server.port}/`, { egress }),
      /that is not allowed/,
    );
  } finally {
    await egress.close();
  }
  expect(server.requests).toEqual([]);
});

test('a redirect to a private address is not followed', async () => {
  const url = server.serve('/inside', (res) => {
    res.writeHead(302, { location: 'https://10.0.0.1/secret' }).end();
  });

  await expectFault(take(url), NOT_CALLABLE);
});

test('a redirect to plain http outside is not followed', async () => {
  const url = server.serve('/plain', (res) => {
    res.writeHead(301, { location: 'http://93.184.216.34/' }).end();
  });

  await expectFault(take(url), /https/);
});

test('three redirects are followed, a fourth is not', async () => {
  for (const step of [1, 2, 3, 4]) {
    server.serve(`/step/${step}`, (res) => {
      res.writeHead(307, { location: `./${step - 1}` }).end('elsewhere');
    });
  }
  server.serve('/step/0', (res) => res.end('hello'));

  expect((await take(`http://127.0.0.1:${server.port}/step/3`)).sizeBytes).toBe(5);
  await expectFault(take(`http://127.0.0.1:${server.port}/step/4`), /more than 3 times/);
});

test.each(['http://', ''])('a redirect to %j is refused', async (location) => {
  const url = server.serve('/nowhere', (res) => {
    res.writeHead(302, location === '' ? {} : { location }).end();
  });

  await expectFault(take(url), /redirect without a valid target/);
});

test.each([
  ['not a url', /Must be a URL/],
  ['file:///etc/passwd', /https/],
  ['https://ada:secret@example.com/', /username or password/],
])('%s is refused as a URL', async (url, sentence) => {
  await expectFault(take(url), sentence);
});
