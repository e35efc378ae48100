import { describe, expect, test } from '@jest/globals';
import { type ProjectsChanged, projectsChanged, TOPICS } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { seedDocument, useTestInstructions } from '../../test/test-instructions.ts';

const running = useTestInstructions();

const CLOSE = '/internal/registry/close';
const REOPEN = '/internal/registry/reopen';

const send = (change: Partial<ProjectsChanged> & { workspaceId: string; id: string }) =>
  running.send(TOPICS.projectsChanged, `${change.workspaceId}/${change.id}`, {
    ...projectsChanged.examples.valid,
    ...change,
  });

describe('a project that is renamed', () => {
  test('is returned under its new name everywhere, and found under the old one', async () => {
    const { workspaceId, names, automation, manager, query } = await seedDocument(running);
    await automation.post('/api/instructions/feedback', { ...names, comment: 'x', ref: 'r1' });
    const { projectId } = running.registry.idsOf(workspaceId, names.project, names.task);

    const current = `/api/instructions/current?${query}`;
    const tag = (await automation.get(current)).headers.get('etag') ?? '';
    running.registry.rename(workspaceId, names.project, 'Service');
    await send({ workspaceId, id: projectId, name: 'Service', version: 2 });

    for (const project of ['Support', 'Service']) {
      const answer = await automation.post('/api/instructions', { project, task: names.task });
      expect(answer).toMatchObject({ body: { projectName: 'Service', version: 1 } });
    }
    expect((await automation.get('/api/instructions')).body).toMatchObject([
      { projectName: 'Service', taskName: 'Letters', queuedCount: 1 },
    ]);
    expect(await automation.get(current, { 'if-none-match': tag })).toMatchObject({
      ...{ status: 200, body: { projectName: 'Service' } },
    });
    const queued = await manager.get(`/api/instructions/feedback?${query}`);
    expect(queued.body).toMatchObject([{ ref: 'r1', project: 'Service' }]);
    const again = { project: 'Service', task: names.task, comment: 'y', ref: 'r1' };
    expect(await automation.post('/api/instructions/feedback', again)).toMatchObject({
      body: { queuedCount: 1 },
    });
    expect(await automation.delete('/api/instructions/feedback?ref=r1')).toMatchObject({
      body: { queuedCount: 0 },
    });
  });

  test('keeps its name if an older event arrives late, or the same one again', async () => {
    const { workspaceId, names, automation } = await seedDocument(running);
    const { projectId: id } = running.registry.idsOf(workspaceId, names.project, names.task);

    await send({ workspaceId, id, name: 'Newest', version: 3 });
    await send({ workspaceId, id, name: 'Older', version: 2 });
    await send({ workspaceId, id, name: 'Newest', version: 3 });

    expect((await automation.get('/api/instructions')).body).toMatchObject([
      { projectName: 'Newest' },
    ]);
  });
});

test('makes an unreadable message a dead letter, and applies the next one', async () => {
  const { workspaceId, names, automation } = await seedDocument(running);
  const { projectId: id } = running.registry.idsOf(workspaceId, names.project, names.task);
  const key = `${workspaceId}/${id}`;

  await running.send(TOPICS.projectsChanged, key, { workspaceId, id, kind: 'folder' });
  await send({ workspaceId, id, name: 'After', version: 2 });

  expect((await automation.get('/api/instructions')).body).toMatchObject([
    { projectName: 'After' },
  ]);
  const operator = await running.operator();
  const { body } = await operator.get('/internal/dead-letters');
  expect(body).toMatchObject({
    deadLetters: [{ topic: 'projects.changed', key, code: 'INVALID' }],
  });
  const [{ id: letter }] = (body as { deadLetters: [{ id: string }] }).deadLetters;
  const replayed = await operator.post('/internal/dead-letters/replay', { ids: [letter] });
  expect(replayed).toMatchObject({ status: 200 });
});

describe('a project or task that is to be deleted', () => {
  test('cannot be deleted while it has instructions', async () => {
    const { workspaceId, names } = await seedDocument(running);
    const { projectId, taskId } = running.registry.idsOf(workspaceId, names.project, names.task);
    const internal = await running.internal();

    for (const entry of [
      { kind: 'project', id: projectId },
      { kind: 'task', id: taskId },
    ]) {
      expect(await internal.post(CLOSE, { workspaceId, ...entry })).toMatchObject({
        status: 200,
        body: { isEmpty: false },
      });
    }
  });

  test('accepts no instructions once it is closed, until it is reopened', async () => {
    const { workspaceId, names, automation } = await seedDocument(running);
    const seed = () =>
      automation.post('/api/instructions', { ...names, task: 'Mails', default: 'x' });
    const internal = await running.internal();
    const other = { project: 'Other', task: 'Mails' };
    await automation.post('/api/instructions', { ...other, default: ' ' });
    const made = await automation.post('/api/instructions/versions', {
      ...{ ...names, task: 'Mails', content: 'x', noteRefs: ['none'] },
    });
    expect(made.status).toBe(404);
    const { taskId: id } = running.registry.idsOf(workspaceId, names.project, 'Mails');
    const entry = { workspaceId, kind: 'task', id };

    expect(await internal.post(CLOSE, entry)).toMatchObject({ body: { isEmpty: true } });
    expect(await internal.post(CLOSE, entry)).toMatchObject({ body: { isEmpty: true } });
    expect(await seed()).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } });
    expect(
      await automation.post('/api/instructions/versions', {
        ...names,
        task: 'Mails',
        content: 'x',
      }),
    ).toMatchObject({ status: 503 });

    expect(await internal.post(REOPEN, entry)).toMatchObject({ status: 200 });
    expect(await seed()).toMatchObject({ status: 200, body: { version: 1 } });
  });

  test('accepts versions of its instructions until it is deleted, but no other instructions', async () => {
    const { workspaceId, names, automation } = await seedDocument(running);
    const save = (change: object) =>
      automation.post('/api/instructions/versions', { ...names, content: 'Next.', ...change });

    running.registry.close(workspaceId, names.project);

    expect(await save({})).toMatchObject({ status: 200, body: { version: 2 } });
    expect(await save({ baseVersion: 2 })).toMatchObject({ status: 200, body: { version: 3 } });
    expect((await save({ task: 'Mails' })).status).toBe(503);
    expect((await save({ task: 'Mails', baseVersion: 1 })).status).toBe(409);
  });

  test('is either closed or given instructions, but never both', async () => {
    const internal = await running.internal();
    for (let round = 0; round < 20; round += 1) {
      const workspaceId = newId();
      const automation = await running.automation(workspaceId);
      const names = { project: 'P', task: 'T' };
      await automation.post('/api/instructions/versions', {
        ...{ ...names, content: 'x', noteRefs: ['none'] },
      });
      const { projectId: id } = running.registry.idsOf(workspaceId, 'P', 'T');

      const [seeded, closed] = await Promise.all([
        automation.post('/api/instructions', { ...names, default: 'x' }),
        internal.post(CLOSE, { workspaceId, kind: 'project', id }),
      ]);

      const { isEmpty } = closed.body as { isEmpty: boolean };
      expect(seeded.status).toBe(isEmpty ? 503 : 200);
    }
  });
});

test('answers nothing wrong without the registry, and recovers when it is back', async () => {
  let url = 'http://127.0.0.1:1';
  const replica = await running.startReplica({
    peers: {
      gateway: () => url,
      evaluator: () => running.models.url,
      review: () => running.labels.url,
    },
  });
  const { workspaceId, names } = await seedDocument(running);
  const headers = await running.assertions.headersFor({
    ...{ kind: 'token', workspaceId, tokenId: 't', name: null, scopes: ['submit'] },
  });
  const ask = () =>
    fetch(`${replica.url}/api/instructions`, {
      ...{ method: 'POST', body: JSON.stringify(names) },
      headers: { ...headers, 'content-type': 'application/json' },
    });

  expect((await ask()).status).toBe(503);
  url = running.registry.url;
  await eventually(async () => expect((await ask()).status).toBe(200));
  await replica.stop();
});
