import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { LOOPBACK, portFor } from '../src/daemons/ports.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'output-review-ports-'));
  file = join(folder, 'ports.json');
});

afterEach(() => rm(folder, { recursive: true }));

test('a server has the same port at every start', async () => {
  const first = await portFor('redis', file);

  expect(await portFor('redis', file)).toBe(first);
});

test('where somebody else has it by now, it is another one, and that one stays', async () => {
  const first = await portFor('redis', file);
  const other = createServer().listen(first, LOOPBACK);
  await once(other, 'listening');

  const second = await portFor('redis', file);
  other.close();
  await once(other, 'close');

  expect(second).not.toBe(first);
  expect(await portFor('redis', file)).toBe(second);
});

test('servers that start together have different ones, none of which a client can be given', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `server-${n}`);

  const ports = await Promise.all(names.map((name) => portFor(name, file)));

  expect(new Set(ports).size).toBe(names.length);
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(await Promise.all(names.map((name) => portFor(name, file)))).toEqual(ports);
});

test('a file that was cut short is as good as none', async () => {
  await writeFile(file, '{"redis": 2');

  const port = await portFor('redis', file);

  expect(await portFor('redis', file)).toBe(port);
});
