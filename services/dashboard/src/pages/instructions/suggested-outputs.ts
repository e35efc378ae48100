import type { Suggestion } from './queries.ts';

type SuggestedOutput = Suggestion['outputs'][number];

/** Outputs of a suggestion with the same decision and the same failed rule. */
export interface OutputGroup {
  readonly decision: SuggestedOutput['decision'];
  /** Null for outputs that failed no rule. */
  readonly rule: string | null;
  /** The number of outputs, deleted ones too. */
  readonly count: number;
  /** The outputs that still exist. */
  readonly ids: readonly string[];
}

/** Groups outputs, most frequent first. An output that failed several rules is in several groups. */
export function groupOutputs(outputs: readonly SuggestedOutput[]): OutputGroup[] {
  const groups = new Map<string, OutputGroup>();
  for (const { id, decision, failedRules } of outputs) {
    for (const rule of failedRules.length === 0 ? [null] : failedRules) {
      const key = JSON.stringify([decision, rule]);
      const { count = 0, ids = [] } = groups.get(key) ?? {};
      const known = id === null ? ids : [...ids, id];
      groups.set(key, { decision, rule, count: count + 1, ids: known });
    }
  }
  return [...groups.values()].toSorted((one, other) => other.count - one.count);
}
