import type { AppliedRule, JudgeCall } from '@output-review/contracts';

/** The rules of one evaluation as arrays: a third of the size of objects. */
type AppliedRow = readonly [
  ruleVersionId: string,
  outcome: AppliedRule['outcome'],
  evaluator: AppliedRule['evaluator'],
  latencyMs: number,
  summary: string | null,
  /** Absent if no model was used, which is most frequent. */
  judge?: JudgeCall,
];

export function writeAppliedRules(rules: readonly AppliedRule[]): string {
  const rows = rules.map((rule): AppliedRow => {
    const { ruleVersionId, outcome, evaluator, latencyMs, summary, judge } = rule;
    const row = [ruleVersionId, outcome, evaluator, latencyMs, summary] as const;
    return judge ? [...row, judge] : row;
  });
  return JSON.stringify(rows);
}

/** Parses the format of `writeAppliedRules`. */
export function readAppliedRules(text: string | null): AppliedRule[] {
  if (text === null) return [];
  return (JSON.parse(text) as AppliedRow[]).map(
    ([ruleVersionId, outcome, evaluator, latencyMs, summary, judge]) => ({
      ruleVersionId,
      outcome,
      evaluator,
      latencyMs,
      summary,
      ...(judge ? { judge } : {}),
    }),
  );
}
