import type { Estimate, VersionResults } from './queries.ts';

/** The versions of a rule, newest first; at least one. */
export interface RuleVersions {
  readonly ruleId: string;
  readonly newest: VersionResults;
  readonly versions: readonly VersionResults[];
}

/** Groups results by rule, sorted by current name. */
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

/** A version that agrees less with people than the previous one, or a model than the one before. */
interface Worsening<Results> {
  readonly worse: Known<Results>;
  readonly before: Known<Results>;
}

function isEstimated<T extends { readonly agreement: Estimate | null }>(each: T): each is Known<T> {
  return each.agreement !== null;
}

/** If the intervals touch, the difference may be chance. */
function isWorse(one: Known<unknown>, before: Known<unknown>): boolean {
  return one.agreement.high < before.agreement.low;
}

/** Finds versions that are worse than the previous one, newest first. Skips versions with too few labels. */
export function findWorsenings({
  versions,
}: Pick<RuleVersions, 'versions'>): readonly Worsening<VersionResults>[] {
  const known = versions.filter(isEstimated);
  return known.flatMap((worse, at) => {
    const before = known[at + 1];
    return before && isWorse(worse, before) ? [{ worse, before }] : [];
  });
}

/** The worsening of the newest version with an estimate, if any. */
export function lastWorsening(
  rule: Pick<RuleVersions, 'versions'>,
): Worsening<VersionResults> | null {
  const newest = rule.versions.find(isEstimated);
  return findWorsenings(rule).find(({ worse }) => worse === newest) ?? null;
}

/** The worsening by the last change of the newest version's model. Models used on the same days have no order. */
export function worseModel({
  newest,
}: Pick<RuleVersions, 'newest'>): Worsening<ModelResults> | null {
  const [worse, before] = newest.models.filter(isEstimated);
  if (!worse || !before || !isWorse(worse, before)) return null;
  return worse.from === before.from && worse.to === before.to ? null : { worse, before };
}
