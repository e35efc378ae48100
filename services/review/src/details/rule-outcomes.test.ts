import { expect, test } from '@jest/globals';
import type { AppliedRule } from '@output-review/contracts';
import { newId } from '@output-review/runtime';

import { FailedVersions1700000315100 } from '../migrations/1700000315100-failed-versions.ts';
import { anEvaluation, aPerson, aSubmission, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

const settled = (ruleVersionId: string, outcome: AppliedRule['outcome']): AppliedRule => ({
  ...{ ruleVersionId, outcome, summary: null, evaluator: 'deterministic', latencyMs: 0.2 },
});

/** Outputs of a workspace, named by the outcomes of the first and second rule. */
async function anEvaluatedWorkspace() {
  const workspaceId = newId();
  const api = await t.as(aPerson(workspaceId));
  const evaluate = async (...rules: readonly (readonly [string, AppliedRule['outcome']])[]) => {
    const output = aSubmission({ workspaceId });
    await t.submit(output);
    const isFailed = rules.some(([, outcome]) => outcome === 'failed');
    const appliedRules = rules.map(([version, outcome]) => settled(version, outcome));
    await t.evaluate(anEvaluation(output, { outcome: isFailed ? 'fail' : 'pass', appliedRules }));
    return output.id;
  };
  const found = async (query: string): Promise<string[]> => {
    const { body } = await api.get(`/api/logs?${query}&fields=id`);
    const { executions, total } = body as { executions: { id: string }[]; total: number };
    expect(total).toBe(executions.length);
    return executions.map(({ id }) => id).sort();
  };
  return { workspaceId, api, evaluate, found };
}

test('a flagged output counts for the rule that it failed, and not for the other', async () => {
  const { api, evaluate, found } = await anEvaluatedWorkspace();
  const first = await evaluate(['r1@1', 'failed'], ['r2@1', 'passed']);
  const both = await evaluate(['r1@2', 'failed'], ['r2@1', 'failed']);
  const none = await evaluate(['r1@1', 'passed'], ['r2@1', 'skipped']);
  const decide = (id: string, decision: string) =>
    api.patch(`/api/logs/${id}/decision`, { decision });
  await decide(first, 'approved');
  await decide(both, 'rejected');

  expect(await found('ruleId=r1&ruleOutcome=failed')).toEqual([first, both].sort());
  expect(await found('ruleId=r2&ruleOutcome=failed')).toEqual([both]);
  expect(await found('ruleId=r2')).toEqual([first, both, none].sort());
  expect(await found('ruleOutcome=failed')).toEqual([first, both].sort());
  const overruled = 'ruleOutcome=failed&humanDecision=approved';
  expect(await found(`ruleId=r1&${overruled}`)).toEqual([first]);
  expect(await found(`ruleId=r2&${overruled}`)).toEqual([]);
  expect(await found('ruleId=unknown&ruleOutcome=failed')).toEqual([]);
});

test('an output counts by its latest evaluation, and not once it is deleted', async () => {
  const { workspaceId, api, evaluate, found } = await anEvaluatedWorkspace();
  const id = await evaluate(['r1@1', 'failed']);
  const gone = await evaluate(['r1@1', 'failed']);

  expect((await api.post(`/api/logs/${id}/evaluate`)).status).toBe(202);
  const appliedRules = [settled('r1@1', 'passed')];
  await t.evaluate(anEvaluation({ workspaceId, id }, { run: 2, outcome: 'pass', appliedRules }));
  expect(await found('ruleId=r1&ruleOutcome=failed')).toEqual([gone]);
  await api.delete(`/api/logs/${gone}`);
  expect(await found('ruleId=r1&ruleOutcome=failed')).toEqual([]);
  expect(await found('ruleId=r1')).toEqual([id]);
});

test('an unknown outcome is 400 with the field', async () => {
  const { api } = await anEvaluatedWorkspace();

  const answer = await api.get('/api/logs?ruleOutcome=maybe');

  expect(answer).toMatchObject({
    status: 400,
    body: { fields: { ruleOutcome: expect.any(String) } },
  });
});

test('the migration finds the failed rules of existing outputs', async () => {
  const { workspaceId, evaluate, found } = await anEvaluatedWorkspace();
  const [first] = [
    await evaluate(['r1@1', 'failed'], ['r2@1', 'passed']),
    await evaluate(['r1@1', 'passed'], ['r2@1', 'error']),
  ];
  await t.sql.query('DROP INDEX outputs_failed');
  await t.sql.query('ALTER TABLE outputs DROP COLUMN failed_versions');

  const migration = new FailedVersions1700000315100();
  await migration.up({ query: (text: string) => t.sql.query(text) } as never);

  expect(await found('ruleId=r1&ruleOutcome=failed')).toEqual([first]);
  const { rows } = await t.sql.query(
    'SELECT FROM outputs WHERE workspace_id = $1 AND failed_versions IS NULL',
    [workspaceId],
  );
  expect(rows).toHaveLength(1);
});
