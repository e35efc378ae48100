import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import type { Client, JsonObject } from '../harness/client.ts';
import { awaitVerdict, search, submit, uniqueName } from '../harness/outputs.ts';
import { startSystem, type System } from '../harness/system.ts';

let system: System;
let manager: Client;

beforeAll(async () => {
  system = await startSystem();
  manager = await system.signIn();
}, 60_000);

afterAll(() => system.stop());

const PATH = '/api/instructions';
const CROWD = 20; // The tests of the service itself use fifty.

test('concurrent first reads seed the instructions once and return the same text', async () => {
  const names = newNames();

  const answers = await Promise.all(
    Array.from({ length: CROWD }, (_, n) =>
      system.automation.post(PATH, { ...names, default: `Be kind, ${n} times.` }),
    ),
  );

  expect(answers[0]).toMatchObject({
    status: 200,
    body: { version: 1, source: 'seed', projectName: names.project, taskName: names.task },
  });
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});

test('concurrent saves are numbered without gaps, and a stale base version saves nothing', async () => {
  const names = await seeded();

  const saved = await Promise.all(
    Array.from({ length: CROWD }, (_, n) => save(names, { content: `Text ${n}` })),
  );
  const stale = await save(names, { content: 'From the first.', baseVersion: 1 });

  const numbers = saved.map(({ body }) => Number(body['version'])).sort((a, b) => a - b);
  expect(numbers).toEqual(Array.from({ length: CROWD }, (_, n) => n + 2));
  const error = expect.stringContaining(String(CROWD + 1));
  expect(stale).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT', error } });
  const { body } = await system.automation.get(`${PATH}/versions?${queryOf(names)}`);
  expect(body).toHaveLength(CROWD + 1);
});

test('a client with the current text gets 304 until a version is saved', async () => {
  const names = await seeded();
  const path = `${PATH}/current?${queryOf(names)}`;
  const tag = (await system.automation.get(path)).headers.get('etag') ?? '';

  const same = await system.automation.get(path, { headers: { 'if-none-match': tag } });
  await save(names, { content: 'Be quick.' });
  const other = await system.automation.get(path, { headers: { 'if-none-match': tag } });

  expect(same).toMatchObject({ status: 304, text: '' });
  expect(other).toMatchObject({ status: 200, body: { content: 'Be quick.', version: 2 } });
});

test('outputs record the version they ran under, and can be searched and summarized by it', async () => {
  const names = await seeded();
  const run = async (given: JsonObject = {}): Promise<string> => {
    const { id } = await submit(system.automation, { ...names, output: 'Soon.', ...given });
    await awaitVerdict(system.automation, id);
    return id;
  };
  const first = await run();
  await save(names, { content: 'Be quick.' });
  const second = await run();
  const waited = await run({ sync: true });
  const replayed = await run({ instructionsVersion: 1 });
  await manager.patch(`/api/logs/${second}/decision`, { decision: 'approved' });

  for (const [version, ids] of [[1, [first, replayed]] as const, [2, [second, waited]] as const]) {
    const found = await search(system.automation, { ...names, instructionsVersion: `${version}` });
    const executions = found['executions'] as JsonObject[];
    expect(executions.map(({ id }) => id).sort()).toEqual([...ids].sort());
    const { body } = await system.automation.get(`/api/logs/${ids[0]}`);
    expect(body).toMatchObject({ id: ids[0], instructionsVersion: version });
  }
  const results = await manager.get(`${PATH}/results?${queryOf(names)}`);
  expect(results.body).toEqual([
    { version: 2, runs: 2, flagged: 0, decided: 1, successRate: 1 },
    { version: 1, runs: 2, flagged: 0, decided: 0, successRate: 1 },
  ]);
});

test('notes become the next version by hand, which can be compared and restored', async () => {
  const names = await seeded();
  for (const ref of ['tone', 'tone', 'length']) {
    const answer = await note(names, { ref, comment: `Mind the ${ref}.`, author: 'Bea' });
    expect(answer).toMatchObject({ status: 200, body: { ok: true, ref } });
  }
  const queued = await manager.get(`${PATH}/feedback?${queryOf(names)}`);
  expect(queued.body).toMatchObject([{ ref: 'tone' }, { ref: 'length' }]);
  const withdrawn = await system.automation.delete(`${PATH}/feedback?ref=length&${queryOf(names)}`);
  expect(withdrawn).toMatchObject({ status: 200, body: { ok: true, queuedCount: 1 } });

  const saved = await save(names, { content: 'Be kind.\nMind the tone.\n', noteRefs: ['tone'] });

  expect(saved).toMatchObject({ status: 200, body: { version: 2, source: 'dashboard' } });
  expect((await manager.get(`${PATH}/feedback?${queryOf(names)}`)).text).toBe('[]');
  const diff = await manager.get(`${PATH}/diff?${queryOf(names)}&from=1&to=2`);
  expect(diff.body).toEqual({
    ...{ from: 1, to: 2 },
    parts: [
      { change: 'same', text: 'Be kind.\n', lines: 1 },
      { change: 'added', text: 'Mind the tone.\n', lines: 1 },
    ],
  });
  const restored = await manager.post(`${PATH}/versions/1/restore`, names);
  expect(restored).toMatchObject({ status: 200, body: { version: 3, content: 'Be kind.\n' } });
});

test('a note needs instructions, and concurrent notes with the same ref are one', async () => {
  const names = await seeded();

  const answers = await Promise.all(
    Array.from({ length: CROWD }, () => note(names, { ref: 'r1', comment: 'Kinder.' })),
  );
  const lost = await note({ ...names, task: uniqueName('None') }, { comment: 'Kinder.' });

  expect(answers.map(({ body }) => body['queuedCount'])).toEqual(answers.map(() => 1));
  expect(lost).toMatchObject({ status: 404, body: { code: 'NO_INSTRUCTIONS' } });
});

test('a renamed project keeps its text and notes under both names', async () => {
  const names = await seeded();
  await note(names, { ref: 'r1', comment: 'Kinder.' });
  const after = uniqueName('After');
  const { id } = await projectOf(names.project);
  expect((await manager.patch(`/api/projects/${id}`, { name: after })).status).toBe(200);

  for (const project of [names.project, after]) {
    const answer = await system.automation.post(PATH, { project, task: names.task.toUpperCase() });
    expect(answer).toMatchObject({
      body: { projectName: after, taskName: names.task, version: 1, content: 'Be kind.\n' },
    });
  }
  const queued = await manager.get(`${PATH}/feedback?${queryOf({ ...names, project: after })}`);
  expect(queued.body).toMatchObject([{ ref: 'r1', project: after }]);
});

test('a project and a task with instructions cannot be deleted', async () => {
  const names = await seeded();
  const { id } = await projectOf(names.project);
  const { body } = await manager.get(`/api/projects/${id}/tasks`);
  const [task] = body as unknown as { id: string }[];

  expect(await manager.delete(`/api/projects/${id}/tasks/${String(task?.id)}`)).toMatchObject({
    status: 409,
    body: { code: 'TASK_NOT_EMPTY' },
  });
  expect(await manager.delete(`/api/projects/${id}`)).toMatchObject({
    status: 409,
    body: { code: 'PROJECT_NOT_EMPTY' },
  });
  expect(await save(names, { content: 'Still here.' })).toMatchObject({ status: 200 });
});

test('comments of reviewers become notes, linked until the output is deleted', async () => {
  const names = await seeded();
  const decided = async (decision: JsonObject): Promise<string> => {
    const { id } = await submit(system.automation, { ...names, output: 'On Friday.', sync: true });
    const answer = await manager.patch(`/api/logs/${id}/decision`, decision);
    expect(answer.status).toBe(200);
    return id;
  };
  const path = `${PATH}/feedback?${queryOf(names)}`;
  const notes = async () => (await manager.get(path)).body as unknown as JsonObject[];

  const changed = await decided({ decision: 'changed', comment: 'Name no day.' });
  const rejected = await decided({ decision: 'rejected', comment: 'Too short.' });
  const approved = await decided({ decision: 'approved', comment: 'Well done.' });
  const taught = await manager.patch(`/api/logs/${approved}/decision`, {
    ...{ teach: true, comment: 'More like this.' },
  });

  const queued = { queued: true, notQueuedBecause: null };
  expect(taught).toMatchObject({ body: { ok: true, humanDecision: 'approved', ...queued } });
  expect((await notes()).map(({ comment }) => comment)).toContain('More like this.');
  await eventually(async () => {
    const listed = (await notes()).map(({ comment, logId, author }) => [comment, logId, author]);
    expect(listed.sort()).toEqual([
      ['More like this.', approved, system.email],
      ['Name no day.', changed, system.email],
      ['Too short.', rejected, system.email],
    ]);
  }, 20_000);

  expect((await manager.delete(`/api/logs/${rejected}`)).status).toBe(200);
  await eventually(async () => {
    const note = (await notes()).find(({ comment }) => comment === 'Too short.');
    expect(note).toMatchObject({ logId: null });
  }, 20_000);
});

test('without a model no draft can be started, and a version saved by hand consumes the notes', async () => {
  const names = await seeded();
  await note(names, { ref: 'r1', comment: 'Kinder.' });

  const refused = await manager.post(`${PATH}/suggestions`, names);
  const saved = await save(names, { content: 'Be kinder.', noteRefs: ['r1'] });

  expect(refused).toMatchObject({ status: 409, body: { code: 'NO_MODEL_CONFIGURED' } });
  expect(saved).toMatchObject({ status: 200, body: { version: 2, hasPendingSuggestion: false } });
  expect((await manager.get(`${PATH}/suggestions?${queryOf(names)}`)).text).toBe('[]');
});

interface Names {
  readonly project: string;
  readonly task: string;
}

function newNames(): Names {
  return { project: uniqueName('Support'), task: 'Letters' };
}

async function seeded(): Promise<Names> {
  const names = newNames();
  const answer = await system.automation.post(PATH, { ...names, default: 'Be kind.\n' });
  expect(answer).toMatchObject({ status: 200, body: { version: 1 } });
  return names;
}

function queryOf(names: Names): string {
  return new URLSearchParams({ ...names }).toString();
}

function save(names: Names, version: JsonObject) {
  return manager.post(`${PATH}/versions`, { ...names, ...version });
}

function note(names: Names, fields: JsonObject) {
  return system.automation.post(`${PATH}/feedback`, { ...names, ...fields });
}

async function projectOf(name: string): Promise<{ readonly id: string }> {
  const { body } = await manager.get('/api/projects');
  const projects = body as unknown as { id: string; name: string }[];
  const found = projects.find((project) => project.name === name);
  if (!found) throw new Error(`There is no project ${name}`);
  return found;
}
