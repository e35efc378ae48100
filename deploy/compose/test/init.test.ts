import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { init } from '../src/init.ts';

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compose-init-'));
  path = join(folder, '.env');
});
afterEach(() => rm(folder, { recursive: true }));

const COMPOSE = new URL('../../../docker-compose.yml', import.meta.url);

async function readVariables(): Promise<Map<string, string>> {
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => /^\w+=/.test(line));
  return new Map(lines.map((line) => [line.split('=')[0]!, line.slice(line.indexOf('=') + 1)]));
}

test('the file is for its owner alone', async () => {
  await init(path);

  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('it has every variable without which docker-compose.yml does not start', async () => {
  await init(path);

  const wanted = (await readFile(COMPOSE, 'utf8')).matchAll(/\$\{(\w+):\?/g);
  const names = new Set([...wanted].map((match) => match[1]!));
  expect(names.size).toBeGreaterThan(8);
  expect([...(await readVariables()).keys()]).toEqual(expect.arrayContaining([...names]));
});

test('its other settings stand one a line, and docker-compose.yml reads each', async () => {
  await init(path);
  const text = await readFile(path, 'utf8');
  const compose = await readFile(COMPOSE, 'utf8');

  const settings = text.split('\n').filter((line) => /^# \w+=/.test(line));
  expect(settings.length).toBeGreaterThan(8);
  expect(settings.filter((line) => !/^# \w+=[^=]*$/.test(line))).toEqual([]);
  const names = settings.map((line) => /\w+/.exec(line)![0]);
  expect(names.filter((name) => !compose.includes(`\${${name}:-`))).toEqual([]);
});

test('no value needs quotes, and none is made up twice', async () => {
  await init(path);
  const values = [...(await readVariables()).values()];

  expect(values.filter((value) => !/^[\w@.+/=-]+$/.test(value))).toEqual([]);
  expect(new Set(values).size).toBe(values.length);
});

test('the sign-in is said once, the other secrets never', async () => {
  const said = await init(path);

  const variables = await readVariables();
  expect(said).toContain(variables.get('BOOTSTRAP_PASSWORD'));
  expect(said).toContain(variables.get('BOOTSTRAP_TOKEN'));
  expect(said).not.toContain(variables.get('ENCRYPTION_KEY'));
  expect(await init(path)).not.toContain(variables.get('BOOTSTRAP_PASSWORD'));
});

test('a file that is there stays as it is', async () => {
  await writeFile(path, 'ENCRYPTION_KEY=mine\n');

  expect(await init(path)).toBe(`${path} already exists and was not changed.`);

  expect(await readFile(path, 'utf8')).toBe('ENCRYPTION_KEY=mine\n');
});

test('two runs make two sets of secrets', async () => {
  await init(path);
  const first = await readVariables();
  await rm(path);
  await init(path);
  const second = await readVariables();

  const same = [...first].filter(([name, value]) => second.get(name) === value);
  expect(same.map(([name]) => name)).toEqual(['BOOTSTRAP_EMAIL']);
});
