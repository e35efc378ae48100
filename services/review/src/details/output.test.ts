import { describe, expect, test } from '@jest/globals';
import { INTERNAL_HEADERS } from '@output-review/contracts';
import { untilHeldUp } from '@output-review/runtime/testing';

import {
  anEvaluation,
  aPerson,
  aSubmission,
  aToken,
  useTestReview,
} from '../../test/test-review.ts';

const t = useTestReview();

describe('one output', () => {
  test('has every field, the texts of its rules and the chain of its versions', async () => {
    const first = await t.submitEvaluated('fail', {
      callbackUrlSealed: t.encryptor.seal('https://hooks.invalid/hook/secret?token=1'),
      requireApproval: true,
      respondBy: 'PT30M',
      submittedBy: 'bot',
    });
    const { workspaceId } = first;
    const second = await t.submitEvaluated('pass', { workspaceId, revisionOf: first.id });
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

  test.each([
    ['of its text on one line', { output: '  Dear\n\n Ada,\tthanks ' }, 'Dear Ada, thanks'],
    ['of 200 characters', { output: '🦊'.repeat(5_000) }, '🦊'.repeat(200)],
    ['of its text if that is JSON', { output: '{\n  "a": 1\n}' }, '{ "a": 1 }'],
    [
      'of the summary of its action if it has no text',
      { output: null, action: { name: 'refund', summary: 'Pay \n 20 EUR', params: {} } },
      'Pay 20 EUR',
    ],
    ['that is null if the AI answered nothing', { output: '' }, null],
  ])('has an excerpt %s, also in a list', async (_, said, excerpt) => {
    const { content } = aSubmission();
    const output = await t.submitEvaluated('fail', { content: { ...content, ...said } });
    const api = await t.as(aToken(output.workspaceId));

    const one = await api.get(`/api/logs/${output.id}`);
    const list = await api.get('/api/logs?fields=id,excerpt');

    expect(one).toMatchObject({ status: 200, body: { excerpt } });
    expect(list).toMatchObject({ status: 200, body: { executions: [{ id: output.id, excerpt }] } });
  });

  test.each([
    { held: 'for approval', outcome: 'pass', requireApproval: true, why: ['Held for approval'] },
    { held: 'by a rule', outcome: 'fail', requireApproval: false, why: ['Held by a rule'] },
    {
      held: 'for approval after an error',
      outcome: 'error',
      requireApproval: true,
      why: ['Held for approval'],
    },
    { held: 'not held', outcome: 'pass', requireApproval: false, why: [] },
  ] as const)(
    'shows after its evaluation whether and why it was held, in causal order: $held',
    async ({ outcome, requireApproval, why }) => {
      const output = aSubmission({ requireApproval });
      // The result arrives before the submission.
      await t.evaluate(anEvaluation(output, { outcome }));
      t.clock.advance(1_000);
      await t.submit(output);
      const api = await t.as(aToken(output.workspaceId));

      const { body } = await api.get(`/api/logs/${output.id}/timeline`);

      const { events } = body as { events: { at: string; stage: string; detail: unknown }[] };
      const stages = ['accepted', 'queued', 'evaluated', 'flagged'];
      expect(events.map(({ stage }) => stage)).toEqual(stages.slice(0, 3 + why.length));
      expect(events.slice(2).map(({ detail }) => detail)).toEqual([outcome, ...why]);
      expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).sort());
    },
  );

  test('whose callback URL cannot be decrypted is shown without it', async () => {
    const { workspaceId, id } = await t.submitEvaluated('fail', {
      callbackUrlSealed: 'v1.deadbeef.abcd',
    });
    const admin = await t.as(aPerson(workspaceId, 'admin'));

    expect((await admin.get(`/api/logs/${id}`)).body).toMatchObject({ id, callbackUrl: null });
    expect(await admin.get('/api/logs')).toMatchObject({ status: 200, body: { total: 1 } });
  });

  test('shows what a judge said and used', async () => {
    const output = aSubmission();
    const usage = { llmOutput: '{"verdict":"fail"}', inputTokens: 210, outputTokens: 30 };
    const call = { model: 'm', confidence: 0.7, ...usage, costUsd: 0.002, attempts: 2 };
    const uncalled = { evaluator: 'llm', latencyMs: 0 } as const;
    await t.submit(output);
    await t.evaluate(
      anEvaluation(output, {
        ...{ outcome: 'fail', confidenceScore: 0.7, explanation: 'It is rude.' },
        appliedRules: [
          {
            ...{ ruleVersionId: 'r1@1', outcome: 'failed', summary: 'It is rude.' },
            ...{ evaluator: 'llm', latencyMs: 812, judge: { provider: 'openai', ...call } },
          },
          {
            ruleVersionId: 'r2@1',
            ...{ outcome: 'skipped', summary: 'It was skipped.' },
            ...uncalled,
          },
        ],
      }),
    );
    const admin = await t.as(aPerson(output.workspaceId, 'admin'));

    const { body } = await admin.get(`/api/logs/${output.id}`);
    const exported = await admin.get('/api/logs/export');

    const shown = {
      appliedRules: [
        { outcome: 'failed', summary: 'It is rude.', evaluator: 'llm', latencyMs: 812, ...call },
        { outcome: 'skipped', ...uncalled, model: null, costUsd: null, attempts: 0 },
      ],
    };
    expect(body).toMatchObject(shown);
    expect(exported.body).toMatchObject(shown);
  });

  test('of another workspace is not found by any operation', async () => {
    const output = await t.submitEvaluated();
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

  test('from a sync submission is hidden while its result may be known elsewhere', async () => {
    const output = aSubmission({ sync: true });
    await t.submit(output);
    const api = await t.as(aToken(output.workspaceId));
    const path = `/api/logs/${output.id}/status`;

    const early = await api.get(path);
    const asIs = await api.get(path, { [INTERNAL_HEADERS.asIs]: '1' });

    expect(early.headers.get(INTERNAL_HEADERS.reviewState)).toBe('not-applied');
    expect(asIs.body).toMatchObject({ status: 'pending' });
    await t.evaluate(anEvaluation(output));
    const person = await t.as(aPerson(output.workspaceId));
    expect((await person.post(`/api/logs/${output.id}/evaluate`)).status).toBe(202);
    // No caller waits for the result of a further run.
    expect((await api.get(path)).body).toMatchObject({ status: 'pending' });
  });

  test('has details that can be edited without other changes', async () => {
    const output = await t.submitEvaluated('pass', {
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
    const badFile = { attachments: [{ key: 'k' }] };
    for (const body of [{}, { metadataMode: 'replace' }, badFile, { tags: [' '] }]) {
      expect((await api.patch(path, body)).status).toBe(400);
    }
  });

  test('is not found by a label that a concurrent edit replaced', async () => {
    const { workspaceId, id } = await t.submitEvaluated('pass', { sessionId: null });
    const api = await t.as(aPerson(workspaceId, 'reviewer'));

    const edits = await t.sql.transaction(async (tx) => {
      await tx.query('SELECT FROM outputs WHERE workspace_id = $1 AND id = $2 FOR UPDATE', [
        ...[workspaceId, id],
      ]);
      const sent = ['one-session', 'other-session'].map((sessionId) =>
        api.patch(`/api/logs/${id}`, { sessionId }),
      );
      await untilHeldUp(tx, 2);
      return sent;
    });
    for (const { status } of await Promise.all(edits)) expect(status).toBe(200);

    const { sessionId } = (await api.get(`/api/logs/${id}`)).body as { sessionId: string };
    const { rows } = await t.sql.query(
      `SELECT value FROM search_terms WHERE workspace_id = $1 AND field = 'session'`,
      [workspaceId],
    );
    expect(rows).toEqual([{ value: sessionId }]);
  });
});
