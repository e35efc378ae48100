import type { AppliedRule } from '@output-review/contracts';

/** The rules of one evaluation as rows without names: a third of the bytes that objects take. */
type AppliedRow = readonly [
  ruleVersionId: string,
  outcome: AppliedRule['outcome'],
  evaluator: AppliedRule['evaluator'],
  latencyMs: number,
  summary: string | null,
];

export function writeAppliedRules(rules: readonly AppliedRule[]): string {
  const rows: AppliedRow[] = rules.map((rule) => [
    rule.ruleVersionId,
    rule.outcome,
    rule.evaluator,
    rule.latencyMs,
    rule.summary,
  ]);
  return JSON.stringify(rows);
}

/** Reads what `writeAppliedRules` wrote. */
export function readAppliedRules(text: string | null): AppliedRule[] {
  if (text === null) return [];
  return (JSON.parse(text) as AppliedRow[]).map(
    ([ruleVersionId, outcome, evaluator, latencyMs, summary]) => ({
      ruleVersionId,
      outcome,
      evaluator,
      latencyMs,
      summary,
    }),
  );
}
