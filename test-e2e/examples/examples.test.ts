import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { type Client, type JsonObject, signIn } from '../harness/client.ts';
import { uniqueName } from '../harness/outputs.ts';
import { newAddress, signUp } from '../harness/people.ts';
import { startEmbeddedSystem, type System } from '../harness/system.ts';
import {
  type Access,
  listExamples,
  type Running,
  startExample,
  startRunner,
} from './start-example.ts';
import { rotateWebhookSecret } from './webhook-secret.ts';

let system: System;
const running: Running[] = [];

beforeAll(async () => {
  system = await startEmbeddedSystem({ SIGN_UP: 'open', EGRESS_ALLOW_CIDRS: '127.0.0.1/32' });
});

// Kills examples that still wait, which would never exit.
afterEach(() => running.splice(0).forEach(({ kill }) => kill()));

afterAll(() => system.stop());

/** Creates a separate workspace. */
async function openWorkspace() {
  const workspaceName = uniqueName('Examples');
  const admin = await signUp(system, { email: newAddress('Ada'), workspaceName });
  const { body } = await admin.post('/api/settings/rotate-token');
  const access: Access = {
    URL: system.url,
    TOKEN: String(body['webhookToken']),
    WEBHOOK_SECRET: await rotateWebhookSecret(admin),
  };
  return { admin, access };
}

/** Starts an example and waits until it waits for a decision. */
async function startWaiting(name: string, more: Partial<Access> = {}) {
  const { admin, access } = await openWorkspace();
  const example = startExample(name, { ...access, ...more });
  running.push(example);
  return { admin, example, path: await waitingPath(admin, example.exited) };
}

/** The path of the output waiting in the queue. */
async function waitingPath(admin: Client, exited: Promise<unknown>): Promise<string> {
  let ending: unknown;
  void exited.then((how) => (ending = how));
  return eventually(async () => {
    const { body } = await admin.get('/api/logs?pending=true');
    const [found] = body['executions'] as { readonly id: string }[];
    if (!found) throw new Error(`No output is waiting: ${JSON.stringify(ending)}`);
    return `/api/logs/${found.id}`;
  }, 30_000);
}

async function decide(admin: Client, path: string, decision: JsonObject): Promise<void> {
  expect(await admin.patch(`${path}/decision`, decision)).toMatchObject({ status: 200 });
}

/** It may come after the first start of a service, which creates everything. */
async function firstLine({ lines }: Running): Promise<string> {
  return eventually(() => {
    expect(lines).not.toEqual([]);
    return lines[0] ?? '';
  }, 90_000);
}

/** The params of each run of the function. */
function ranWith(lines: readonly string[]): unknown[] {
  const start = 'Refunding ';
  return lines
    .filter((line) => line.startsWith(start))
    .map((line): unknown => JSON.parse(line.slice(start.length)));
}

const PROPOSED = { order: 'A-17', amount: 40 };
const CORRECTED = { order: 'A-17', amount: 30 };
const APPROVED = { decision: 'approved' };
const CHANGED = { decision: 'changed', correctedAction: { params: CORRECTED } };
const REJECTED = { decision: 'rejected', comment: 'Too much.' };
const REDO = { decision: 'changed', comment: 'Ask Bob.' };

const AGENTS = ['langgraph', 'openai-agents', 'vercel-ai-sdk'];
const PROGRAMS = [...AGENTS, 'resume-url'];

test('all examples are tested', () => {
  expect(listExamples()).toEqual(['curl', ...PROGRAMS].sort());
});

test.each([...PROGRAMS, 'curl'])('%s runs once a person has approved it', async (name) => {
  const { admin, example, path } = await startWaiting(name);
  expect(ranWith(example.lines)).toEqual([]);
  expect((await admin.get(path)).body['action']).toEqual({
    ...{ name: 'refund', summary: 'Refund 40 EUR for order A-17', params: PROPOSED },
  });

  await decide(admin, path, APPROVED);

  expect(await example.exited).toEqual({ code: 0, stderr: '' });
  expect(ranWith(example.lines)).toEqual([PROPOSED]);
});

test.each(PROGRAMS)('%s runs once, with the params that a person corrected', async (name) => {
  const { admin, example, path } = await startWaiting(name);

  await decide(admin, path, CHANGED);

  expect(await example.exited).toEqual({ code: 0, stderr: '' });
  expect(ranWith(example.lines)).toEqual([CORRECTED]);
  // The model sees what was done, not what it proposed.
  const toolResult = 'The tool said: Refunded 30 EUR for order A-17.';
  expect(example.lines.filter((line) => line.startsWith('The tool'))).toEqual(
    AGENTS.includes(name) ? [toolResult] : [],
  );
});

test('curl prints the params that a person corrected, and runs nothing else', async () => {
  const { admin, example, path } = await startWaiting('curl');
  // Contains a key and value like the status of an approval.
  const params = { ...CORRECTED, humanDecision: 'approved' };

  await decide(admin, path, { ...CHANGED, correctedAction: { params } });

  expect(await example.exited).toEqual({ code: 0, stderr: '' });
  expect(ranWith(example.lines)).toEqual([]);
  const printed = example.lines.at(-1) ?? '';
  expect(printed).toMatch(/^Run it with the params of correctedAction: \{/);
  const status: unknown = JSON.parse(printed.slice(printed.indexOf('{')));
  expect(status).toMatchObject({ correctedAction: { params } });
});

const REFUSALS = [
  ['rejects', REJECTED],
  ['wants redone', REDO],
] as const;
const REFUSED = [...PROGRAMS, 'curl'].flatMap((name) =>
  REFUSALS.map(([what, decision]) => ({ name, what, decision })),
);

test.each(REFUSED)('$name does not run what a person $what', async ({ name, decision }) => {
  const { admin, example, path } = await startWaiting(name);

  await decide(admin, path, decision);

  expect(await example.exited).toEqual({ code: name === 'curl' ? 1 : 0, stderr: '' });
  expect(ranWith(example.lines)).toEqual([]);
  // The comment reaches the model, or the person who reads the output of the program.
  expect(example.lines.at(-1)).toContain(decision.comment);
});

test('langgraph runs each of two calls in one message once', async () => {
  const question = { QUESTION: 'Orders A-17 and B-18 arrived broken. Refund them.' };
  const { admin, example, path } = await startWaiting('langgraph', question);

  await decide(admin, path, APPROVED);
  await decide(admin, await waitingPath(admin, example.exited), APPROVED);

  expect(await example.exited).toEqual({ code: 0, stderr: '' });
  const both = [PROPOSED, { ...PROPOSED, order: 'B-18' }];
  expect(ranWith(example.lines)).toEqual(both);
});

test('resume-url continues only on a signed call, and only once', async () => {
  const { admin, example, path } = await startWaiting('resume-url');
  const resumeUrl = (await firstLine(example)).replace('Waiting at ', '');
  const post = (url: string) =>
    fetch(url, { method: 'POST', body: JSON.stringify({ event: 'approved' }) });

  const forged = await post(resumeUrl);
  const elsewhere = await post(new URL('/webhook-waiting/1', resumeUrl).href);

  expect([forged.status, elsewhere.status]).toEqual([401, 404]);
  expect(ranWith(example.lines)).toEqual([]);
  await decide(admin, path, APPROVED);
  expect(await example.exited).toEqual({ code: 0, stderr: '' });
  expect(ranWith(example.lines)).toEqual([PROPOSED]);
});

test('npm run example starts a service and shows where to decide', async () => {
  const example = startRunner('vercel-ai-sdk', null);
  running.push(example);
  const line = await firstLine(example);
  const [, url = '', email = '', password = ''] =
    /^Decide at (\S+) \(sign in as (\S+), password: (.+)\)$/.exec(line) ?? [];
  const admin = await signIn(url, email, password);

  await decide(admin, await waitingPath(admin, example.exited), APPROVED);

  expect(await example.exited).toEqual({ code: 0, stderr: '' });
  expect(ranWith(example.lines)).toEqual([PROPOSED]);
}, 120_000);

test('npm run example uses an existing service', async () => {
  const { admin, access } = await openWorkspace();
  const example = startRunner('resume-url', access);
  running.push(example);

  await decide(admin, await waitingPath(admin, example.exited), APPROVED);

  expect(await example.exited).toEqual({ code: 0, stderr: '' });
  expect(example.lines[0]).toMatch(/^Waiting at /);
  expect(ranWith(example.lines)).toEqual([PROPOSED]);
});

test('npm run example lists the examples', async () => {
  const { exited } = startRunner('none', null);

  const { code, stderr } = await exited;

  expect(code).toBe(1);
  expect(stderr).toContain(listExamples().join(', '));
});
