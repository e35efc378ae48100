import { randomUUID } from 'node:crypto';

import { eventually } from '@output-review/runtime/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';

import { type Client, makeClient } from '../harness/client.ts';
import { type FileServer, startFileServer } from '../harness/file-server.ts';
import {
  askLink,
  fileOf,
  filesOf,
  inBody,
  readFileText,
  uniqueText,
  upload,
} from '../harness/files.ts';
import { awaitVerdict, uniqueName } from '../harness/outputs.ts';
import { databaseOf, queryOnce } from '../harness/process.ts';
import { type StackSystem, startStackSystem } from '../harness/stack-system.ts';

// Source: the guarantee of the flow about a server that comes back.
const RECOVERED_MS_MAX = 15_000;

let system: StackSystem;
let server: FileServer;
const project = uniqueName('Files');

beforeAll(async () => {
  server = await startFileServer();
  system = await startStackSystem({
    replicas: { gateway: 2 },
    // Allows the server of this test on loopback.
    env: { EGRESS_ALLOW_CIDRS: '127.0.0.0/8' },
  });
}, 300_000);

afterAll(async () => {
  await system.stop();
  await server[Symbol.asyncDispose]();
}, 60_000);

beforeEach(() => {
  server.answer = (response) => response.end('from a url');
});

const bodyOf = (id: string, ...attachments: object[]) => ({
  project,
  id,
  output: 'a',
  attachments,
});
const newOutput = (what: string): string => `${what}-${randomUUID()}`;

/** Expects that the output does not exist and no storage is used by it. */
async function expectNothingDone(admin: Client, id: string, mediaBytes: number): Promise<void> {
  expect(await system.automation.get(`/api/logs/${id}`)).toMatchObject({ status: 404 });
  expect(await usedBytes(admin)).toBe(mediaBytes);
}

async function usedBytes(admin: Client): Promise<number> {
  const { body } = await admin.get('/api/settings');
  return (body['usage'] as { mediaBytes: number }).mediaBytes;
}

test.each<[string, () => { kill(): Promise<void>; start(): Promise<void> } | undefined]>([
  ['the media service', () => system.stack.services.media[0]],
  ['its store', () => system.stack.store],
])(
  'without %s submissions with files are refused with 503 and undone, and all others are accepted',
  async (what, find) => {
    const admin = await system.signIn();
    const { automation } = system;
    const before = await usedBytes(admin);
    const away = find();
    const [id, text] = [newOutput('away'), uniqueText(what)];
    await away?.kill();

    const refused = await automation.post('/api/logs', bodyOf(id, inBody(text)));
    const without = await automation.post('/api/logs', { project, output: 'a' });
    await away?.start();

    expect(refused).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(refused.headers.get('retry-after')).not.toBeNull();
    expect(without).toMatchObject({ status: 202 });
    await eventually(() => expectNothingDone(admin, id, before), RECOVERED_MS_MAX);
    await eventually(async () => {
      const again = await automation.post('/api/logs', bodyOf(id, inBody(text)));
      expect(again).toMatchObject({ status: 202, body: { id } });
    }, RECOVERED_MS_MAX);
    expect(await readFileText(automation, (await fileOf(automation, id)).url)).toBe(text);
  },
  120_000,
);

test('an attempt of a killed gateway can be taken over when its lease expires, without losing uploads', async () => {
  const [first, second] = system.stack.services.gateway;
  const other = makeClient(second?.publicUrl ?? '', { authorization: `Bearer ${system.token}` });
  const text = uniqueText('upload');
  const uploaded = await upload(system.automation, text);
  const files = [
    { source: 'uploaded', key: uploaded },
    { source: 'url', url: server.url },
  ];
  const body = { project, output: 'a', attachments: files };
  const headers = { 'idempotency-key': randomUUID() };
  const askedBefore = server.asked();
  server.answer = () => undefined;
  const lost = system.automation.post('/api/logs', body, { headers }).catch(() => 'lost');
  await eventually(() => expect(server.asked()).toBe(askedBefore + 1), 10_000);
  await first?.kill();
  expect(await lost).toBe('lost');
  server.answer = (response) => response.end('from a url');

  const early = await other.post('/api/logs', body, { headers });
  await endReservations();
  // Media may still fetch the files of the first attempt, whose URL does not respond.
  const again = await eventually(async () => {
    const answer = await other.post('/api/logs', body, { headers });
    expect(answer.status).toBe(202);
    return answer;
  }, 30_000);
  await first?.start();

  expect(early).toMatchObject({ status: 409, body: { code: 'IDEMPOTENCY_IN_FLIGHT' } });
  const taken = await filesOf(other, String(again.body['id']));
  const texts = await Promise.all(taken.map(({ url }) => readFileText(other, url)));
  expect(texts).toEqual([text, 'from a url']);
  expect(await askLink(other, uploaded)).toMatchObject({ status: 404 });
}, 120_000);

/** Expires the reservations, as a minute would. */
async function endReservations(): Promise<void> {
  const url = databaseOf(system.stack.postgres.superuserUrl);
  await queryOnce(url, 'UPDATE gateway.file_reservations SET lease_until = now()');
}

test('without Kafka files can be stored, read and deleted, and outputs are consistent when it is back', async () => {
  const admin = await system.signIn();
  const { automation } = system;
  const texts = new Map(['kept', 'gone'].map((what) => [newOutput(what), uniqueText(what)]));
  const [[kept] = [''], [gone] = ['']] = [...texts];
  await system.stack.kafka.kill();

  for (const [id, text] of texts) {
    const answer = await automation.post('/api/logs', bodyOf(id, inBody(text)));
    expect(answer.status).toBe(202);
    expect(await readFileText(automation, (await fileOf(automation, id)).url)).toBe(text);
  }
  const { url } = await fileOf(automation, gone);
  expect(await admin.delete(`/api/logs/${gone}`)).toMatchObject({ status: 200 });
  expect(await askLink(automation, url)).toMatchObject({ status: 404 });
  await system.stack.kafka.start();

  await awaitVerdict(automation, kept, 120_000);
  expect(await readFileText(automation, (await fileOf(automation, kept)).url)).toBe(
    texts.get(kept),
  );
  expect(await automation.get(`/api/logs/${gone}`)).toMatchObject({ status: 404 });
}, 240_000);
