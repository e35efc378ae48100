import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import type { Client, JsonObject } from '../harness/client.ts';
import { makeDataDir } from '../harness/data-dir.ts';
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
import { awaitVerdict, search, uniqueName } from '../harness/outputs.ts';
import { killService } from '../harness/process.ts';
import {
  type ProcessSystem,
  startEmbeddedOn,
  startProcessOn,
  type System,
} from '../harness/system.ts';

// Allows the servers of this test on loopback.
const SETTINGS = { EGRESS_ALLOW_CIDRS: '127.0.0.0/8' };

/** Submissions before the kill of all processes, and before the kill of Node alone. */
const ROUNDS = ['all', 'node'] as const;

let dataDir: string;
let running: System | undefined;
let server: FileServer;

const project = uniqueName('Killed');
/** The text of the file of each output. Outputs without a response may or may not exist. */
const sent = new Map<string, string>();
const answered = new Set<string>();
/** When the outputs answered before the first kill were evaluated, as read after it. */
const evaluatedAt = new Map<string, string>();
/** A submission whose file is being fetched when everything is killed. */
let waiting: { readonly key: string; readonly text: string; readonly body: JsonObject };
const headers = { 'idempotency-key': randomUUID() };

beforeAll(async () => {
  dataDir = await makeDataDir();
  server = await startFileServer();

  const first = await start();
  waiting = await prepareSubmission(first.automation);
  server.answer = () => undefined;
  let lost: Promise<unknown> | undefined;
  // Right before the kill, because a fetch is given up after ten seconds.
  await killUnderLoad(first, 'all', async () => {
    lost = first.automation.post('/api/logs', waiting.body, { headers }).catch(() => 'lost');
    await eventually(() => expect(server.asked()).toBe(1));
  });
  expect(await lost).toBe('lost');

  const second = await start();
  for (const id of answered) evaluatedAt.set(id, await timeOfEvaluation(second, id));
  await killUnderLoad(second, 'node');

  server.answer = (response) => response.end('from a url');
  running = await startEmbeddedOn(dataDir, SETTINGS);
}, 180_000);

afterAll(async () => {
  await running?.stop();
  await server[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

const now = (): System => running!;

test('kill -9 of all processes, and of Node alone, loses no accepted output', async () => {
  for (const round of ROUNDS) expect([...answered].join()).toContain(round);
  for (const id of answered) {
    const { body } = await awaitVerdict(now().automation, id, 60_000);
    expect(body).toMatchObject({ id, status: 'pass', verdict: 'pass' });
    expect(await readFileText(now().automation, (await fileOf(now().automation, id)).url)).toBe(
      sent.get(id),
    );
  }
  // Outputs in flight may or may not exist, but none is incomplete.
  const found = await search(now().automation, { project });
  expect(Number(found['total'])).toBeGreaterThanOrEqual(answered.size);
  expect(found['summary']).toMatchObject({ successRate: 1, pendingReviews: 0 });
});

test('nothing is evaluated twice', async () => {
  expect(evaluatedAt.size).toBeGreaterThan(0);
  for (const id of answered) {
    // A second evaluation after a restart would have another time.
    const at = await timeOfEvaluation(now(), id);
    expect(at).toBe(evaluatedAt.get(id) ?? at);
  }
});

test('unanswered submissions can be sent again with their files', async () => {
  const { automation } = now();
  const open = [...sent].filter(([id]) => !answered.has(id));

  const repeats = await Promise.all(
    open.map(([id, text]) => automation.post('/api/logs', bodyOf(id, text))),
  );

  for (const round of ROUNDS) expect(open.join()).toContain(round);
  expect(repeats.map(({ status }) => status)).toEqual(open.map(([id]) => (isSync(id) ? 200 : 202)));
  for (const [id, text] of open) {
    expect(await readFileText(automation, (await fileOf(automation, id)).url)).toBe(text);
  }
});

test('a submission whose files were being stored when everything was killed can be sent again', async () => {
  const { automation } = now();
  const { key, text, body } = waiting;

  const again = await automation.post('/api/logs', body, { headers });

  expect(again).toMatchObject({ status: 202 });
  expect(again.headers.get('idempotent-replayed')).toBeNull();
  const files = await filesOf(automation, String(again.body['id']));
  const texts = await Promise.all(files.map(({ url }) => readFileText(automation, url)));
  expect(texts).toEqual([text, 'from a url']);
  expect(await askLink(automation, key)).toMatchObject({ status: 404 });
});

async function start(): Promise<ProcessSystem> {
  const system = await startProcessOn(dataDir, SETTINGS);
  running = system;
  return system;
}

async function prepareSubmission(automation: Client): Promise<typeof waiting> {
  const text = uniqueText('upload');
  const key = await upload(automation, text);
  const attachments = [
    { source: 'uploaded', key },
    { source: 'url', url: server.url },
  ];
  return { key, text, body: { project: 'Files', output: 'a', attachments } };
}

async function timeOfEvaluation(system: System, id: string): Promise<string> {
  await awaitVerdict(system.automation, id, 60_000);
  const { body } = await system.automation.get(`/api/logs/${id}/timeline`);
  const events = body['events'] as { stage: string; at: string }[];
  const evaluated = events.filter(({ stage }) => stage === 'evaluated');
  expect(evaluated).toHaveLength(1);
  return evaluated[0]!.at;
}

const isSync = (id: string): boolean => id.endsWith('0');

const bodyOf = (id: string, text: string): JsonObject => ({
  ...{ project, id, output: 'a', sync: isSync(id), attachments: [inBody(text)] },
});

const CONNECTIONS = 8;
// By then each connection has had responses, and later steps of the outputs are in flight.
const ANSWERS_BEFORE_KILL = 3 * CONNECTIONS;

/** Submits from several connections without pause, and kills the system meanwhile. */
async function killUnderLoad(
  system: ProcessSystem,
  what: (typeof ROUNDS)[number],
  beforeKill = async (): Promise<void> => {},
): Promise<void> {
  const wanted = answered.size + ANSWERS_BEFORE_KILL;
  const worker = async (_: unknown, index: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const id = `${what}-w${index}-${n}`;
      const text = uniqueText(id);
      sent.set(id, text);
      try {
        const { status } = await system.automation.post('/api/logs', bodyOf(id, text));
        if (status === 200 || status === 202) answered.add(id);
      } catch {
        return;
      }
    }
  };
  const submitting = Promise.all(Array.from({ length: CONNECTIONS }, worker));
  await eventually(() => expect(answered.size).toBeGreaterThanOrEqual(wanted), 60_000);
  await beforeKill();
  await killService(system.process, dataDir, what);
  await submitting;
}
