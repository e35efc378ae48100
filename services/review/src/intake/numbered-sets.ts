import { hash } from 'node:crypto';

import type { AppliedRule, OutputsEvaluated } from '@output-review/contracts';
import type { Transaction } from '@output-review/runtime';

import { writeSetEntry } from '../outputs/outcomes.sql.ts';
import { toArrayLiteral } from './columns.ts';

// Keys of sets cached in memory, about a hundred bytes each. There is one per change of the rules, and one per
// combination of outcomes. Not their contents: a thousand rules of independent outcomes are 45 KB per output.
const KNOWN_MAX = 10_000;

type Evaluation = Pick<OutputsEvaluated, 'workspaceId' | 'appliedRules'>;

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
  /** The numbers of evaluations that are being stored. */
  readonly #ids = new WeakMap<readonly AppliedRule[], string>();
  /** The keys of sets that are in the table. */
  readonly #stored = new Set<string>();

  constructor(kind: SetKind) {
    this.#kind = kind;
  }

  /** The number of the evaluation's set: its hash, so that replicas agree without coordination. Null without rules. */
  idOf({ appliedRules }: Pick<Evaluation, 'appliedRules'>): string | null {
    if (appliedRules.length === 0) return null;
    const known = this.#ids.get(appliedRules);
    if (known !== undefined) return known;
    const entries = appliedRules.map(this.#kind.entryOf).join(' ');
    const id = hash('sha256', entries, 'buffer').readBigInt64BE().toString();
    this.#ids.set(appliedRules, id);
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
