import { createHash } from 'node:crypto';

import type { OutputsEvaluated } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

// Sets kept in memory: each is some hundred bytes, and there is one for each change of the rules.
const KNOWN_MAX = 10_000;

/**
 * The sets of rule versions that evaluations went through. Outputs of one task share a set until a
 * rule changes, so an output holds only its number and a search by rule compares numbers.
 */
export class RuleSets {
  /** Ids by the joined versions; those of `#stored` are in the table as well. */
  readonly #ids = new Map<string, string>();
  readonly #stored = new Set<string>();

  /** The number of the evaluation's set; null where no rule applied. */
  idOf({ appliedRules }: OutputsEvaluated): string | null {
    if (appliedRules.length === 0) return null;
    const versions = appliedRules.map(({ ruleVersionId }) => ruleVersionId).join(' ');
    const known = this.#ids.get(versions);
    if (known !== undefined) return known;
    // The number is the set's hash, so that replicas agree without asking each other.
    const id = createHash('sha256').update(versions).digest().readBigInt64BE().toString();
    if (this.#ids.size > KNOWN_MAX) this.#ids.clear();
    this.#ids.set(versions, id);
    return id;
  }

  /** Adds the sets that are missing. Returns what to call after the commit. */
  async remember(tx: Transaction, batch: readonly OutputsEvaluated[]): Promise<() => void> {
    const missing = new Map<string, OutputsEvaluated>();
    for (const evaluation of batch) {
      const id = this.idOf(evaluation);
      const key = `${evaluation.workspaceId}\n${String(id)}`;
      if (id !== null && !this.#stored.has(key)) missing.set(key, evaluation);
    }
    for (const [, { workspaceId, appliedRules, ...rest }] of [...missing].sort(byKey)) {
      const versions = appliedRules.map(({ ruleVersionId }) => ruleVersionId);
      await tx.query(
        `INSERT INTO rule_sets (workspace_id, id, version_ids) VALUES ($1, $2, $3)
         ON CONFLICT DO NOTHING`,
        [workspaceId, this.idOf({ ...rest, workspaceId, appliedRules }), versions],
      );
    }
    return () => {
      if (this.#stored.size > KNOWN_MAX) this.#stored.clear();
      for (const key of missing.keys()) this.#stored.add(key);
    };
  }
}

/** Two writers that add the same sets in the same order cannot wait for each other in a circle. */
function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}
