import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

import { afterEach, describe, expect, test } from '@jest/globals';

import { systemClock } from '../../../../libs/runtime/src/base/clock.ts';
import { isTransientError } from '../../../../libs/runtime/src/postgres/transient-errors.ts';
import { eventually } from '../../../../libs/runtime/src/testing/eventually.ts';
import type { ObjectStore } from '../../src/object-store/object-store.ts';
import { ensureBucket } from '../../src/object-store/s3/ensure-bucket.ts';
import { openS3Store } from '../../src/object-store/s3/s3-store.ts';
import { collect, hashOf, MIB, putText, textOf } from './store-subject.ts';

// Below the default of ten seconds, to keep tests short. undici checks its timers twice a second.
const SILENCE_MS = 300;
// Long enough for a store that responds, even on a busy machine.
const PATIENT_MS = 60_000;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function openStore(endpoint: string, silenceMs = PATIENT_MS): ObjectStore {
  const store = openS3Store({
    endpoint,
    region: 'us-east-1',
    bucket: 'outputs',
    accessKey: 'access',
    secretKey: 'secret',
    clock: systemClock,
    silenceMs,
  });
  closers.push(() => store.close());
  return store;
}

/** Starts a store with the given request handler. */
async function serve(answer: RequestListener, silenceMs?: number): Promise<ObjectStore> {
  const server: Server = createServer(answer);
  return openStore(await addressOf(server.listen(0, '127.0.0.1')), silenceMs);
}

/** Starts a store that accepts connections and never responds, like one behind a broken network. */
async function serveSilence(): Promise<ObjectStore> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => sockets.add(socket.pause().on('error', () => {})));
  closers.push(async () => sockets.forEach((socket) => socket.destroy()));
  return openStore(await addressOf(server.listen(0, '127.0.0.1')), SILENCE_MS);
}

async function addressOf(server: Server | ReturnType<typeof createTcpServer>): Promise<string> {
  await once(server, 'listening');
  closers.push(async () => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const CALLS: [string, (store: ObjectStore) => Promise<unknown>][] = [
  ['put', (store) => putText(store, 'a', 'hello')],
  ['get', (store) => store.get('a')],
  ['head', (store) => store.head('a')],
  ['copy', (store) => store.copy('a', 'b')],
  ['delete', (store) => store.delete('a')],
  ['deleteMany', (store) => store.deleteMany(['a', 'b'])],
  ['list', (store) => collect(store.list())],
];

function* repeat(text: string): Generator<string> {
  for (;;) yield text;
}

const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

test('every call times out on a silent store and reports an outage', async () => {
  const failures = await Promise.all(
    CALLS.map(async ([name, call]) => ({
      name,
      failure: await failureOf(call(await serveSilence())),
    })),
  );

  for (const { name, failure } of failures) {
    expect([name, failure]).toMatchObject([name, { code: 'UNAVAILABLE' }]);
    expect([name, isTransientError(failure)]).toEqual([name, true]);
  }
});

describe.each(CALLS)('%s', (_name, call) => {
  test('reports a store that is down as an outage', async () => {
    const failure = await failureOf(call(openStore('http://127.0.0.1:1')));

    expect(failure).toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The file store is unavailable right now. Try again in a moment.',
      cause: {
        message: 'the object store at http://127.0.0.1:1 does not answer: connection refused',
      },
    });
  });

  test.each([500, 502, 503, 429])('reports a response of %i as an outage', async (status) => {
    const store = await serve((_request, response) => {
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
    });

    expect(await failureOf(call(store))).toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('reports a 404 that does not come from the store as an outage', async () => {
    const store = await serve((_request, response) => {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('default backend - 404');
    });

    expect(await failureOf(call(store))).toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('reports an error without an end as an outage', async () => {
    const store = await serve((request, response) => {
      response.writeHead(500, { 'content-type': 'text/html' });
      if (request.method === 'HEAD') return response.end();
      const page = '<h1>Bad gateway</h1>'.repeat(1_000);
      return pipeline(Readable.from(repeat(page)), response, () => {});
    }, SILENCE_MS);

    expect(await failureOf(call(store))).toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('reports refused credentials as an outage', async () => {
    const store = await serve((_request, response) => {
      response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    });

    expect(await failureOf(call(store))).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

// S3 answers so if it fails after it has begun to answer.
test.each(['copy', 'deleteMany', 'list'])(
  '%s reports an error in a response of 200 as an outage',
  async (name) => {
    const store = await serve((request, response) => {
      const body = '<Error><Code>InternalError</Code></Error>';
      response.setHeader('content-length', request.method === 'HEAD' ? 5 : body.length);
      response.end(body);
    });

    expect(await failureOf(new Map(CALLS).get(name)!(store))).toMatchObject({
      code: 'UNAVAILABLE',
      cause: { message: expect.stringContaining('200 InternalError') },
    });
  },
);

test.each(['put', 'copy', 'delete', 'deleteMany', 'list'])(
  '%s reports a page of a proxy as an outage',
  async (name) => {
    const store = await serve((request, response) => {
      request.resume();
      const body = '<h1>Sign in</h1>';
      const isHead = request.method === 'HEAD';
      response.setHeader('content-type', isHead ? 'image/png' : 'text/html; charset=utf-8');
      response.setHeader('content-length', isHead ? 5 : body.length);
      response.end(body);
    });

    expect(await failureOf(new Map(CALLS).get(name)!(store))).toMatchObject({
      code: 'UNAVAILABLE',
    });
  },
);

describe('deleteMany', () => {
  /** Starts a store that refuses to delete one object and reports it by a name. */
  async function refusing(kept: string, name = kept) {
    const asked: number[] = [];
    const store = await serve((request, response) => {
      void text(request).then((body) => {
        const keys = [...body.matchAll(/<Key>([^<]+)/g)].map(([, key]) => key);
        asked.push(keys.length);
        const error = `<Error><Key>${name}</Key><Code>AccessDenied</Code></Error>`;
        response.end(`<DeleteResult>${keys.includes(kept) ? error : ''}</DeleteResult>`);
      });
    });
    return { store, asked };
  }
  const keys = Array.from({ length: 250 }, (_, n) => `w/${n}`);

  test('continues after a refused object and returns it', async () => {
    const { store, asked } = await refusing('w/7');

    expect(await store.deleteMany(keys)).toEqual([{ key: 'w/7', reason: 'AccessDenied' }]);

    expect(asked).toEqual([100, 100, 50]);
  });

  test('fails if the store reports an object that was not requested', async () => {
    const { store } = await refusing('w/7', 'other');

    expect(await failureOf(store.deleteMany(keys))).toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('operators are told about', () => {
  test('a missing bucket', async () => {
    const store = await serve((_request, response) => response.writeHead(404).end());

    await expect(store.probe()).rejects.toThrow(/^bucket outputs does not exist at http:/);
  });

  test('a store that is down', async () => {
    await expect(openStore('http://127.0.0.1:1').probe()).rejects.toThrow(
      'the object store at http://127.0.0.1:1 does not answer: connection refused',
    );
  });

  test('a bucket that cannot be created', async () => {
    const settings = { endpoint: 'http://127.0.0.1:1', region: 'us-east-1', bucket: 'outputs' };

    await expect(
      ensureBucket({ ...settings, accessKey: 'access', secretKey: 'secret' }),
    ).rejects.toMatchObject({ cause: { message: expect.stringContaining('does not answer') } });
  });
});

describe('a store that goes down', () => {
  test('during a download makes the body fail instead of ending early', async () => {
    const store = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 10, 'content-type': 'text/plain' }).write('hel');
      setTimeout(() => response.destroy(), 50);
    });

    const failure = await textOf((await store.get('a')).body).catch((error: unknown) => error);

    expect(isTransientError(failure)).toBe(true);
  });

  test('silently during a download makes the body time out', async () => {
    const store = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 10, 'content-type': 'text/plain' }).write('hel');
    }, SILENCE_MS);
    const { body } = await eventually(() => store.get('a'));
    const failure = await failureOf(textOf(body));

    expect(isTransientError(failure)).toBe(true);
  });

  test('during a listing makes it time out', async () => {
    const store = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': 10 }).write('<');
    }, SILENCE_MS);

    await expect(collect(store.list())).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('with a blocked connection makes a put time out after reading little of its body', async () => {
    const store = await serveSilence();
    let produced = 0;
    const body = Readable.from(
      (function* () {
        for (; produced < 64 * MIB; produced += 65_536) yield Buffer.alloc(65_536);
      })(),
      { objectMode: false },
    );
    await expect(
      store.put('a', body, { size: 64 * MIB, contentType: 'text/plain' }),
    ).rejects.toMatchObject({ code: 'UNAVAILABLE' });

    expect(body.destroyed).toBe(true);
    // The socket buffers of both ends on one machine hold a few MB in the kernel.
    expect(produced).toBeLessThan(16 * MIB);
  });
});

// Retried, because the machine may have stalled longer than the timeout.
describe('timeouts of the store', () => {
  test('do not apply to a sender that pauses', async () => {
    const store = await serve((request, response) => {
      void hashOf(request).then(() => response.writeHead(200).end());
    }, SILENCE_MS);
    async function* pausing(): AsyncGenerator<string> {
      yield 'hello';
      await delay(4 * SILENCE_MS);
      yield ' world';
    }

    await eventually(() =>
      store.put('a', Readable.from(pausing()), { size: 11, contentType: 'text/plain' }),
    );
  });

  test('do not apply to a reader that pauses', async () => {
    const size = 16 * MIB;
    const store = await serve((_request, response) => {
      response.writeHead(200, { 'content-length': size, 'content-type': 'text/plain' });
      response.end(Buffer.alloc(size));
    }, SILENCE_MS);

    await eventually(async () => {
      const { body } = await store.get('a');
      let read = 0;
      for await (const chunk of body) {
        if (read === 0) await delay(4 * SILENCE_MS);
        read += (chunk as Buffer).length;
      }
      expect(read).toBe(size);
    });
  });
});

test('a file with fewer bytes than declared counts as missing', async () => {
  const store = await serve((request, response) => {
    if (request.url === '/outputs') return response.writeHead(200).end();
    const size = { 'content-length': 5, 'x-amz-meta-announced-size': '6' };
    return response.writeHead(200, size).end('hello');
  });

  expect(await store.head('a')).toBeNull();
  await expect(store.get('a')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(store.copy('a', 'b')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
