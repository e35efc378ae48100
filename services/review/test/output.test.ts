import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { INTERNAL_HEADERS, type OutputsSubmitted } from '@output-review/contracts';

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

async function anEvaluated(
  outcome: 'pass' | 'fail' | 'error' = 'fail',
  given: Partial<OutputsSubmitted> = {},
) {
  const output = aSubmission(given);
  await t.submit(output);
  await t.evaluate(anEvaluation(output, { outcome }));
  return output;
}

describe('one output', () => {
  test('has every field, the texts of its rules and the chain of its versions', async () => {
    const first = await anEvaluated('fail', {
      callbackUrlSealed: t.sealer.seal('https://hooks.invalid/hook/secret?token=1'),
      requireApproval: true,
      respondBy: 'PT30M',
      submittedBy: 'bot',
    });
    const { workspaceId } = first;
    const second = await anEvaluated('pass', { workspaceId, revisionOf: first.id });
    const admin = await t.as(aPerson(workspaceId, 'admin'));

    const { body } = await admin.get(`/api/logs/${first.id}`);

    expect(body).toMatchObject({
      ...{ id: first.id, workspaceId, submittedBy: 'bot', requireApproval: true, confidence: 0.7 },
      ...{ callbackUrl: 'https://hooks.invalid/hook/secret?token=1', projectName: 'Support' },
      ...{ respondBy: '2026-03-01T11:30:00.000Z', attachments: [], sessionTurnCount: 2 },
      revisions: [{ id: first.id }, { id: second.id, status: 'pass' }],
      appliedRules: [
        { ruleId: 'r1', ruleVersion: 1, ruleName: 'Name of r1@1', outcome: 'passed', model: null },
      ],
    });
    const viewer = await t.as(aPerson(workspaceId, 'viewer'));
    expect((await viewer.get(`/api/logs/${first.id}`)).body).toMatchObject({
      callbackUrl: 'https://hooks.invalid/…',
    });
  });

  test('whose callback URL cannot be opened any more is shown without it', async () => {
    const { workspaceId, id } = await anEvaluated('fail', {
      callbackUrlSealed: 'v1.deadbeef.abcd',
    });
    const admin = await t.as(aPerson(workspaceId, 'admin'));

    expect((await admin.get(`/api/logs/${id}`)).body).toMatchObject({ id, callbackUrl: null });
    expect(await admin.get('/api/logs')).toMatchObject({ status: 200, body: { total: 1 } });
  });

  test('shows of a judge what it said and what it took', async () => {
    const output = aSubmission();
    const usage = { llmOutput: '{"verdict":"fail"}', inputTokens: 210, outputTokens: 30 };
    const call = { model: 'm', confidence: 0.7, ...usage, costUsd: 0.002, attempts: 2 };
    await t.submit(output);
    await t.evaluate(
      anEvaluation(output, {
        ...{ outcome: 'fail', confidenceScore: 0.7, explanation: 'It is rude.' },
        appliedRules: [
          {
            ...{ ruleVersionId: 'r1@1', outcome: 'failed', summary: 'It is rude.' },
            ...{ evaluator: 'llm', latencyMs: 812, judge: { provider: 'openai', ...call } },
          },
        ],
      }),
    );
    const admin = await t.as(aPerson(output.workspaceId, 'admin'));

    const { body } = await admin.get(`/api/logs/${output.id}`);

    expect(body).toMatchObject({
      appliedRules: [
        { outcome: 'failed', summary: 'It is rude.', evaluator: 'llm', latencyMs: 812, ...call },
      ],
    });
  });

  test('of another workspace is not there, whatever is asked of it', async () => {
    const output = await anEvaluated();
    const api = await t.as(aPerson('another-workspace', 'admin'));
    const path = `/api/logs/${output.id}`;

    const answers = await Promise.all([
      api.get(path),
      api.get(`${path}/status`),
      api.get(`${path}/timeline`),
      api.patch(path, { sessionId: 's' }),
      api.patch(`${path}/status`, { status: 'flagged' }),
      api.patch(`${path}/decision`, { decision: 'approved' }),
      api.post(`${path}/evaluate`),
      api.delete(path),
    ]);

    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    }
  });

  test('of a sync submission is not told while its result may be known elsewhere', async () => {
    const output = aSubmission({ sync: true });
    await t.submit(output);
    const api = await t.as(aToken(output.workspaceId));
    const path = `/api/logs/${output.id}/status`;

    const early = await api.get(path);
    const asIs = await api.get(path, { [INTERNAL_HEADERS.asIs]: '1' });

    expect(early.headers.get(INTERNAL_HEADERS.reviewState)).toBe('not-applied');
    expect(asIs.body).toMatchObject({ status: 'pending' });
  });

  test('has details that can be edited, and nothing else of it changes', async () => {
    const output = await anEvaluated('pass', {
      content: { ...aSubmission().content, metadata: { a: 1, b: 'x' } },
    });
    const api = await t.as(aPerson(output.workspaceId, 'reviewer'));
    const path = `/api/logs/${output.id}`;

    const answer = await api.patch(path, {
      metadata: { b: 'y', c: ' ' },
      metadataJson: { b: 'z', d: { e: 1 } },
      metadataRemove: ['a', 'unknown'],
      tags: ['new'],
      sessionId: 'other-session',
    });

    expect(answer.body).toMatchObject({
      ...{ metadata: { b: 'y', d: { e: 1 } }, tags: ['new'], sessionId: 'other-session' },
      ...{ status: 'pass', output: output.content.output },
    });
    const found = await api.get('/api/logs?q=R-SESS&tags=new');
    expect(found.body).toMatchObject({ total: 1 });
    const cleared = await api.patch(path, { metadata: {}, metadataMode: 'replace', tags: [] });
    expect(cleared.body).toMatchObject({ metadata: {}, tags: [] });
    for (const body of [{}, { metadataMode: 'replace' }, { attachments: [{ key: 'k' }] }]) {
      expect((await api.patch(path, body)).status).toBe(400);
    }
  });
});
