import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { text } from 'node:stream/consumers';

import { freePort, listenOnLoopback, programPath } from '@output-review/runtime/testing';
import { afterEach, expect, test } from '@jest/globals';

const MAIN = await programPath('deploy/setup/src/main.ts');

let child: ChildProcess | undefined;

afterEach(() => {
  child?.kill('SIGKILL');
});

/** Sets up the bucket with the command. */
function setUp(endpoint: string) {
  const started = spawn(process.execPath, [MAIN, 'bucket'], {
    env: {
      PATH: process.env['PATH'],
      OBJECT_STORE_ENDPOINT: endpoint,
      OBJECT_STORE_BUCKET: 'outputs',
      OBJECT_STORE_ACCESS_KEY: 'output-review',
      OBJECT_STORE_SECRET_KEY: 'guessed',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  return started;
}

const refuse: RequestListener = (_, response) => {
  response.writeHead(403, { 'content-type': 'application/xml' });
  response.end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
};

test('a rejected key is an error and is not retried', async () => {
  await using store = await listenOnLoopback(createServer(refuse));
  const endpoint = `http://127.0.0.1:${store.port}`;
  const setup = setUp(endpoint);
  const output = text(setup.stderr);
  // A wait would print its reason here and continue.
  const [waiting] = (await Promise.race([
    once(setup.stdout, 'data'),
    once(setup, 'close').then(() => ['']),
  ])) as [Buffer | string];

  expect(String(waiting)).toBe('');
  expect(setup.exitCode).toBe(1);
  expect(await output).toMatch(`no access to bucket outputs at ${endpoint}: `);
});

test('waits for an unavailable store and prints why', async () => {
  const endpoint = `http://127.0.0.1:${await freePort()}`;

  const [line] = (await once(setUp(endpoint).stdout, 'data')) as [Buffer];

  expect(String(line)).toBe(
    `waiting for the object store: the object store at ${endpoint} does not answer: connection refused\n`,
  );
});
