import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from '@jest/globals';

import type { Answer, Client } from '../harness/client.ts';
import { makeDataDir } from '../harness/data-dir.ts';
import { JUDGE_RULE, type JudgeServer, startJudgeServer } from '../harness/judge-server.ts';
import { submit, uniqueName } from '../harness/outputs.ts';
import { type ProcessSystem, startProcessOn } from '../harness/system.ts';

const OPERATORS_KEY = 'sk-operator-0123456789';
const OWN_KEY = 'sk-workspace-0123456789';

let operators: JudgeServer;
let own: JudgeServer;
/** The server to which a malicious admin redirects calls. */
let elsewhere: JudgeServer;
let dataDir: string;
let system: ProcessSystem;
let admin: Client;
const answers: Answer[] = [];

beforeAll(async () => {
  const judges = Array.from({ length: 3 }, () => startJudgeServer({ takesMs: 1 }));
  [operators, own, elsewhere] = (await Promise.all(judges)) as [
    JudgeServer,
    JudgeServer,
    JudgeServer,
  ];
  dataDir = await makeDataDir();
  system = await startProcessOn(dataDir, {
    ...{ ...operators.settings, JUDGE_API_KEY: OPERATORS_KEY },
    ...{ LOG_LEVEL: 'debug', EGRESS_ALLOW_CIDRS: '127.0.0.0/8' },
  });
  admin = await system.signIn();
}, 120_000);

afterAll(async () => {
  system.process.kill('SIGKILL');
  await system.process.exited;
  await Promise.all([operators, own, elsewhere].map((judge) => judge.close()));
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

const urlOf = ({ settings }: JudgeServer): string => settings['JUDGE_BASE_URL'] ?? '';
const textOf = ({ received }: JudgeServer): string => received.join('\n');

async function change(settings: object): Promise<Answer> {
  const answer = await admin.patch('/api/settings', settings);
  answers.push(answer);
  return answer;
}

async function judged(project: string): Promise<Answer> {
  const { answer, id } = await submit(system.automation, { project, output: 'Hello.', sync: true });
  answers.push(answer, await admin.get(`/api/logs/${id}`));
  return answer;
}

const entry = { provider: 'openai_compatible', model: 'own-model' } as const;

test('judges the rules of a workspace at its own provider, only with its own key', async () => {
  const project = uniqueName('Judged');
  await admin.post('/api/rules', { ...JUDGE_RULE, projectName: project });
  await change({
    defaultJudgeProvider: 'openai_compatible',
    judgeProviders: [{ ...entry, baseUrl: urlOf(own), apiKey: OWN_KEY }],
  });

  expect(await judged(project)).toMatchObject({ status: 200, body: { status: 'pass' } });
  expect(textOf(own)).toContain(`Bearer ${OWN_KEY}`);
  expect(operators.received).toEqual([]);

  await change({ judgeProviders: [] });
  await judged(project);
  expect(textOf(operators)).toContain(`Bearer ${OPERATORS_KEY}`);
  expect(textOf(operators)).not.toContain(OWN_KEY);
});

test('sends neither the operator’s key nor the previous key to a base URL that an admin changed', async () => {
  const project = uniqueName('Pointed elsewhere');
  await admin.post('/api/rules', { ...JUDGE_RULE, projectName: project });
  const toElsewhere = { ...entry, baseUrl: urlOf(elsewhere) };
  await change({
    judgeProviders: [{ ...entry, baseUrl: urlOf(own), apiKey: OWN_KEY }],
    defaultJudgeProvider: 'openai_compatible',
  });

  await change({ judgeProviders: [toElsewhere] });
  await judged(project);
  await change({
    judgeProviders: [{ ...toElsewhere, provider: 'openai' }],
    defaultJudgeProvider: 'openai',
  });
  const withoutKey = await judged(project);
  await change({ judgeProviders: [{ ...toElsewhere, baseUrl: urlOf(operators) }] });
  await judged(project);

  expect(withoutKey.body).toMatchObject({
    status: 'error',
    explanation: expect.stringMatching(/no key is stored/),
  });
  expect(elsewhere.received).toHaveLength(1);
  expect(textOf(elsewhere)).toContain('Hello.');
  expect(textOf(elsewhere)).not.toMatch(/authorization|api-key/i);
  for (const key of [OPERATORS_KEY, OWN_KEY]) expect(textOf(elsewhere)).not.toContain(key);
  // Not even a base URL of the operator's own server makes the workspace's calls use the operator's key.
  expect(operators.received.filter((each) => each.includes('own-model')).join()).not.toContain(
    OPERATORS_KEY,
  );
});

test('never quotes the key in an error', async () => {
  const refused = await change({
    judgeProviders: [{ ...entry, baseUrl: `https://u:${OWN_KEY}@10.0.0.1/v1`, apiKey: OWN_KEY }],
  });

  expect(refused.status).toBe(400);
  expect(refused.text).not.toContain(OWN_KEY);
});

test('leaves no key in responses, logs, events or tables', async () => {
  await system.stop();
  const { stdout, stderr } = await system.process.exited;

  expect(stderr).toContain('"level":"info"');
  const files = await readFiles(join(dataDir, 'postgres'));
  expect(files.length).toBeGreaterThan(100);
  // The data files and the WAL, which contained every event and row.
  expect(files.some((bytes) => bytes.includes('own-model'))).toBe(true);
  for (const key of [OPERATORS_KEY, OWN_KEY]) {
    expect(answers.map(({ text }) => text).join('\n')).not.toContain(key);
    expect(stdout + stderr).not.toContain(key);
    expect(files.filter((bytes) => bytes.includes(key))).toEqual([]);
  }
}, 60_000);

async function readFiles(folder: string): Promise<Buffer[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  return Promise.all(paths.map((path) => readFile(path)));
}
