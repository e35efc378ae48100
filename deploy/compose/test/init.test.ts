import { X509Certificate } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
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

// As v0.2.0 wrote it: before there were accounts.
const BEFORE = "ENCRYPTION_KEY=mine\nREDIS_PASSWORD='of before'\nOBJECT_STORE_SECRET_KEY=old";

test('a file of the release before keeps its text and gets the accounts that it lacks', async () => {
  await writeFile(path, BEFORE);

  expect(await init(path)).toContain('Added 7 passwords of accounts');

  const text = await readFile(path, 'utf8');
  expect(text.startsWith(`${BEFORE}\n`)).toBe(true);
  const added = [...(await readVariables()).keys()].slice(3);
  expect(added).toEqual([
    ...['KAFKA_ADMIN_PASSWORD', 'GATEWAY_KAFKA_PASSWORD', 'EVALUATOR_KAFKA_PASSWORD'],
    ...['REVIEW_KAFKA_PASSWORD', 'INSTRUCTIONS_KAFKA_PASSWORD', 'MEDIA_KAFKA_PASSWORD'],
    'MEDIA_OBJECT_STORE_SECRET_KEY',
  ]);
  expect(await init(path)).toContain(`${path} was not changed.`);
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('a file that lacks a secret of before is refused, and nothing is changed', async () => {
  await writeFile(path, 'REDIS_PASSWORD=mine\n');

  await expect(init(path)).rejects.toThrow('has no OBJECT_STORE_SECRET_KEY');

  expect(await readFile(path, 'utf8')).toBe('REDIS_PASSWORD=mine\n');
  expect(await readdir(folder)).toEqual(['.env']);
});

const serverFile = (name: string): Promise<string> =>
  readFile(join(folder, '.compose', name), 'utf8');

async function modeOf(name: string): Promise<string> {
  return ((await stat(join(folder, '.compose', name))).mode & 0o777).toString(8);
}

test('nobody but the owner gets at the files of the servers, and in a container everybody', async () => {
  await init(path);

  expect(await modeOf('')).toBe('700');
  expect(await modeOf('authority.json')).toBe('600');
  for (const name of ['ca', 'postgres', 'kafka', 'valkey', 'objects']) {
    expect(await modeOf(name)).toBe('755');
    for (const file of await readdir(join(folder, '.compose', name)))
      expect(await modeOf(join(name, file))).toBe('644');
  }
});

test('rights that were changed are repaired, of a file too whose text stays', async () => {
  await init(path);
  const set = { ca: '700', 'ca/ca.pem': '600', 'authority.json': '644' };
  for (const [name, mode] of Object.entries(set))
    await chmod(join(folder, '.compose', name), Number.parseInt(mode, 8));

  await init(path);

  expect(await Promise.all(Object.keys(set).map(modeOf))).toEqual(['755', '644', '600']);
});

test('servers have certificates for their names, by a CA that stays when they are renewed', async () => {
  await init(path);
  const ca = await serverFile('ca/ca.pem');
  const read = async (file: string) => new X509Certificate(await serverFile(file));
  const FILES = ['postgres/server.crt', 'kafka/server.pem', 'valkey/server.crt'];
  const before = await Promise.all([...FILES, 'objects/server.crt'].map(read));
  expect(await init(path)).toContain('renewed');

  expect(await serverFile('ca/ca.pem')).toBe(ca);
  for (const [n, file] of [...FILES, 'objects/server.crt'].entries()) {
    const certificate = await read(file);
    expect(certificate.verify(new X509Certificate(ca).publicKey)).toBe(true);
    expect(certificate.checkHost(file.split('/')[0]!)).toBeDefined();
    expect(certificate.serialNumber).not.toBe(before[n]!.serialNumber);
  }
});

test('where the CA was lost, another is made, and it is said that all have to start anew', async () => {
  await init(path);
  await rm(join(folder, '.compose'), { recursive: true });

  expect(await init(path)).toContain('docker compose up --wait --force-recreate');
});

test.each(['kafka/server.pem', 'ca/ca.pem'])(
  'where a run made another CA and was interrupted at %s, the next one says so too',
  async (name) => {
    await init(path);
    await rm(join(folder, '.compose', 'authority.json'));
    // A folder where the file belongs: it cannot be written.
    await rm(join(folder, '.compose', name));
    await mkdir(join(folder, '.compose', name));
    await expect(init(path)).rejects.toThrow('EISDIR');
    await rm(join(folder, '.compose', name), { recursive: true });

    expect(await init(path)).toContain('docker compose up --wait --force-recreate');
    expect(await init(path)).toContain('docker compose restart');
  },
);

test('Valkey knows the gateway alone, and the object store lets media at one bucket', async () => {
  await init(path);
  const variables = await readVariables();

  const users = (await serverFile('valkey/users.acl')).split('\n');
  expect(users).toEqual(['user default off', expect.stringMatching(/^user gateway on #/), '']);
  const { identities } = JSON.parse(await serverFile('objects/users.json')) as {
    identities: unknown[];
  };
  const [secretKey, own] = [variables.get('MEDIA_OBJECT_STORE_SECRET_KEY'), 'output-review'];
  expect(identities[1]).toEqual({
    name: 'media',
    credentials: [{ accessKey: 'media', secretKey }],
    actions: [`Read:${own}`, `Write:${own}`, `List:${own}`, `Tagging:${own}`],
  });
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
