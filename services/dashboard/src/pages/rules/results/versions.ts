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

type ModelResults = VersionResults['models'][number];
type Known<T> = T & { readonly agreement: Estimate };

/** A version that agrees less with people than the one before it. */
interface Worsening {
  readonly worse: Known<VersionResults>;
  readonly before: Known<VersionResults>;
}

function isEstimated<T extends { readonly agreement: Estimate | null }>(each: T): each is Known<T> {
  return each.agreement !== null;
}

/** Chance may account for a difference as long as the intervals touch. */
function isWorse(one: Known<unknown>, before: Known<unknown>): boolean {
  return one.agreement.high < before.agreement.low;
}

/**
 * The versions that are worse than the one before, the newest first. A version without enough labels says nothing: the one before it is compared in its place.
 */
export function findWorsenings({ versions }: Pick<RuleVersions, 'versions'>): readonly Worsening[] {
  const known = versions.filter(isEstimated);
  return known.flatMap((worse, at) => {
    const before = known[at + 1];
    return before && isWorse(worse, before) ? [{ worse, before }] : [];
  });
}

/** The worsening that still holds: that of the newest version which can be told. */
export function lastWorsening(rule: Pick<RuleVersions, 'versions'>): Worsening | null {
  const newest = rule.versions.find(isEstimated);
  return findWorsenings(rule).find(({ worse }) => worse === newest) ?? null;
}

/** A model that judges less as people do than the one that the same version of the rule asked before. */
interface ModelWorsening {
  readonly worse: Known<ModelResults>;
  readonly before: Known<ModelResults>;
}

/** Of the newest version. Models that were asked on the same days have no order. */
export function worseModel({ newest }: Pick<RuleVersions, 'newest'>): ModelWorsening | null {
  const [worse, before] = newest.models.filter(isEstimated);
  if (!worse || !before || !isWorse(worse, before)) return null;
  return worse.from === before.from && worse.to === before.to ? null : { worse, before };
}
