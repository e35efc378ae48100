import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { OutputsSubmitted } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  startTestReview,
  type TestReview,
} from './test-review.ts';

let t: TestReview;

beforeAll(async () => {
  t = await startTestReview();
});

afterAll(async () => {
  await t.stop();
});

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

  test('from a decided output is announced, and leaves the output as it is', async () => {
    const output = await aFailed({ taskId: 't1', taskName: 'Letters' });
    const api = await t.as(aToken(output.workspaceId));
    const path = `/api/logs/${output.id}`;
    await api.patch(`${path}/decision`, { decision: 'changed', correctedOutput: 'Soon.' });
    const before = [(await api.get(path)).body, (await api.get(`${path}/timeline`)).body];

    const answers = [await teach(output), await teach(output, { decision: 'changed' })];

    for (const answer of answers) {
      expect(answer).toMatchObject({
        status: 200,
        body: { ok: true, id: output.id, humanDecision: 'changed' },
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

  test('takes a comment and a decision that stands, and says what is missing', async () => {
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

  test('is no decision: without teach one is required', async () => {
    const output = await aFailed();
    const api = await t.as(aToken(output.workspaceId));

    const answer = await api.patch(`/api/logs/${output.id}/decision`, { comment: 'Fine.' });

    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_FAILED', fields: { decision: expect.any(String) } },
    });
  });
});
