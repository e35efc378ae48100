import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import type { Answer } from '../client.ts';
import { type FileServer, startFileServer } from '../file-server.ts';
import { askLink, fileOf, filesOf, inBody, readFileText, uniqueText, upload } from '../files.ts';
import { uniqueName } from '../outputs.ts';
import { killService, type ServiceProcess, startProcess } from '../process.ts';
import { ADMIN, credentials, describeSystem, type System } from '../system.ts';

let dataDir: string;
let running: ServiceProcess | undefined;
let server: FileServer;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'output-review-files-'));
  server = await startFileServer();
});

afterEach(async () => {
  running?.kill('SIGINT');
  await running?.exited;
  await server[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

async function start(): Promise<{ system: System; process: ServiceProcess }> {
  const process = await startProcess({
    PORT: '0',
    DATA_DIR: dataDir,
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: 'warn',
    // The server of this test is on this machine.
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
    ...ADMIN,
  });
  running = process;
  return { process, system: describeSystem({ ...credentials(), url: process.url }) };
}

test('a submission whose files are being taken in when everything is killed can be sent again at once', async () => {
  const first = await start();
  const text = uniqueText('upload');
  const key = await upload(first.system.automation, text);
  const body = {
    ...{ project: 'Files', output: 'a' },
    attachments: [
      { source: 'uploaded', key },
      { source: 'url', url: server.url },
    ],
  };
  const headers = { 'idempotency-key': randomUUID() };
  server.answer = () => undefined;
  const lost = first.system.automation.post('/api/logs', body, { headers }).catch(() => 'lost');
  await eventually(() => expect(server.asked()).toBe(1));
  await killService(first.process, dataDir, 'all');
  expect(await lost).toBe('lost');
  server.answer = (response) => response.end('from a url');
  const { automation } = (await start()).system;

  const again = await automation.post('/api/logs', body, { headers });

  expect(again).toMatchObject({ status: 202 });
  expect(again.headers.get('idempotent-replayed')).toBeNull();
  const files = await filesOf(automation, String(again.body['id']));
  const texts = await Promise.all(files.map(({ url }) => readFileText(automation, url)));
  expect(texts).toEqual([text, 'from a url']);
  expect(await askLink(automation, key)).toMatchObject({ status: 404 });
}, 120_000);

test('kill -9 at any instant loses no file of what was answered, and leaves nothing in the way of the rest', async () => {
  const project = uniqueName('Killed');
  const sent = new Map<string, string>();
  const answered = new Set<string>();
  for (let round = 0; round < 3; round += 1) {
    const { system, process } = await start();
    const before = answered.size;
    const submitting = submitUntilGone(system, { project, round, sent, answered });
    await eventually(() => expect(answered.size).toBeGreaterThan(before), 30_000);
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 400));
    await killService(process, dataDir, 'all');
    await submitting;
  }

  const { automation } = (await start()).system;
  const open = [...sent].filter(([id]) => !answered.has(id));
  const repeats = await Promise.all(
    open.map(([id, text]) => automation.post('/api/logs', bodyOf(project, id, text))),
  );

  expect(open.length).toBeGreaterThan(0);
  expect(repeats.map(({ status }) => status)).toEqual(open.map(() => 202));
  for (const [id, text] of sent) {
    expect(await readFileText(automation, (await fileOf(automation, id)).url)).toBe(text);
  }
}, 180_000);

const bodyOf = (project: string, id: string, text: string) => ({
  ...{ project, id, output: 'a', attachments: [inBody(text)] },
});

interface Batch {
  readonly project: string;
  readonly round: number;
  /** The text of the file of each output. */
  readonly sent: Map<string, string>;
  readonly answered: Set<string>;
}

async function submitUntilGone(system: System, batch: Batch): Promise<void> {
  const { project, round, sent, answered } = batch;
  const worker = async (_: unknown, index: number): Promise<void> => {
    for (let n = 0; ; n += 1) {
      const id = `r${round}-w${index}-${n}`;
      const text = uniqueText(id);
      sent.set(id, text);
      try {
        const { status } = await system.automation.post('/api/logs', bodyOf(project, id, text));
        if (status === 202) answered.add(id);
      } catch {
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

test('a url is fetched where the operator allows it, and who is slow is given up after ten seconds', async () => {
  const { system } = await start();
  const send = (): Promise<Answer> =>
    system.automation.post('/api/logs', {
      ...{ project: 'Urls', output: 'a', attachments: [{ source: 'url', url: server.url }] },
    });

  const fetched = await send();
  server.answer = (response) => {
    response.writeHead(200, { 'content-type': 'text/plain' });
    // It never ends.
    const trickle = setInterval(() => response.write('a'), 200);
    response.once('close', () => clearInterval(trickle));
  };
  const begunAt = performance.now();
  const slow = await send();
  const took = performance.now() - begunAt;
  server.answer = (response) => response.writeHead(404).end();
  const missing = await send();

  expect(fetched).toMatchObject({ status: 202 });
  expect(await fileOf(system.automation, String(fetched.body['id']))).toMatchObject({
    ...{ filename: 'a.txt', contentType: 'text/plain', sizeBytes: 10 },
  });
  for (const answer of [slow, missing]) {
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'UNPROCESSABLE_ATTACHMENT', fields: { 'attachments.0': expect.any(String) } },
    });
  }
  expect((missing.body['fields'] as Record<string, string>)['attachments.0']).toContain('404');
  expect(took).toBeGreaterThan(9_000);
  expect(took).toBeLessThan(30_000);
}, 60_000);
