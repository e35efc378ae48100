import { describe, expect, test } from '@jest/globals';
import type { OutputsSubmitted } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually, makeApiClient } from '@output-review/runtime/testing';

import { startReview } from '../service.ts';

import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  useTestReview,
} from '../../test/test-review.ts';

const t = useTestReview();

async function aFailed(given: Partial<OutputsSubmitted> = {}) {
  const output = aSubmission(given);
  await t.submit(output);
  await t.evaluate(anEvaluation(output, { outcome: 'fail' }));
  return output;
}

function publishedOf({ id }: { id: string }, topic: string): Record<string, unknown>[] {
  return t.published
    .filter((event) => event.topic === topic && event.key.endsWith(id))
    .map(({ json }) => JSON.parse(json) as Record<string, unknown>);
}

describe('a lesson', () => {
  const teach = async (
    output: { readonly workspaceId: string; readonly id: string },
    fields: Readonly<Record<string, unknown>> = {},
  ) => {
    const api = await t.as(aPerson(output.workspaceId, 'reviewer'));
    const lesson = { teach: true, comment: 'Never promise a date.', ...fields };
    return api.patch(`/api/logs/${output.id}/decision`, lesson);
  };

  test('from a decided output is announced and leaves the output unchanged', async () => {
    const output = await aFailed({ taskId: 't1', taskName: 'Letters' });
    const api = await t.as(aToken(output.workspaceId));
    const path = `/api/logs/${output.id}`;
    await api.patch(`${path}/decision`, { decision: 'changed', correctedOutput: 'Soon.' });
    const before = [(await api.get(path)).body, (await api.get(`${path}/timeline`)).body];

    const answers = [await teach(output), await teach(output, { decision: 'changed' })];

    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        body: {
          ok: true,
          id: output.id,
          humanDecision: 'changed',
          queued: true,
          notQueuedBecause: null,
        },
      });
    }
    expect([(await api.get(path)).body, (await api.get(`${path}/timeline`)).body]).toEqual(before);
    await eventually(() =>
      expect(publishedOf(output, 'outputs.taught')).toEqual(
        [2, 3].map((sequence) => ({
          ...{ workspaceId: output.workspaceId, id: output.id, sequence },
          ...{ taughtAt: '2026-03-01T12:00:00.000Z', taughtBy: 'ada@example.com' },
          ...{ source: 'dashboard', comment: 'Never promise a date.' },
          ...{ projectId: output.projectId, taskId: 't1' },
        })),
      ),
    );
    expect(publishedOf(output, 'outputs.decided')).toMatchObject([
      { sequence: 1, projectId: output.projectId, taskId: 't1' },
    ]);
  });

  test('is queued before the call is answered, as its event says; a decision alone queues none', async () => {
    const output = await aFailed({ taskId: 't1', taskName: 'Letters' });
    const api = await t.as(aToken(output.workspaceId));
    const decided = await api.patch(`/api/logs/${output.id}/decision`, { decision: 'approved' });
    expect(decided.body).toMatchObject({ queued: null, notQueuedBecause: null });

    await teach(output);

    const queued = t.instructions.lessons.filter(({ id }) => id === output.id);
    expect(queued).toHaveLength(1);
    await eventually(() => expect(publishedOf(output, 'outputs.taught')).toEqual(queued));
  });

  test.each([
    ['of no task', { taskId: null, taskName: null }, 'no_task'],
    [
      'of a task without instructions',
      { taskId: 'unwritten', taskName: 'Mails' },
      'no_instructions',
    ],
    ['of a task whose queue of notes is full', { taskId: 'full', taskName: 'Mails' }, 'queue_full'],
  ])('%s is accepted, and the answer says that nothing is queued', async (_, given, why) => {
    const output = await aFailed(given);
    const api = await t.as(aToken(output.workspaceId));
    await api.patch(`/api/logs/${output.id}/decision`, { decision: 'rejected' });

    expect(await teach(output)).toMatchObject({
      ...{ status: 200, body: { queued: false, notQueuedBecause: why } },
    });
    await eventually(() => expect(publishedOf(output, 'outputs.taught')).toHaveLength(1));
  });

  test('is announced while instructions is down, and the answer says that it is not queued yet', async () => {
    const output = await aFailed({ taskId: 't1', taskName: 'Letters' });
    // Nothing listens on this port.
    const peers = { ...t.options.peers, instructions: () => 'http://127.0.0.1:1' };
    const replica = await startReview({ ...t.options, peers });
    try {
      const headers = await t.headersOf(aPerson(output.workspaceId, 'reviewer'));
      const api = makeApiClient(replica.url).with(headers);
      const path = `/api/logs/${output.id}/decision`;
      await api.patch(path, { decision: 'rejected' });
      expect(await api.patch(path, { teach: true, comment: 'Name no day.' })).toMatchObject({
        ...{ status: 200, body: { queued: false, notQueuedBecause: 'not_yet' } },
      });
    } finally {
      await replica.stop();
    }
    await eventually(() => expect(publishedOf(output, 'outputs.taught')).toHaveLength(1));
  });

  test('needs a comment and a current decision, and the error names what is missing', async () => {
    const output = await aFailed();
    const pending = aSubmission({ workspaceId: output.workspaceId });
    await t.submit(pending);
    const api = await t.as(aToken(output.workspaceId));

    expect(await teach(output)).toMatchObject({ status: 409, body: { code: 'NOT_DECIDED' } });
    expect(await teach(output, { decision: 'rejected' })).toMatchObject({
      status: 409,
      body: { code: 'NOT_DECIDED' },
    });
    expect(await teach(pending)).toMatchObject({ status: 409, body: { code: 'STILL_EVALUATING' } });
    await api.patch(`/api/logs/${output.id}/decision`, { decision: 'rejected' });
    expect(await teach(output, { decision: 'approved' })).toMatchObject({
      status: 409,
      body: { code: 'ALREADY_DECIDED' },
    });
    expect(await teach(output, { comment: ' ' })).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', fields: { comment: expect.any(String) } },
    });
    expect(await teach({ ...output, id: 'none' })).toMatchObject({ status: 404 });
    expect(publishedOf(output, 'outputs.taught')).toEqual([]);
  });

  test('is not a decision: without teach, a decision is required', async () => {
    const output = await aFailed();
    const api = await t.as(aToken(output.workspaceId));

    const answer = await api.patch(`/api/logs/${output.id}/decision`, { comment: 'Fine.' });

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', fields: { decision: expect.any(String) } },
    });
  });
});

describe('results by version of the instructions', () => {
  const names = { projectId: 'p', projectName: 'Support', taskId: 't', taskName: 'Letters' };
  const ask = async (workspaceId: string, query: Record<string, string>) => {
    const api = await t.as(aPerson(workspaceId, 'viewer'));
    return api.get(`/api/instructions/results?${new URLSearchParams(query).toString()}`);
  };

  test('count the outputs of one task, like search', async () => {
    const workspaceId = newId();
    const run = async (
      instructionsVersion: number | null,
      given: Partial<OutputsSubmitted> = {},
    ) => {
      const output = aSubmission({ workspaceId, ...names, instructionsVersion, ...given });
      await t.submit(output);
      return output;
    };
    const end = async (outcome: 'pass' | 'fail' | 'error', version: number) => {
      const output = await run(version);
      await t.evaluate(anEvaluation(output, { outcome }));
      return output;
    };
    await end('pass', 2);
    await end('error', 2);
    const [failed, gone] = [await end('fail', 2), await end('fail', 2)];
    const late = await end('pass', 1);
    await run(10);
    await run(null);
    await run(2, { taskId: 'other', taskName: 'Notes' });
    await run(2, { projectId: 'q', projectName: 'Sales', taskId: 'u' });
    const api = await t.as(aPerson(workspaceId));
    await api.patch(`/api/logs/${failed.id}/decision`, { decision: 'approved' });
    await api.patch(`/api/logs/${late.id}/decision`, { decision: 'handled' });
    await api.patch(`/api/logs/${late.id}/status`, { status: 'flagged' });
    await api.delete(`/api/logs/${gone.id}`);

    expect((await ask(workspaceId, { project: 'SUPPORT', task: ' letters ' })).body).toEqual([
      { version: 10, runs: 1, flagged: 0, decided: 0, successRate: 0 },
      { version: 2, runs: 3, flagged: 1, decided: 1, successRate: 1 / 3 },
      { version: 1, runs: 1, flagged: 1, decided: 0, successRate: 0 },
    ]);
  });

  test('are empty for unknown names, and both names are required', async () => {
    const { workspaceId } = await aFailed({ ...names, instructionsVersion: 1 });
    const { project, task } = { project: 'Support', task: 'Letters' };

    expect((await ask(workspaceId, { project, task })).body).toHaveLength(1);
    expect((await ask(workspaceId, { project, task: 'Nowhere' })).body).toEqual([]);
    expect((await ask(workspaceId, { project: 'Nowhere', task })).body).toEqual([]);
    expect((await ask(newId(), { project, task })).body).toEqual([]);
    expect(await ask(workspaceId, { project })).toMatchObject({
      ...{ status: 400, body: { fields: { task: expect.any(String) } } },
    });
  });
});
