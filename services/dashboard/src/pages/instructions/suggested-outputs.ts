import type { Suggestion } from './queries.ts';

type SuggestedOutput = Suggestion['outputs'][number];

/** Outputs of a suggestion that people decided alike and that failed the same rule. */
export interface OutputGroup {
  readonly decision: SuggestedOutput['decision'];
  /** Null for those that failed none. */
  readonly rule: string | null;
  /** How many there are, deleted ones too. */
  readonly count: number;
  /** Those that can still be read. */
  readonly ids: readonly string[];
}

/** What people changed most comes first. An output that failed several rules is in a group of each. */
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
