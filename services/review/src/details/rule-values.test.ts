import { expect, test } from '@jest/globals';
import type { AppliedRule } from '@output-review/contracts';
import { newId } from '@output-review/runtime';

import { anEvaluation, aPerson, aSubmission, useTestReview } from '../../test/test-review.ts';

const t = useTestReview();

// Seventeen of these make a megabyte.
const VALUE_BYTES = 60_000;

const ruleOf = (n: number, outcome: AppliedRule['outcome']): AppliedRule => ({
  ...{ ruleVersionId: `${VALUE_BYTES}x@${n}`, outcome, summary: null },
  ...{ evaluator: 'deterministic', latencyMs: 0.2 },
});

type Shown = Readonly<Record<string, unknown>>;

/** The rules of the only output of a workspace, as GET and a full export return them. */
async function evaluatedBy(appliedRules: readonly AppliedRule[], workspaceId = newId()) {
  const output = aSubmission({ workspaceId });
  await t.submit(output);
  await t.evaluate(anEvaluation(output, { outcome: 'fail', appliedRules: [...appliedRules] }));
  const api = await t.as(aPerson(workspaceId));
  const rulesAt = async (path: string) =>
    ((await api.get(path)).body as { appliedRules: readonly Shown[] }).appliedRules;
  return {
    told: () => rulesAt(`/api/logs/${output.id}`),
    exported: () => rulesAt('/api/logs/export?shape=full'),
  };
}

/** By version: whether the value is included. */
const valuesIn = (rules: readonly Shown[]): unknown[] =>
  rules.map(({ ruleVersion, ruleValue }) => [
    ruleVersion,
    ruleValue === '…' ? null : String(ruleValue).length,
  ]);

test('the values of an output’s rules are limited to 1 MB, failed ones first, also in an export', async () => {
  const rules = Array.from({ length: 40 }, (_, n) => ruleOf(n, n % 4 === 3 ? 'failed' : 'passed'));
  const { told, exported } = await evaluatedBy(rules);

  const shown = await told();

  const isTold = (n: number) => n % 4 === 3 || n < 9;
  expect(valuesIn(shown)).toEqual(rules.map((_, n) => [n, isTold(n) ? VALUE_BYTES : null]));
  // Cached values change nothing.
  expect(await told()).toEqual(shown);
  expect((await exported()).map((rule) => JSON.stringify(rule))).toEqual(
    shown.map((rule) => JSON.stringify(rule)),
  );
});

test('an export requests evicted values again and caches what it writes', async () => {
  const workspaceId = newId();
  const outputs = 4;
  const each = 17;
  for (let n = 0; n < outputs; n += 1) {
    const rules = Array.from({ length: each }, (_, i) => ruleOf(n * each + i, 'passed'));
    await evaluatedBy(rules, workspaceId);
  }
  const response = await fetch(`${t.review.url}/api/logs/export`, {
    headers: await t.headersOf(aPerson(workspaceId)),
  });

  const lines = (await response.text()).trim().split('\n');

  expect(lines).toHaveLength(outputs);
  for (const line of lines) {
    const { appliedRules } = JSON.parse(line) as { appliedRules: readonly Shown[] };
    expect(appliedRules).toHaveLength(each);
    expect(appliedRules.every(({ ruleValue }) => ruleValue !== '…')).toBe(true);
  }
});

test('an export whose request for a value comes too late continues without it', async () => {
  const workspaceId = newId();
  const outputs = 12;
  for (let n = 0; n < outputs; n += 1) {
    await evaluatedBy(
      Array.from({ length: 17 }, (_, i) => ruleOf(1_000 + n * 17 + i, 'passed')),
      workspaceId,
    );
  }
  const response = await fetch(`${t.review.url}/api/logs/export`, {
    headers: await t.headersOf(aPerson(workspaceId)),
  });

  // The assertion of the caller expires before the end of the export.
  t.clock.advance(70_000);
  const lines = (await response.text()).trim().split('\n');

  expect(lines).toHaveLength(outputs);
  const told = lines.flatMap((line) =>
    (JSON.parse(line) as { appliedRules: readonly Shown[] }).appliedRules.map(
      ({ ruleName, ruleValue }) => [typeof ruleName, ruleValue === '…'],
    ),
  );
  expect(told).toHaveLength(outputs * 17);
  expect(new Set(told.map(String))).toEqual(new Set(['string,true', 'string,false']));
});
