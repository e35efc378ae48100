import { type AnswerOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { ServiceClient } from '@output-review/runtime';

/** The texts of a version of a rule: immutable. */
export type RuleVersion = AnswerOf<
  typeof INTERNAL_OPERATIONS.lookUpRuleVersions
>['versions'][number];

/** In whose name another service is asked. */
export interface RequestContext {
  readonly workspaceId: string;
  /** The caller's own signed statement, passed on. */
  readonly assertion: string;
}

const LOOK_UP_TIMEOUT_MS = 5_000;
// The operation's own limit of ids.
const IDS_MAX = 2000;
// Most texts are some hundred bytes, but a value may have 64 KiB.
const CACHED_BYTES_MAX = 32 * 1024 * 1024;
// Of a version without its texts, as JavaScript keeps it.
const BYTES_OF_VERSION = 500;

/**
 * Asks the evaluator for texts of rule versions. They never change, so each is asked for once, as long as there is
 * room for it: of more the oldest go.
 */
export class RuleVersions {
  readonly #evaluator: ServiceClient;
  readonly #cached = new Map<string, RuleVersion>();
  #cachedBytes = 0;

  constructor(evaluator: ServiceClient) {
    this.#evaluator = evaluator;
  }

  /** By version id; versions that nobody knows are left out. */
  async lookUp(
    { workspaceId, assertion }: RequestContext,
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

  async #ask(
    { workspaceId, assertion }: RequestContext,
    ids: string[],
  ): Promise<readonly RuleVersion[]> {
    const { versions } = await this.#evaluator.call(INTERNAL_OPERATIONS.lookUpRuleVersions, {
      body: { workspaceId, ids },
      assertion,
      timeoutMs: LOOK_UP_TIMEOUT_MS,
    });
    return versions;
  }

  #remember(workspaceId: string, version: RuleVersion): void {
    const key = `${workspaceId}/${version.ruleVersionId}`;
    // Two who asked at the same time bring it twice.
    if (this.#cached.has(key)) return;
    this.#cached.set(key, version);
    this.#cachedBytes += bytesOf(version);
    for (const [oldest, held] of this.#cached) {
      if (this.#cachedBytes <= CACHED_BYTES_MAX) return;
      this.#cached.delete(oldest);
      this.#cachedBytes -= bytesOf(held);
    }
  }
}

/** At two bytes a character, which most texts do not take. */
function bytesOf({ ruleName, ruleValue }: RuleVersion): number {
  return BYTES_OF_VERSION + 2 * (ruleName.length + ruleValue.length);
}
