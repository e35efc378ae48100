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

test('a server gets the same port at every start', async () => {
  const first = await portFor('redis', file);

  expect(await portFor('redis', file)).toBe(first);
});

test('picks another port if another process has taken it, and keeps the new one', async () => {
  const first = await portFor('redis', file);
  const other = createServer().listen(first, LOOPBACK);
  await once(other, 'listening');

  const second = await portFor('redis', file);
  other.close();
  await once(other, 'close');

  expect(second).not.toBe(first);
  expect(await portFor('redis', file)).toBe(second);
});

test('servers that start together get different ports, outside the range for clients', async () => {
  const names = Array.from({ length: 60 }, (_, n) => `server-${n}`);

  const ports = await Promise.all(names.map((name) => portFor(name, file)));

  expect(new Set(ports).size).toBe(names.length);
  expect(Math.max(...ports)).toBeLessThan(32_768);
  expect(await Promise.all(names.map((name) => portFor(name, file)))).toEqual(ports);
});

test('a truncated file is treated as missing', async () => {
  await writeFile(file, '{"redis": 2');

  const port = await portFor('redis', file);

  expect(await portFor('redis', file)).toBe(port);
});
