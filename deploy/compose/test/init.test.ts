import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { programPath } from '@output-review/runtime/testing';

import { init } from '../src/init.ts';

const MAIN = await programPath('deploy/compose/src/main.ts');

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

/** The names of the variables that docker-compose.yml requires. */
async function readRequired(): Promise<string[]> {
  const wanted = (await readFile(COMPOSE, 'utf8')).matchAll(/\$\{(\w+):\?/g);
  return [...new Set([...wanted].map((match) => match[1]!))];
}

test('only the owner can read the file', async () => {
  await init(path);

  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('contains every variable that docker-compose.yml requires', async () => {
  await init(path);

  const names = await readRequired();
  expect(names.length).toBeGreaterThan(8);
  expect([...(await readVariables()).keys()]).toEqual(expect.arrayContaining(names));
});

test('lists its other settings one per line, and docker-compose.yml reads each', async () => {
  await init(path);
  const text = await readFile(path, 'utf8');
  const compose = await readFile(COMPOSE, 'utf8');

  const settings = text.split('\n').filter((line) => /^# \w+=/.test(line));
  expect(settings.length).toBeGreaterThan(8);
  expect(settings.filter((line) => !/^# \w+=[^=]*$/.test(line))).toEqual([]);
  const names = settings.map((line) => /\w+/.exec(line)![0]);
  expect(names.filter((name) => !compose.includes(`\${${name}:-`))).toEqual([]);
});

test('no value needs quotes, and all are different', async () => {
  await init(path);
  const values = [...(await readVariables()).values()];

  expect(values.filter((value) => !/^[\w@.+/=-]+$/.test(value))).toEqual([]);
  expect(new Set(values).size).toBe(values.length);
});

test('prints the sign-in once and the other secrets never', async () => {
  const output = await init(path);

  const variables = await readVariables();
  expect(output).toContain(variables.get('BOOTSTRAP_PASSWORD'));
  expect(output).toContain(variables.get('BOOTSTRAP_TOKEN'));
  expect(output).not.toContain(variables.get('ENCRYPTION_KEY'));
  expect(await init(path)).not.toContain(variables.get('BOOTSTRAP_PASSWORD'));
});

// As written by v0.2.0, without the sign-in, before accounts existed.
const BEFORE = `ASSERTION_PRIVATE_KEY=a
ASSERTION_PUBLIC_KEY=b
OPERATOR_PRIVATE_KEY=c
OPERATOR_PUBLIC_KEY=d
ENCRYPTION_KEY=mine
AUDIT_KEY=e
POSTGRES_PASSWORD=f
GATEWAY_DATABASE_PASSWORD=g
EVALUATOR_DATABASE_PASSWORD=h
REVIEW_DATABASE_PASSWORD=i
INSTRUCTIONS_DATABASE_PASSWORD=j
MEDIA_DATABASE_PASSWORD=k
REDIS_PASSWORD='of before'
OBJECT_STORE_SECRET_KEY=old`;

test('a file of the previous release keeps its text and gets the missing accounts', async () => {
  await writeFile(path, BEFORE);

  expect(await init(path)).toContain('Added 7 account passwords');

  const text = await readFile(path, 'utf8');
  expect(text.startsWith(`${BEFORE}\n`)).toBe(true);
  const added = [...(await readVariables()).keys()].slice(BEFORE.split('\n').length);
  expect(added).toEqual([
    ...['KAFKA_ADMIN_PASSWORD', 'GATEWAY_KAFKA_PASSWORD', 'EVALUATOR_KAFKA_PASSWORD'],
    ...['REVIEW_KAFKA_PASSWORD', 'INSTRUCTIONS_KAFKA_PASSWORD', 'MEDIA_KAFKA_PASSWORD'],
    'MEDIA_OBJECT_STORE_SECRET_KEY',
  ]);
  expect(await init(path)).toContain(`${path} was not changed.`);
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('a file without some earlier secrets is refused with their names and stays unchanged', async () => {
  const names = [...BEFORE.matchAll(/^\w+(?==)/gm)].map(([name]) => name);
  const required = (await readRequired()).filter((name) => names.includes(name));
  for (const kept of required) {
    await writeFile(path, `${kept}=mine\n`);

    const missing = required.filter((name) => name !== kept);
    const failure = await init(path).catch(String);
    expect(missing.filter((name) => !failure.includes(name))).toEqual([]);
    expect(await readFile(path, 'utf8')).toBe(`${kept}=mine\n`);
    expect(await readdir(folder)).toEqual(['.env']);
  }
});

test('a file without the encryption key is refused with one sentence, without a stack trace', async () => {
  const text = BEFORE.replace('ENCRYPTION_KEY=mine', 'ENCRYPTION_KEY=');
  await writeFile(path, text);

  const failure: unknown = await promisify(execFile)(process.execPath, [MAIN], {
    cwd: folder,
  }).catch((error: unknown) => error);

  expect(failure).toMatchObject({
    ...{ code: 1, stdout: '' },
    stderr: expect.stringMatching(/^[^\n]*but no ENCRYPTION_KEY\. [^\n]*\n$/),
  });
  expect(await readFile(path, 'utf8')).toBe(text);
});

test('a file with only settings keeps them and gets all secrets', async () => {
  const settings = 'PORT=9000\nBOOTSTRAP_EMAIL=me@example.com';
  await writeFile(path, settings);

  const output = await init(path);

  const variables = await readVariables();
  const text = await readFile(path, 'utf8');
  expect(text.startsWith(`${settings}\n`)).toBe(true);
  expect(text.match(/^BOOTSTRAP_EMAIL=/gm)).toHaveLength(1);
  expect([...variables.keys()]).toEqual(expect.arrayContaining(await readRequired()));
  expect(output).toContain('sign in   me@example.com');
  expect(output).toContain(variables.get('BOOTSTRAP_PASSWORD'));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await serverFile('valkey/users.acl')).toContain('user gateway on #');
  expect(await init(path)).toContain(`${path} was not changed.`);
});

const serverFile = (name: string): Promise<string> =>
  readFile(join(folder, '.compose', name), 'utf8');

async function modeOf(name: string): Promise<string> {
  return ((await stat(join(folder, '.compose', name))).mode & 0o777).toString(8);
}

test('only the owner can access the server files on the host, but everyone can in a container', async () => {
  await init(path);

  expect(await modeOf('')).toBe('700');
  expect(await modeOf('authority.json')).toBe('600');
  for (const name of ['ca', 'postgres', 'kafka', 'valkey', 'objects']) {
    expect(await modeOf(name)).toBe('755');
    for (const file of await readdir(join(folder, '.compose', name)))
      expect(await modeOf(join(name, file))).toBe('644');
  }
});

test('repairs changed permissions, even of a file whose text is unchanged', async () => {
  await init(path);
  const set = { ca: '700', 'ca/ca.pem': '600', 'authority.json': '644' };
  for (const [name, mode] of Object.entries(set))
    await chmod(join(folder, '.compose', name), Number.parseInt(mode, 8));

  await init(path);

  expect(await Promise.all(Object.keys(set).map(modeOf))).toEqual(['755', '644', '600']);
});

test('servers have certificates for their names, and renewing them keeps the CA', async () => {
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

test('creates a new CA if it was lost, and says that all containers must be recreated', async () => {
  await init(path);
  await rm(join(folder, '.compose'), { recursive: true });

  expect(await init(path)).toContain('docker compose up --wait --force-recreate');
});

test.each(['kafka/server.pem', 'ca/ca.pem'])(
  'if a run creates a new CA and is interrupted at %s, the next run also reports the new CA',
  async (name) => {
    await init(path);
    await rm(join(folder, '.compose', 'authority.json'));
    // A folder in place of the file makes writing fail.
    await rm(join(folder, '.compose', name));
    await mkdir(join(folder, '.compose', name));
    await expect(init(path)).rejects.toThrow('EISDIR');
    await rm(join(folder, '.compose', name), { recursive: true });

    expect(await init(path)).toContain('docker compose up --wait --force-recreate');
    expect(await init(path)).toContain('docker compose restart');
  },
);

test('Valkey has only the gateway as a user, and the object store allows media one bucket', async () => {
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

test('two runs generate different secrets', async () => {
  await init(path);
  const first = await readVariables();
  await rm(path);
  await init(path);
  const second = await readVariables();

  const same = [...first].filter(([name, value]) => second.get(name) === value);
  expect(same.map(([name]) => name)).toEqual(['BOOTSTRAP_EMAIL']);
});

test('an argument is refused, and nothing is written', async () => {
  const run = promisify(execFile)(process.execPath, [MAIN, '--help'], { cwd: folder });

  await expect(run).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--help: it takes no arguments.'),
  });
  expect(await readdir(folder)).toEqual([]);
});
