import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { systemClock } from '@output-review/runtime';
import { silentLog } from '@output-review/runtime/testing';

import { openS3Store } from '../object-store/s3/s3-store.ts';
import { ProbedStoreLinks } from './store-links.ts';

let folder: string;
let caFile: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'store-links-'));
  caFile = join(folder, 'ca.pem');
  await writeFile(caFile, CERTIFICATE);
});
afterAll(() => rm(folder, { recursive: true }));

/** What a store refuses of a request by a link, with the status. */
type Refuses = (request: IncomingMessage, body: Buffer) => number | null;

// The MinIO client sends a signature in this header.
const credential: Refuses = ({ headers }) =>
  headers.authorization?.startsWith('Bearer ') === true ? 400 : null;
const uploadWith: Refuses = ({ method, headers }, body) => {
  if (method !== 'PUT') return null;
  const isSigned = headers['content-type'] === 'text/plain' && body.length === 35;
  return isSigned ? null : 403;
};
const copy: Refuses = ({ headers }) => (headers['x-amz-copy-source'] === undefined ? null : 403);

/** Probes the links of a store with a certificate of its own CA. */
async function probe(...refuses: Refuses[]) {
  const server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    void buffer(request).then((body) => {
      const status = refuses.flatMap((each) => each(request, body) ?? []).at(0);
      if (status !== undefined) response.writeHead(status);
      response.end(request.method === 'POST' ? '<DeleteResult/>' : '');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = openS3Store({
    ...{ endpoint, publicUrl: endpoint, region: 'us-east-1', bucket: 'outputs', caFile },
    ...{ accessKey: 'access', secretKey: 'secret', clock: systemClock },
  });
  const links = new ProbedStoreLinks({ store, log: silentLog });
  try {
    await links.probe();
    return { reading: links.forReading !== null, writing: links.forWriting !== null };
  } finally {
    await store.close();
    server.closeAllConnections();
    server.close();
  }
}

test('uses the links of a store with a private CA that refuse all but what was signed', async () => {
  expect(await probe(credential, uploadWith, copy)).toEqual({ reading: true, writing: true });
});

test.each([
  ['serve a credential', [uploadWith, copy], { reading: false, writing: false }],
  ['accept another type or size', [credential, copy], { reading: true, writing: false }],
  ['accept a copy source', [credential, uploadWith], { reading: true, writing: false }],
])('does not use links that %s', async (_what, refuses, found) => {
  expect(await probe(...refuses)).toEqual(found);
});

test('knows nothing of the links of a store that is overloaded', async () => {
  const overloaded: Refuses = ({ method, url }) =>
    method === 'PUT' && url?.includes('/target') ? 503 : null;

  await expect(probe(overloaded, credential)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

// Of no other use.
const KEY = `
-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg4+4+AbVJCW9clWr+
g0pRaDYVyynhhcmq4Qv9hoe3q1ShRANCAASr4XxgUkjSl7X70CvoLsYU/+fET/Fq
uiemaYQuxFAtK//ET7fhqOjh9AiTTIoSLt00Gr+vcgcs9p+DDoS5AyfQ
-----END PRIVATE KEY-----
`;
const CERTIFICATE = `
-----BEGIN CERTIFICATE-----
MIIBmTCCAUCgAwIBAgIULCKSlfLqMFewZP/b5ReBshdmmnAwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOc3RvcmUgb2YgdGVzdHMwIBcNMjYxMTMwMDAyNjI0WhgPMjEy
NjExMDYwMDI2MjRaMBkxFzAVBgNVBAMMDnN0b3JlIG9mIHRlc3RzMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEq+F8YFJI0pe1+9Ar6C7GFP/nxE/xaronpmmELsRQ
LSv/xE+34ajo4fQIk0yKEi7dNBq/r3IHLPafgw6EuQMn0KNkMGIwHQYDVR0OBBYE
FNWlsBwXk3/3fWjYMs0JvrKqcGiDMB8GA1UdIwQYMBaAFNWlsBwXk3/3fWjYMs0J
vrKqcGiDMA8GA1UdEwEB/wQFMAMBAf8wDwYDVR0RBAgwBocEfwAAATAKBggqhkjO
PQQDAgNHADBEAiA9UpWUPUiPwEYNnKvMbrMHeC+N4+NJDPa2827jn6+eOgIgV6bg
9RMEIO5LAtlTzfTz0GifxOGfnNUaX0HdY/YcsZw=
-----END CERTIFICATE-----
`;
