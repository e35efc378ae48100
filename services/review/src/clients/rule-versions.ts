import { INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { ServiceClient } from '@output-review/runtime';

import type { Asking, RuleVersion } from '../use-cases/output-detail.ts';

const LOOK_UP_TIMEOUT_MS = 5_000;
// The operation's own limit of ids.
const IDS_MAX = 2000;
// Texts of rules are small; this many are some megabytes.
const CACHED_MAX = 20_000;

/** Asks the evaluator for texts of rule versions. They never change, so each is asked for once. */
export class RuleVersions {
  readonly #evaluator: ServiceClient;
  readonly #cached = new Map<string, RuleVersion>();

  constructor(evaluator: ServiceClient) {
    this.#evaluator = evaluator;
  }

  /** By version id; versions that nobody knows are left out. */
  async lookUp(
    { workspaceId, assertion }: Asking,
    ids: readonly string[],
  ): Promise<Map<string, RuleVersion>> {
    const found = new Map<string, RuleVersion>();
    const missing: string[] = [];
    for (const id of new Set(ids)) {
      const cached = this.#cached.get(`${workspaceId}/${id}`);
      if (cached) found.set(id, cached);
      else missing.push(id);
    }
    for (let start = 0; start < missing.length; start += IDS_MAX) {
      const part = missing.slice(start, start + IDS_MAX);
      for (const version of await this.#ask({ workspaceId, assertion }, part)) {
        found.set(version.ruleVersionId, version);
        this.#remember(workspaceId, version);
      }
    }
    return found;
  }

  async #ask({ workspaceId, assertion }: Asking, ids: string[]): Promise<readonly RuleVersion[]> {
    const { versions } = await this.#evaluator.call(INTERNAL_OPERATIONS.lookUpRuleVersions, {
      body: { workspaceId, ids },
      assertion,
      timeoutMs: LOOK_UP_TIMEOUT_MS,
    });
    return versions;
  }

  #remember(workspaceId: string, version: RuleVersion): void {
    if (this.#cached.size > CACHED_MAX) this.#cached.clear();
    this.#cached.set(`${workspaceId}/${version.ruleVersionId}`, version);
  }
}
