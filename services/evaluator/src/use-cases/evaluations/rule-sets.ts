import { BoundedCache } from '../../domain/bounded-cache.ts';
import type { ApplicableRule } from '../../domain/compile-rule.ts';
import type { RuleTools } from '../../domain/rule-tools.ts';
import { makeRuleSet, NO_RULES, type RuleSet } from '../../domain/rule-set.ts';

export interface RuleSetStore {
  /** The version of each workspace's rules; none where it never had a rule. */
  readVersions(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The active rules of each workspace, oldest first. */
  readActiveRules(
    workspaceIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly ApplicableRule[]>>;
}

export interface RuleSets {
  /** The rule sets as they are at this moment, whoever changed them. */
  read(workspaceIds: Iterable<string>): Promise<(workspaceId: string) => RuleSet>;
}

interface Kept {
  readonly version: string;
  readonly ruleSet: RuleSet;
}

// Two thousand workspaces with ten rules each, or twenty with a thousand. What is made of patterns and
// schemas is kept elsewhere, by what they are.
const KEPT_BYTES_MAX = 64 * 1024 * 1024;
const BYTES_OF_RULE = 3_000;

/**
 * Keeps compiled rule sets. Every read first asks for the versions, in one statement: a rule holds
 * from its answer on, on every replica, without an event. Rules are read after their version, so a
 * set may be newer than the version that it is kept under, and never older.
 */
export function makeRuleSets(store: RuleSetStore, tools: RuleTools): RuleSets {
  const kept = new BoundedCache<Kept>(KEPT_BYTES_MAX);

  const load = async (stale: ReadonlyMap<string, string>): Promise<Map<string, RuleSet>> => {
    const rules = await store.readActiveRules([...stale.keys()]);
    const loaded = new Map<string, RuleSet>();
    for (const [id, version] of stale) {
      const ruleSet = makeRuleSet(rules.get(id) ?? [], tools, kept.get(id)?.ruleSet);
      loaded.set(id, ruleSet);
      const bytes = bytesOf(rules.get(id) ?? []);
      kept.add(id, { version, ruleSet }, () => bytes);
    }
    return loaded;
  };

  return {
    read: async (workspaceIds) => {
      const versions = await store.readVersions([...new Set(workspaceIds)]);
      const current = new Map<string, RuleSet>();
      const stale = new Map<string, string>();
      for (const [id, version] of versions) {
        const known = kept.get(id);
        if (known?.version === version) current.set(id, known.ruleSet);
        else stale.set(id, version);
      }
      // What was loaded is handed on from here: another read may keep an older set meanwhile.
      const loaded = stale.size > 0 ? await load(stale) : new Map<string, RuleSet>();
      return (workspaceId) => current.get(workspaceId) ?? loaded.get(workspaceId) ?? NO_RULES;
    },
  };
}

function bytesOf(rules: readonly ApplicableRule[]): number {
  return rules.reduce((sum, { value }) => sum + BYTES_OF_RULE + 2 * value.length, 0);
}
