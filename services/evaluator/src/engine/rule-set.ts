import { type ApplicableRule, type CompiledRule, compileRule } from './compile-rule.ts';
import type { RulePlace } from './rule.ts';
import type { RuleTools } from './tools.ts';

/** The active rules of a workspace at one version, ready to apply. */
export interface RuleSet {
  /** The rules that apply to an output there: global ones, its project's, its task's. */
  applicableTo(place: RulePlace): readonly CompiledRule[];
  /** By the id of the rule's version, for reuse by the next rule set. */
  readonly compiled: ReadonlyMap<string, CompiledRule>;
}

export const NO_RULES: RuleSet = { applicableTo: () => [], compiled: new Map() };

/** Compiles only versions that `former` has not compiled. A version never changes. */
export function makeRuleSet(
  rules: readonly ApplicableRule[],
  tools: RuleTools,
  former: RuleSet = NO_RULES,
): RuleSet {
  const compiled = new Map(
    rules.map((rule) => [
      rule.versionId,
      former.compiled.get(rule.versionId) ?? compileRule(rule, tools),
    ]),
  );
  const all = [...compiled.values()];
  const scopedTo = new Set(all.flatMap(({ rule }) => rule.taskId ?? rule.projectId ?? []));
  const byPlace = new Map<string, readonly CompiledRule[]>();

  return {
    compiled,
    applicableTo: (place) => {
      // Places without rules of their own share one list, so there are at most as many lists as rules.
      const narrowed = {
        projectId:
          place.projectId !== null && scopedTo.has(place.projectId) ? place.projectId : null,
        taskId: place.taskId !== null && scopedTo.has(place.taskId) ? place.taskId : null,
      };
      const key = `${narrowed.projectId ?? ''}/${narrowed.taskId ?? ''}`;
      const known = byPlace.get(key);
      if (known) return known;
      const applicable = all.filter(({ rule }) => holdsFor(rule, narrowed));
      byPlace.set(key, applicable);
      return applicable;
    },
  };
}

/** Whether a place is in the scope of a rule. */
export function holdsFor(rule: RulePlace, place: RulePlace): boolean {
  if (rule.taskId !== null) return rule.taskId === place.taskId;
  return rule.projectId === null || rule.projectId === place.projectId;
}
