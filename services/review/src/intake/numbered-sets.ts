import { createHash } from 'node:crypto';

import type { AppliedRule } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

import { writeSetEntry } from '../outputs/outcomes.sql.ts';
import { toArrayLiteral } from './columns.ts';

// Sets cached in memory, a few hundred bytes each. There is one per change of the rules, and one per combination of
// outcomes.
const KNOWN_MAX = 10_000;

interface Evaluation {
  readonly workspaceId: string;
  readonly appliedRules: readonly AppliedRule[];
}

/** The contents of a set and its table. */
interface SetKind {
  readonly entryOf: (rule: AppliedRule) => string;
  readonly insert: string;
}

const insertInto = (table: string, columns: string, values: string): string => `
  INSERT INTO ${table} (workspace_id, id, ${columns})
  SELECT w, i, ${values} FROM unnest($1::text[], $2::bigint[], $3::text[]) AS sets (w, i, s)
  ORDER BY w COLLATE "C", i
  ON CONFLICT DO NOTHING`;

/** The rule versions of an evaluation. Search by rule compares numbers. */
export const RULE_SETS: SetKind = {
  entryOf: ({ ruleVersionId }) => ruleVersionId,
  insert: insertInto('rule_sets', 'version_ids', 's::text[]'),
};

/** The outcome of each of them. */
export const OUTCOME_SETS: SetKind = {
  entryOf: writeSetEntry,
  insert: insertInto('outcome_sets', 'outcomes, is_shadow', 's::text[], false'),
};

/** The outcomes of shadow rules. */
export const SHADOW_SETS: SetKind = {
  entryOf: writeSetEntry,
  insert: insertInto('outcome_sets', 'outcomes, is_shadow', 's::text[], true'),
};

/** Sets that many outputs share, so that an output stores only a number. */
export class NumberedSets {
  readonly #kind: SetKind;
  /** IDs by the joined entries. Those in `#stored` are also in the table. */
  readonly #ids = new Map<string, string>();
  readonly #stored = new Set<string>();

  constructor(kind: SetKind) {
    this.#kind = kind;
  }

  /** The number of the evaluation's set, null if no rule applied. */
  idOf({ appliedRules }: Pick<Evaluation, 'appliedRules'>): string | null {
    if (appliedRules.length === 0) return null;
    const entries = appliedRules.map(this.#kind.entryOf).join(' ');
    const known = this.#ids.get(entries);
    if (known !== undefined) return known;
    // The number is the set's hash, so that replicas agree without coordination.
    const id = createHash('sha256').update(entries).digest().readBigInt64BE().toString();
    if (this.#ids.size > KNOWN_MAX) this.#ids.clear();
    this.#ids.set(entries, id);
    return id;
  }

  /** Adds missing sets. Returns what to call after the commit. */
  async remember(tx: Transaction, batch: readonly Evaluation[]): Promise<() => void> {
    const missing = new Map<string, readonly [workspaceId: string, id: string, entries: string]>();
    for (const evaluation of batch) {
      const { workspaceId, appliedRules } = evaluation;
      const id = this.idOf(evaluation);
      const key = `${workspaceId}\n${String(id)}`;
      if (id === null || this.#stored.has(key) || missing.has(key)) continue;
      const entries = toArrayLiteral(appliedRules.map(this.#kind.entryOf));
      missing.set(key, [workspaceId, id, entries]);
    }
    // Writers that add the same sets in the same order cannot deadlock.
    const rows = [...missing.values()];
    if (rows.length > 0) {
      await tx.query(this.#kind.insert, [
        rows.map(([workspaceId]) => workspaceId),
        rows.map(([, id]) => id),
        rows.map(([, , entries]) => entries),
      ]);
    }
    return () => {
      if (this.#stored.size > KNOWN_MAX) this.#stored.clear();
      for (const key of missing.keys()) this.#stored.add(key);
    };
  }
}
