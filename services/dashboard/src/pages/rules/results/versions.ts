import type { Estimate, VersionResults } from './queries.ts';

/** The versions of a rule, the newest first; there always is one. */
export interface RuleVersions {
  readonly ruleId: string;
  readonly newest: VersionResults;
  readonly versions: readonly VersionResults[];
}

/** Results by their rules, in the order of the names that these have now. */
export function groupByRule(results: readonly VersionResults[]): readonly RuleVersions[] {
  const byRule = new Map<string, VersionResults[]>();
  for (const each of results) {
    const known = byRule.get(each.ruleId);
    if (known) known.push(each);
    else byRule.set(each.ruleId, [each]);
  }
  return [...byRule]
    .flatMap(([ruleId, ofRule]) => {
      const versions = ofRule.toSorted((one, other) => other.version - one.version);
      const [newest] = versions;
      return newest ? [{ ruleId, newest, versions }] : [];
    })
    .sort((one, other) => one.newest.ruleName.localeCompare(other.newest.ruleName, 'en'));
}

type Estimated = VersionResults & { readonly agreement: Estimate };

/** A version that agrees less with people than the one before it. */
export interface Worsening {
  readonly worse: Estimated;
  readonly before: Estimated;
}

const isEstimated = (version: VersionResults): version is Estimated => version.agreement !== null;

/**
 * The versions that are worse than the one before, the newest first. Chance may account for a difference as long as
 * the intervals touch. A version without enough labels says nothing: the one before it is compared in its place.
 */
export function findWorsenings({ versions }: Pick<RuleVersions, 'versions'>): readonly Worsening[] {
  const known = versions.filter(isEstimated);
  return known.flatMap((worse, at) => {
    const before = known[at + 1];
    return before && worse.agreement.high < before.agreement.low ? [{ worse, before }] : [];
  });
}

/** The worsening that still holds: that of the newest version which can be told. */
export function lastWorsening(rule: Pick<RuleVersions, 'versions'>): Worsening | null {
  const newest = rule.versions.find(isEstimated);
  return findWorsenings(rule).find(({ worse }) => worse === newest) ?? null;
}
