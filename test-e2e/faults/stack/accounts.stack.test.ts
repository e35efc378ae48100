import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect as connectByTls, TLSSocket } from 'node:tls';

import {
  kafkaAccessOf,
  type ServiceName,
  SERVICES,
  type Topic,
  TOPICS,
} from '@output-review/contracts';
import { ensureBucket, openS3Store } from '@output-review/media/s3';
import { makeAuthority } from '@output-review/native/certificates';
import { systemClock, withCaFile } from '@output-review/runtime';
import { eventually, freePort } from '@output-review/runtime/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { createClient } from 'redis';

import { readFileText, upload, uniqueText, fileOf } from '../../harness/files.ts';
import { awaitVerdict, search, submit, uniqueName } from '../../harness/outputs.ts';
import { queryOnce, runCommand, startCommand } from '../../harness/process.ts';
import { kafkaAs, settingsOf, storeAs } from '../../harness/secured-stack.ts';
import { type StackSystem, startStackSystem } from '../../harness/stack-system.ts';
import { findLost, startLoad } from '../../harness/steady-load.ts';

const GROWTH = 50;

let system: StackSystem;

beforeAll(async () => {
  system = await startStackSystem({ isSecured: true });
}, 300_000);

afterAll(() => system.stop(), 60_000);

const others = (service: ServiceName): ServiceName[] => SERVICES.filter((name) => name !== service);
const urlOf = (service: ServiceName): string => {
  const { DATABASE_URL = '', TLS_CA_FILE = null } = settingsOf(system, service);
  return withCaFile(DATABASE_URL, TLS_CA_FILE);
};

test('an output with a file is accepted, evaluated, held, decided and found', async () => {
  const reviewer = await system.signIn();
  const project = uniqueName('Accounts');
  const text = uniqueText('A letter');
  const attachments = [{ source: 'uploaded', key: await upload(system.automation, text) }];
  const given = { project, output: 'Goodbye.', requireApproval: true, attachments };
  const { id } = await submit(system.automation, given);
  await awaitVerdict(system.automation, id);

  const decided = await reviewer.patch(`/api/logs/${id}/decision`, { decision: 'approved' });

  expect(decided.status).toBe(200);
  expect(await search(reviewer, { project })).toMatchObject({
    executions: [{ id, humanDecision: 'approved' }],
  });
  const { key } = await fileOf(system.automation, id);
  expect(await readFileText(system.automation, key)).toBe(text);
});

test("the doctor reads the expiry of each server's certificate", async () => {
  const { code, stdout } = await runCommand('tools/src/doctor/main.ts', [
    ...['--json', '--data-dir', system.dataDir],
  ]);

  const { findings } = JSON.parse(stdout) as { findings: readonly unknown[] };
  expect(code).toBe(0);
  expect(findings).toContainEqual({ check: 'certificates', state: 'ok', found: '4 are valid' });
}, 60_000);

describe('Kafka', () => {
  test.each(SERVICES)('lets %s publish to its own topics only', async (service) => {
    const producer = kafkaAs(settingsOf(system, service)).producer({
      allowAutoTopicCreation: false,
      retry: { retries: 0 },
    });
    await producer.connect();
    const refused: Topic[] = [];
    for (const topic of Object.values(TOPICS)) {
      if (kafkaAccessOf(service).writes.includes(topic)) continue;
      await producer.send({ topic, messages: [{ value: '{}' }] }).catch((error: unknown) => {
        expect(String(error)).toContain('Not authorized to access topics');
        refused.push(topic);
      });
    }
    await producer.disconnect();

    const foreign = Object.values(TOPICS).filter(
      (topic) => !kafkaAccessOf(service).writes.includes(topic),
    );
    expect(refused).toEqual(foreign);
    if (service === 'media') expect(refused).toContain(TOPICS.workspacesChanged);
  });

  test('denies a service the topics and groups of others', async () => {
    const media = kafkaAs(settingsOf(system, 'media')).admin();
    const evaluator = kafkaAs(settingsOf(system, 'evaluator')).admin();
    await Promise.all([media.connect(), evaluator.connect()]);
    const topics = [TOPICS.outputsSubmitted];
    const own = { groupId: 'evaluator.outputs.submitted', topics };

    await expect(media.fetchTopicMetadata({ topics })).rejects.toThrow('Not authorized');
    await expect(evaluator.fetchTopicMetadata({ topics })).resolves.toBeDefined();
    await expect(evaluator.fetchOffsets(own)).resolves.toBeDefined();
    // kafkajs reports an unauthorized group like this.
    await expect(
      evaluator.fetchOffsets({ groupId: 'review.outputs.submitted', topics }),
    ).rejects.toThrow('Failed to find group coordinator');
    await Promise.all([media.disconnect(), evaluator.disconnect()]);
  });

  test('denies a service creating topics', async () => {
    const admin = kafkaAs(settingsOf(system, 'gateway')).admin();
    await admin.connect();
    await expect(admin.createTopics({ topics: [{ topic: 'mine' }] })).rejects.toMatchObject({
      errors: [{ type: 'TOPIC_AUTHORIZATION_FAILED' }],
    });
    await admin.disconnect();
  });

  test('refuses clients without TLS or with a wrong password', async () => {
    const settings = settingsOf(system, 'gateway');
    const plain = kafkaAs({ ...settings, KAFKA_TLS: 'false' }).admin();
    await expect(plain.connect()).rejects.toThrow('Closed connection');
    const wrong = kafkaAs({ ...settings, KAFKA_SASL_PASSWORD: 'guessed' }).admin();
    await expect(wrong.connect()).rejects.toMatchObject({ name: 'KafkaJSSASLAuthenticationError' });
    await Promise.all([plain.disconnect(), wrong.disconnect()]);
  });
});

describe('PostgreSQL', () => {
  test.each(SERVICES)('denies the role of %s the schemas of others', async (service) => {
    for (const owner of others(service)) {
      const intrusion = queryOnce(urlOf(service), `SELECT FROM ${owner}.migrations`);
      await expect(intrusion).rejects.toMatchObject({ code: '42501' });
    }
    expect(await queryOnce(urlOf(service), `SELECT FROM ${service}.migrations LIMIT 1`)).toEqual([
      {},
    ]);
  });

  test('refuses clients without TLS or with a wrong password', async () => {
    const plain = new URL(urlOf('review'));
    plain.search = '';
    await expect(queryOnce(plain.href, 'SELECT')).rejects.toThrow('no encryption');
    const wrong = new URL(urlOf('review'));
    wrong.password = 'guessed';
    await expect(queryOnce(wrong.href, 'SELECT')).rejects.toMatchObject({ code: '28P01' });
  });
});

describe('Redis', () => {
  const open = async (url: string) => {
    const ca = await readFile(settingsOf(system, 'gateway')['TLS_CA_FILE'] ?? '');
    const socket = { reconnectStrategy: false } as const;
    const client = createClient({
      ...{ url, RESP: 2 },
      socket: url.startsWith('rediss:') ? { ...socket, tls: true, ca } : socket,
    });
    client.on('error', () => {});
    return client.connect();
  };
  const url = () => settingsOf(system, 'gateway')['REDIS_URL'] ?? '';

  test('lets the gateway access the keys of its rate window only', async () => {
    const client = await open(url());
    try {
      await client.set('output-review:rate-window:test', '1');
      expect(await client.get('output-review:rate-window:test')).toBe('1');
      await expect(client.set('sessions:1', 'x')).rejects.toThrow('NOPERM');
      await expect(client.get('sessions:1')).rejects.toThrow('NOPERM');
      for (const command of [['FLUSHALL'], ['KEYS', '*'], ['CONFIG', 'GET', '*'], ['ACL', 'LIST']])
        await expect(client.sendCommand(command)).rejects.toThrow('NOPERM');
    } finally {
      client.destroy();
    }
  });

  test('refuses clients without TLS, and with a wrong or no password', async () => {
    await expect(open(url().replace('rediss:', 'redis:'))).rejects.toThrow();
    await expect(open(url().replace(/:[^:@]+@/, ':guessed@'))).rejects.toThrow('WRONGPASS');
    const { host } = new URL(url());
    const nobody = await open(`rediss://${host}`);
    await expect(nobody.get('output-review:rate-window:test')).rejects.toThrow('NOAUTH');
    nobody.destroy();
  });

  test('counts for the gateway', async () => {
    const [gateway] = system.stack.services.gateway;
    const ready = await (await fetch(`${gateway?.internalUrl ?? ''}/readyz`)).text();
    expect(JSON.parse(ready)).toMatchObject({ checks: { 'rate window': 'ok' } });
  });
});

describe('the S3 store', () => {
  const media = () => storeAs(settingsOf(system, 'media'));

  test('lets media access its own bucket only, and create none', async () => {
    const bucket = 'of-somebody-else';
    await ensureBucket({ ...media(), ...system.stack.store.access, bucket });
    const own = openS3Store({ ...media(), clock: systemClock });
    const foreign = openS3Store({ ...media(), bucket, clock: systemClock });

    await expect(own.probe()).resolves.toBeUndefined();
    await expect(foreign.probe()).rejects.toThrow(`no access to bucket ${bucket}`);
    const cause = { message: expect.stringContaining('AccessDenied') as unknown };
    await expect(foreign.delete('a/file')).rejects.toMatchObject({ code: 'UNAVAILABLE', cause });
    await expect(foreign.get('a/file')).rejects.toMatchObject({ code: 'UNAVAILABLE', cause });
    await expect(ensureBucket({ ...media(), bucket: 'of-my-own' })).rejects.toMatchObject({
      cause,
    });
    await Promise.all([own.close(), foreign.close()]);
  });

  test('refuses clients without TLS or with a wrong key', async () => {
    const endpoint = media().endpoint.replace('https:', 'http:');
    const plain = openS3Store({ ...media(), endpoint, clock: systemClock });
    await expect(plain.probe()).rejects.toThrow();
    const wrong = openS3Store({ ...media(), secretKey: 'guessed', clock: systemClock });
    await expect(wrong.probe()).rejects.toThrow('no access to bucket');
    await Promise.all([plain.close(), wrong.close()]);
  });
});

/** Starts another media process. @returns the first response of its `/readyz` that contains the text. */
async function startOtherwise(changes: Record<string, string>, text: string): Promise<string> {
  const port = await freePort();
  const settings = { ...settingsOf(system, 'media'), ...changes, INTERNAL_PORT: String(port) };
  const media = await startCommand('services/media/src/main.ts', [], settings);
  try {
    return await eventually(async () => {
      const answer = await (await fetch(`http://127.0.0.1:${port}/readyz`)).text();
      expect(answer).toContain(text);
      return answer;
    }, 60_000);
  } finally {
    media.kill('SIGKILL');
    await media.exited;
  }
}

describe('a service reports', () => {
  const UNTRUSTED = 'its certificate is not signed by a trusted CA (TLS_CA_FILE)';

  test('servers with certificates of an untrusted CA', async () => {
    const file = join(system.dataDir, 'another-ca.pem');
    await writeFile(file, (await makeAuthority('Another')).certificate);
    await startOtherwise({ TLS_CA_FILE: file }, UNTRUSTED);
    // The database uses its own CA, the others an untrusted one.
    const answer = await startOtherwise(
      { TLS_CA_FILE: file, DATABASE_URL: urlOf('media') },
      'Kafka does not answer',
    );
    expect(answer).toContain(UNTRUSTED);
  }, 200_000);

  test('a wrong password', async () => {
    const database = new URL(urlOf('media'));
    database.password = 'guessed';
    await startOtherwise({ DATABASE_URL: database.href }, 'wrong role or password');
    await startOtherwise({ KAFKA_SASL_PASSWORD: 'guessed' }, 'username or password rejected');
    await startOtherwise({ OBJECT_STORE_SECRET_KEY: 'guessed' }, 'no access to bucket');
  }, 200_000);

  test.each([
    ['topics', 'KAFKA_SASL_PASSWORD', 'username or password rejected'],
    ['bucket', 'OBJECT_STORE_SECRET_KEY', 'no access to bucket'],
  ])('a wrong password in the setup of %s, which exits with 1', async (part, name, reason) => {
    const settings = { ...settingsOf(system, 'media'), [name]: 'guessed' };
    const { code, stderr } = await runCommand('deploy/setup/src/main.ts', [part], settings);

    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(reason) });
  });
});

/** The serial numbers of the servers' current certificates. */
async function readSerials(): Promise<string[]> {
  const { kafka, redis, store } = system.stack;
  const ports = [kafka.nodes[0]!.port, redis.port, store.port];
  return Promise.all([readPostgresSerial(), ...ports.map(readSerial)]);
}

async function readSerial(port: number): Promise<string> {
  const socket = connectByTls({ host: '127.0.0.1', port, rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const { serialNumber } = socket.getPeerCertificate();
  socket.destroy();
  return serialNumber;
}

/** The connection starts unencrypted and is then upgraded to TLS. */
async function readPostgresSerial(): Promise<string> {
  const client = new Client({ connectionString: system.stack.postgres.superuserUrl });
  await client.connect();
  try {
    const { stream } = client.connection;
    if (!(stream instanceof TLSSocket)) throw new Error('PostgreSQL does not speak TLS');
    return stream.getPeerCertificate().serialNumber;
  } finally {
    await client.end();
  }
}

test('renewing certificates and replacing the CA under load loses no request', async () => {
  const project = uniqueName('Renewed');
  const { stack } = system;
  const load = startLoad({ url: system.url, token: system.token, project });
  await load.growsBy(GROWTH);

  const before = await readSerials();
  await stack.renewCertificates();
  await eventually(async () => {
    const renewed = await readSerials();
    for (const [n, serial] of renewed.entries()) expect(serial).not.toBe(before[n]);
  }, 60_000);
  await load.growsBy(GROWTH);

  await stack.authority?.replace();
  // Kafka nodes read the CAs for each other only at their start.
  await stack.kafka.stop();
  await stack.kafka.start();
  await stack.renewCertificates();
  await stack.authority?.distrustPrevious();
  await load.growsBy(GROWTH);
  // After a restart each service opens new connections.
  for (const service of others('gateway')) {
    await stack.services[service][0]?.stop();
    await stack.services[service][0]?.start();
  }
  await load.growsBy(GROWTH);
  const { accepted, wrong, broken, refused, unavailable } = await load.stop();

  expect({ wrong, broken: [...broken], refused, unavailable }).toEqual({
    ...{ wrong: [], broken: [], refused: 0, unavailable: 0 },
  });
  await eventually(
    async () => expect(await findLost(system.automation, { project, accepted })).toEqual([]),
    60_000,
  );
}, 400_000);

test('a gateway that was not restarted uses the new CA for new connections', async () => {
  const { kafka, postgres, redis } = system.stack;
  await Promise.all([kafka.kill(), postgres.kill(), redis.kill()]);
  await Promise.all([kafka.start(), postgres.start(), redis.start()]);

  const [gateway] = system.stack.services.gateway;
  await eventually(async () => {
    const ready = (await (await fetch(`${gateway?.internalUrl ?? ''}/readyz`)).json()) as object;
    expect(ready).toMatchObject({ checks: { kafka: 'ok', database: 'ok', 'rate window': 'ok' } });
  }, 60_000);
  const { id } = await submit(system.automation, { project: uniqueName('After'), output: 'a' });
  await awaitVerdict(system.automation, id, 60_000);
}, 200_000);
