import { afterEach, describe, expect, test } from '@jest/globals';
import type {
  ApprovalDemand,
  FileData,
  OutputsEvaluated,
  OutputsSubmitted,
} from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import {
  approversOf,
  APPROVED,
  decisionsOf,
  given,
  refused,
  WAITING,
} from '../../test/approvers.ts';
import { anEvaluation, aPerson, aSubmission, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

const TWO = { needed: 2, notSubmitter: false };

/** The outcome of a rule that requires approvals, or none. */
function ended(
  outcome: 'failed' | 'error' | 'passed',
  approvals?: ApprovalDemand,
): OutputsEvaluated['appliedRules'][number] {
  return {
    ...{ ruleVersionId: 'r1@1', outcome, summary: outcome === 'passed' ? null : 'Too much.' },
    ...{ evaluator: 'deterministic', latencyMs: 0.1, ...(approvals && { approvals }) },
  };
}

const resultOf = (
  output: { readonly workspaceId: string; readonly id: string },
  ...appliedRules: ReturnType<typeof ended>[]
) => {
  const has = (wanted: string) => appliedRules.some(({ outcome }) => outcome === wanted);
  const outcome = has('failed') ? 'fail' : has('error') ? 'error' : 'pass';
  const confidenceScore = outcome === 'error' ? null : 1;
  return anEvaluation(output, { outcome, confidenceScore, appliedRules });
};

/** An output with these rule outcomes. */
async function anOutput(
  rules: ReturnType<typeof ended>[],
  submission: Partial<OutputsSubmitted> = {},
) {
  const output = aSubmission(submission);
  await t.submit(output);
  await t.evaluate(resultOf(output, ...rules));
  return approversOf(t, output);
}

describe('an output whose rules ask for several approvals', () => {
  test.each(['failed', 'error'] as const)(
    'is flagged and needs them when one ends as %s',
    async (how) => {
      const { approve, output } = await anOutput([ended(how, TWO), ended('passed')]);

      expect(await output()).toMatchObject({ status: 'flagged', ...given() });
      expect(await approve('ann')).toMatchObject(WAITING);
      expect(await approve('ben')).toMatchObject(APPROVED);
    },
  );

  test('is decided by one person when only other rules failed', async () => {
    const { approve, output } = await anOutput([ended('failed'), ended('passed')]);

    expect(await output()).toMatchObject({ status: 'flagged', approvals: null });
    expect(await approve('ann')).toMatchObject(APPROVED);
  });

  test.each(['before', 'after'])(
    'needs them also when its result came %s the submission',
    async (when) => {
      const output = aSubmission();
      const result = resultOf(output, ended('error', TWO));
      if (when === 'before') await t.evaluate(result);
      await t.submit(output);
      if (when === 'after') await t.evaluate(result);
      await t.submit(output);
      await t.evaluate(result);

      const { approve, output: shown } = await approversOf(t, output);
      expect(await shown()).toMatchObject({ status: 'flagged', verdict: null, ...given() });
      const { body } = await t
        .as(aPerson(output.workspaceId))
        .then((ann) => ann.get(`/api/logs/${output.id}/timeline`));
      expect(JSON.stringify(body)).toContain('Held by a rule');
      expect(await approve('ann')).toMatchObject(WAITING);
    },
  );

  test('needs the strictest of what the rules and its submission require', async () => {
    const { approve, output } = await anOutput(
      [ended('failed', { needed: 3, notSubmitter: false }), ended('error', TWO)],
      {
        ...{ requireApproval: true, actorId: 'ann@example.com' },
        approvals: { needed: 2, notSubmitter: true },
      },
    );

    expect(await approve('ann')).toMatchObject(refused(403, 'FORBIDDEN'));
    await approve('ben');
    expect(await approve('cyn')).toMatchObject(WAITING);
    expect(await output()).toMatchObject({ approvals: { needed: 3, given: { length: 2 } } });
    expect(await approve('dan')).toMatchObject(APPROVED);
  });
});

// Each test tries to bypass a required approval.
describe('approvals that a rule requires cannot be bypassed:', () => {
  test('by a token, a correction, an override or bulk', async () => {
    const { id, approve, decide, byToken, output, as } = await anOutput([ended('failed', TWO)]);

    expect(await byToken({ decision: 'approved' })).toMatchObject(refused(403, 'FORBIDDEN'));
    const correction = { decision: 'changed', correctedOutput: 'Better.', confirmFlagged: true };
    expect(await decide('ann', correction)).toMatchObject(refused(400, 'VALIDATION_FAILED'));
    const bulk = { ids: [id], action: 'approve' };
    const ann = await as('ann');
    expect((await ann.patch('/api/logs/bulk', bulk)).body).toMatchObject({ count: 1 });
    expect(await output()).toMatchObject({ humanDecision: null, ...given('ann') });
    await decide('ben', { decision: 'rejected' });
    expect(await approve('cyn', { override: true })).toMatchObject(WAITING);
    expect(await output()).toMatchObject({ humanDecision: null, ...given('cyn') });
  });

  describe('a correction that would need approvals', () => {
    afterEach(() => t.evaluator.behave(async () => []));

    const LARGER = { correctedAction: { params: { amount: 100_000 } } };
    const BETTER = { correctedOutput: 'Better.' };

    test.each<[string, object, 'person' | 'token']>([
      ['action by a person', LARGER, 'person'],
      ['action by a token', LARGER, 'token'],
      ['text by a person', BETTER, 'person'],
      ['text by a token', BETTER, 'token'],
      ['action and text', { ...LARGER, ...BETTER }, 'person'],
    ])('of the %s is refused, confirmed or not', async (_, corrected, who) => {
      const action = { name: 'transfer', summary: 'Transfer 100', params: { amount: 100 } };
      const content = { ...aSubmission().content, action };
      const one = await anOutput([ended('passed')], { content, requireApproval: true });
      expect(await one.output()).toMatchObject({ status: 'flagged', approvals: null });
      t.evaluator.behave(async () => [], ['Large transfers', 'Polite']);
      const decide = who === 'token' ? one.byToken : (body: object) => one.decide('ann', body);
      const why =
        'It does not pass rules that ask for several approvals: “Large transfers”, “Polite”. ' +
        'Correct it otherwise, or send a comment instead.';

      for (const confirmFlagged of [false, true]) {
        const answer = await decide({ decision: 'changed', confirmFlagged, ...corrected });
        expect(answer).toMatchObject(refused(400, 'VALIDATION_FAILED'));
        const fields = Object.fromEntries(Object.keys(corrected).map((field) => [field, why]));
        expect(answer.body).toMatchObject({ fields });
      }

      expect(await one.output()).toMatchObject({ humanDecision: null, decisions: [] });
      expect(await decide({ decision: 'changed', comment: 'Redo.' })).toMatchObject({
        ...{ status: 200, body: { humanDecision: 'changed' } },
      });
      await eventually(() => expect(decisionsOf(t, one.id)).toHaveLength(1));
    });
  });

  test('a flag in between clears the approvals, and the requirement stays', async () => {
    const { id, ann, approve, output } = await anOutput([ended('failed', TWO)]);
    await approve('ann');

    await ann.patch(`/api/logs/${id}/status`, { status: 'flagged' });

    expect(await output()).toMatchObject({ humanDecision: null, ...given() });
    expect(await approve('ben')).toMatchObject(WAITING);
    expect(await approve('ann')).toMatchObject(APPROVED);
  });
});

describe('evaluated again', () => {
  interface Key {
    readonly id: string;
    readonly workspaceId: string;
  }

  async function startAgain({ id, workspaceId }: Key) {
    const { status } = await (await t.as(aPerson(workspaceId))).post(`/api/logs/${id}/evaluate`);
    expect(status).toBe(202);
  }

  async function again(one: Key, ...rules: ReturnType<typeof ended>[]) {
    await startAgain(one);
    await t.evaluate({ ...resultOf(one, ...rules), run: 2 });
  }

  test('it needs what the rules of the new run require: nothing, or more', async () => {
    const one = await anOutput([ended('failed', TWO)]);
    const other = await anOutput([ended('failed')]);
    await one.approve('ann');

    await again(one, ended('passed'));
    await again(other, ended('failed', TWO));

    expect(await one.output()).toMatchObject({ status: 'pass', approvals: null });
    expect(await other.output()).toMatchObject({ status: 'flagged', ...given() });
    expect(await other.approve('ann')).toMatchObject(WAITING);
  });

  test('it needs no less after an edit of its metadata, whatever the rules say', async () => {
    const one = await anOutput([ended('failed', TWO)]);
    const { ann, id } = one;
    await ann.patch(`/api/logs/${id}`, { metadata: { amount: 1 } });

    await again(one, ended('passed'));

    expect(await one.output()).toMatchObject({
      ...{ status: 'flagged', requireApproval: true, ...given() },
    });
    expect(await one.approve('ann')).toMatchObject(WAITING);
    expect(await one.approve('ben')).toMatchObject(APPROVED);
  });

  const FILE: FileData = {
    ...{ role: 'output', key: 'w/o/0-chart.png', filename: 'chart.png', label: 'draft' },
    ...{ contentType: 'image/png', sizeBytes: 34 },
  };

  test.each([
    ['no less once a file has another label', 'checked by legal', given()],
    ['nothing if the label of a file stays the same', 'draft', { approvals: null }],
  ])('it needs %s, whatever the rules say', async (_, label, needs) => {
    const one = await anOutput([ended('failed', TWO)], { attachments: [FILE] });
    await one.ann.patch(`/api/logs/${one.id}`, { attachments: [{ key: FILE.key, label }] });

    await again(one, ended('passed'));

    expect(await one.output()).toMatchObject(needs);
  });

  test('it needs no less after an edit while it was pending', async () => {
    const output = aSubmission();
    await t.submit(output);
    const one = await approversOf(t, output);
    await one.ann.patch(`/api/logs/${one.id}`, { metadata: { amount: 1 } });
    await t.evaluate(resultOf(output, ended('failed', TWO)));

    await again(one, ended('passed'));

    expect(await one.output()).toMatchObject({
      ...{ status: 'flagged', requireApproval: true, ...given() },
    });
    expect(await one.approve('ann')).toMatchObject(WAITING);
  });

  test('it needs no less after an edit while a later run was pending', async () => {
    const one = await anOutput([ended('failed', TWO)]);
    await startAgain(one);
    await one.ann.patch(`/api/logs/${one.id}`, { metadata: { amount: 1 } });
    await t.evaluate({ ...resultOf(one, ended('failed', TWO)), run: 2 });

    await startAgain(one);
    await t.evaluate({ ...resultOf(one, ended('passed')), run: 3 });

    expect(await one.output()).toMatchObject({ status: 'flagged', ...given() });
    expect(await one.approve('ann')).toMatchObject(WAITING);
  });

  test('a late result of the previous run requires nothing', async () => {
    const one = await anOutput([ended('failed')]);
    await again(one, ended('failed'));

    await t.evaluate(resultOf(one, ended('failed', { needed: 5, notSubmitter: false })));

    expect(await one.output()).toMatchObject({ approvals: null });
  });
});
