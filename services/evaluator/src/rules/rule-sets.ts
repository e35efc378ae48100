import type { Database } from '@output-review/runtime';

import { BoundedCache } from '../engine/bounded-cache.ts';
import type { ApplicableRule } from '../engine/compile-rule.ts';
import { holdsFor, makeRuleSet, NO_RULES, type RuleSet } from '../engine/rule-set.ts';
import type { RulePlace } from '../engine/rule.ts';
import type { RuleTools } from '../engine/tools.ts';
import type { ActiveRules, ShadowRule } from './rules.pure.ts';
import { readActiveRules, readVersions } from './rules.sql.ts';

/** The rules of a workspace that are not off. */
export interface WorkspaceRules extends RuleSet {
  /** Shadow rules that apply to an output there, not compiled yet. */
  shadowIn(place: RulePlace): readonly ShadowRule[];
}

interface Kept {
  readonly version: string;
  readonly ruleSet: WorkspaceRules;
}

type LoadedRules = ReadonlyMap<string, WorkspaceRules>;

const NONE: ActiveRules = { live: [], shadow: [] };
const NO_WORKSPACE_RULES: WorkspaceRules = { ...NO_RULES, shadowIn: () => [] };

// Two thousand workspaces with ten rules each, or twenty with a thousand. Compiled patterns and schemas are cached
// elsewhere, by content.
const KEPT_BYTES_MAX = 64 * 1024 * 1024;
const BYTES_OF_RULE = 3_000;
// A workspace without rules is cached too.
const BYTES_OF_SET = 1_000;

/**
 * A cache of compiled rule sets. Every read first queries the versions in one statement, so that a change takes effect
 * as soon as it is answered, on every replica, without an event. Rules are read after their version, so a set may be
 * newer than its version, but never older.
 */
export class RuleSets {
  readonly #db: Database;
  readonly #tools: RuleTools;
  readonly #kept = new BoundedCache<Kept>(KEPT_BYTES_MAX);
  /** Loads in progress, by workspace and version. */
  readonly #loading = new Map<string, Promise<LoadedRules>>();

  constructor(db: Database, tools: RuleTools) {
    this.#db = db;
    this.#tools = tools;
  }

  /** Reads the current rule sets, whichever replica changed them. */
  async read(workspaceIds: Iterable<string>): Promise<(workspaceId: string) => WorkspaceRules> {
    const versions = await readVersions(this.#db, [...new Set(workspaceIds)]);
    const current = new Map<string, WorkspaceRules>();
    const stale = new Map<string, string>();
    for (const [id, version] of versions) {
      const known = this.#kept.get(id);
      if (known?.version === version) current.set(id, known.ruleSet);
      else stale.set(id, version);
    }
    // Return the loaded sets themselves: meanwhile another read may put an older one into the cache.
    const loads = [...this.#share(stale)].map(async ([id, load]) => {
      const ruleSet = (await load).get(id);
      if (ruleSet) current.set(id, ruleSet);
    });
    await Promise.all(loads);
    return (workspaceId) => current.get(workspaceId) ?? NO_WORKSPACE_RULES;
  }

  /**
   * Finds or starts the load for each workspace. A read that misses a version being loaded waits for that load, which
   * also reads the rules after the version. Otherwise each read would keep a copy of a large set in memory.
   */
  #share(stale: ReadonlyMap<string, string>): Map<string, Promise<LoadedRules>> {
    const shared = new Map<string, Promise<LoadedRules>>();
    const own = new Map<string, string>();
    for (const [id, version] of stale) {
      const loading = this.#loading.get(keyOf(id, version));
      if (loading) shared.set(id, loading);
      else own.set(id, version);
    }
    if (own.size === 0) return shared;
    const keys = [...own].map(([id, version]) => keyOf(id, version));
    const load = this.#load(own).finally(() => {
      for (const key of keys) this.#loading.delete(key);
    });
    for (const key of keys) this.#loading.set(key, load);
    for (const id of own.keys()) shared.set(id, load);
    return shared;
  }

  async #load(stale: ReadonlyMap<string, string>): Promise<Map<string, WorkspaceRules>> {
    const rules = await readActiveRules(this.#db, [...stale.keys()]);
    const loaded = new Map<string, WorkspaceRules>();
    for (const [id, version] of stale) {
      const former = this.#kept.get(id)?.ruleSet;
      const { live, shadow } = rules.get(id) ?? NONE;
      const ruleSet = {
        ...makeRuleSet(live, this.#tools, former),
        shadowIn: (place: RulePlace) => shadow.filter((rule) => holdsFor(rule, place)),
      };
      loaded.set(id, ruleSet);
      const bytes = bytesOf([...live, ...shadow]);
      this.#kept.add(id, { version, ruleSet }, () => bytes);
    }
    return loaded;
  }
}

function keyOf(workspaceId: string, version: string): string {
  return `${workspaceId}@${version}`;
}

function bytesOf(rules: readonly ApplicableRule[]): number {
  return rules.reduce((sum, { value }) => sum + BYTES_OF_RULE + 2 * value.length, BYTES_OF_SET);
}
