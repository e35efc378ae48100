import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { type Client, type JsonObject, makeClient } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, signUp } from '../harness/people.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let admin: Client;
let agent: Client;

beforeAll(async () => {
  system = await startSystem();
  const workspaceName = uniqueName('Exported');
  admin = await signUp(system, { email: newAddress('Ada'), workspaceName });
  agent = await makeAutomation(system, admin);
}, 60_000);

afterAll(async () => {
  await system.stop();
});

const pathOf = (query: Readonly<Record<string, string>>): string =>
  `/api/logs/export?${new URLSearchParams(query).toString()}`;

async function linesOf(
  query: Readonly<Record<string, string>>,
  client = agent,
): Promise<JsonObject[]> {
  const { status, headers, text } = await client.get(pathOf(query));
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as JsonObject);
}

const idsOf = (lines: readonly JsonObject[]): unknown[] => lines.map(({ id }) => id);

/** Creates a project with outputs, oldest first: one passed, one approved, one corrected. */
async function aReviewedProject() {
  const project = uniqueName('Replies');
  const rule = { name: 'No promises', type: 'keyword_forbidden', value: 'promise' };
  await admin.post('/api/rules', { ...rule, projectName: project });
  const ids: string[] = [];
  for (const [n, output] of ['Fine.', 'We promise.', 'I promise.'].entries()) {
    const timestamp = new Date(Date.now() - 60_000 + n).toISOString();
    const { id } = await submit(agent, {
      project,
      task: 'Mail',
      input: 'Hello?',
      output,
      timestamp,
    });
    await awaitVerdict(agent, id);
    ids.push(id);
  }
  const [, approved, corrected] = ids;
  const decide = async (id: string | undefined, body: JsonObject) =>
    expect((await admin.patch(`/api/logs/${id}/decision`, body)).status).toBe(200);
  await decide(approved, { decision: 'approved', comment: 'It is what we do.' });
  await decide(corrected, { decision: 'changed', correctedOutput: '=We will try.\nBye, "Ada"' });
  return { project, ids };
}

test('every shape and format contains the reviewed outputs and can be resumed after any line', async () => {
  const { project, ids } = await aReviewedProject();
  const [, approved, corrected] = ids;

  const full = await linesOf({ project });
  expect(idsOf(full)).toEqual(ids);
  for (const line of full) {
    const { body } = await agent.get(`/api/logs/${String(line['id'])}`);
    const { excerpt: _e, revisions: _r, sessionTurnCount: _s, ...lasting } = body;
    const { claimedBy: _c, claimedUntil: _u, mayNotApprove: _m, ...exported } = lasting;
    expect(line).toEqual(exported);
  }
  expect(await linesOf({ project, shape: 'decisions' })).toMatchObject([
    { id: approved, humanDecision: 'approved', comment: 'It is what we do.', status: 'flagged' },
    { id: corrected, humanDecision: 'changed', decisionSource: 'dashboard' },
  ]);
  const chosen = '=We will try.\nBye, "Ada"';
  expect(await linesOf({ project, shape: 'preference' })).toEqual([
    {
      ...{ input: 'Hello?', chosen, rejected: 'I promise.', project, task: 'Mail', model: null },
      id: corrected,
    },
  ]);
  const csv = await admin.get(pathOf({ project, shape: 'preference', format: 'csv' }));
  expect(csv.headers.get('content-disposition')).toMatch(
    /^attachment; filename="outputs-preference-\d{4}-\d\d-\d\d\.csv"$/,
  );
  expect(csv.text).toBe(
    'input,chosen,rejected,project,task,model,id\r\n' +
      `Hello?,"'=We will try.\nBye, ""Ada""",I promise.,${project},Mail,,${corrected}\r\n`,
  );
  for (const format of ['jsonl', 'csv']) {
    for (const shape of ['full', 'decisions', 'preference']) {
      expect((await admin.get(pathOf({ project, shape, format }))).status).toBe(200);
    }
  }

  for (const [n, { timestamp, id }] of full.entries()) {
    const after = `${String(timestamp)},${String(id)}`;
    expect(idsOf(await linesOf({ project, after }))).toEqual(ids.slice(n + 1));
  }
  expect(idsOf(await linesOf({ project, status: 'pass' }))).toEqual(ids.slice(0, 1));
  expect(idsOf(await linesOf({ project, q: project, to: String(full[1]?.['timestamp']) }))).toEqual(
    ids.slice(0, 2),
  );
});

test('an export interrupted within a line can be continued as documented', async () => {
  const project = await aCorrectedProject();
  const { body } = await admin.post('/api/tokens', { name: 'Reads', scopes: ['read'] });
  const env = { ...process.env, URL: system.url, TOKEN: String(body['token']) };
  const script = await readContinuation();
  const folder = await mkdtemp(join(tmpdir(), 'export-'));
  const file = join(folder, 'outputs.jsonl');

  for (const shape of ['full', 'decisions', 'preference']) {
    const { text } = await agent.get(pathOf({ project, shape }));
    const [one, two, three, four = '', five] = text.split('\n');
    expect(five).toContain('"id"');
    await writeFile(file, [one, two, three, four.slice(0, four.length / 2)].join('\n'));
    const command = script.replace('project=Support', `project=${project} -d shape=${shape}`);

    await promisify(execFile)('sh', ['-c', command], { cwd: folder, env });

    expect(await readFile(file, 'utf8')).toBe(text);
  }
  await rm(folder, { recursive: true });
});

/** Creates a project with five corrected outputs. @returns its ID, which needs no escaping in a command line. */
async function aCorrectedProject(): Promise<string> {
  const project = uniqueName('Corrected');
  for (const output of ['1', '2', '3', '4', '5']) {
    const { id } = await submit(agent, { project, output, requireApproval: true });
    await awaitVerdict(agent, id);
    const correction = { decision: 'changed', correctedOutput: `${output}: "id":"x"}` };
    expect((await admin.patch(`/api/logs/${id}/decision`, correction)).status).toBe(200);
  }
  const [line] = await linesOf({ project });
  return String(line?.['projectId']);
}

async function readContinuation(): Promise<string> {
  const page = await readFile(new URL('../../docs/export.md', import.meta.url), 'utf8');
  const [, script] = /## Continue where it broke off\n[^#]*?```sh\n(.*?)```/s.exec(page) ?? [];
  if (script === undefined) throw new Error('The guide has no script to continue an export');
  return script;
}

test('exports do not contain deleted outputs', async () => {
  const { project, ids } = await aReviewedProject();
  expect((await admin.delete(`/api/logs/${ids[2]}`)).status).toBe(200);

  expect(idsOf(await linesOf({ project }))).toEqual(ids.slice(0, 2));
  expect(await linesOf({ project, shape: 'preference' })).toEqual([]);
});

test('only managers and tokens with the scope read can export, and exports are audited', async () => {
  const { project } = await aReviewedProject();
  const made = await admin.post('/api/tokens', { name: 'Submits', scopes: ['submit', 'decide'] });
  const submitter = makeClient(system.url, {
    authorization: `Bearer ${String(made.body['token'])}`,
  });

  expect((await submitter.get(pathOf({}))).body).toMatchObject({ code: 'FORBIDDEN' });
  expect((await system.stranger.get(pathOf({}))).status).toBe(401);
  await linesOf({ project, shape: 'preference' }, admin);

  await eventually(async () => {
    const { body } = await admin.get('/api/audit');
    expect(body['items']).toContainEqual(
      expect.objectContaining({
        action: 'outputs.exported',
        actor: expect.objectContaining({ kind: 'user' }),
        after: expect.objectContaining({ shape: 'preference', format: 'jsonl' }),
      }),
    );
  });
});

test('an invalid export is refused, and references to another workspace find nothing', async () => {
  const { project, ids } = await aReviewedProject();
  const [line] = await linesOf({ project });
  const stranger = await signUp(system, {
    ...{ email: newAddress('Bob'), workspaceName: uniqueName('Elsewhere') },
  });
  const { timestamp, projectId } = line as { timestamp: string; projectId: string };

  const wrong = await agent.get(pathOf({ format: 'xml', shape: 'flat', status: 'odd' }));
  expect(wrong).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
  expect(Object.keys(wrong.body['fields'] as object).sort()).toEqual(['format', 'shape', 'status']);
  for (const after of [`${timestamp},${ids[0]}`, `${ids[0]}`, 'yesterday,x', `${timestamp},`]) {
    const { status, body } = await stranger.get(pathOf({ after }));
    expect({ status, fields: Object.keys(body['fields'] as object) }).toEqual({
      ...{ status: 400, fields: ['after'] },
    });
  }
  expect(await linesOf({ project: projectId }, stranger)).toEqual([]);
  expect(await linesOf({ project }, stranger)).toEqual([]);
});

test('the ID "export" is reserved', async () => {
  const answer = await agent.post('/api/logs', { project: 'P', output: 'x', id: 'export' });

  expect(answer).toMatchObject({ status: 400, body: { fields: { id: expect.any(String) } } });
});
