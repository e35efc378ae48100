import { foldKey, type SqlClient, type Transaction } from '@output-review/runtime';

/** The columns that a substring search covers, by their names in the dictionary. */
export const TERM_COLUMNS = {
  model: 'model',
  session: 'session_id',
  subject: 'subject_id',
  actor: 'actor_id',
} as const;

export type TermField = keyof typeof TERM_COLUMNS;

export const TERM_FIELDS = Object.keys(TERM_COLUMNS) as TermField[];

export interface SearchTerm {
  readonly workspaceId: string;
  readonly field: TermField;
  readonly value: string;
}

/** The searchable fields of an output. Absent fields have no value. */
export interface Labelled {
  readonly workspaceId: string;
  readonly model?: string | null;
  readonly sessionId?: string | null;
  readonly subjectId?: string | null;
  readonly actorId?: string | null;
}

/** The values of outputs that a substring search finds. */
export function termsOf(outputs: readonly Labelled[]): SearchTerm[] {
  const terms: SearchTerm[] = [];
  for (const { workspaceId, model, sessionId, subjectId, actorId } of outputs) {
    const add = (field: TermField, value: string | null | undefined): void => {
      if (typeof value === 'string') terms.push({ workspaceId, field, value });
    };
    add('model', model);
    add('session', sessionId);
    add('subject', subjectId);
    add('actor', actorId);
  }
  return terms;
}

// Values cached in memory so that repeated ones are not written again, about 10 MB.
const KNOWN_MAX = 100_000;
// An arbitrary number that no other lock in this schema uses.
const TERMS_LOCK = 4_200_017;

/** Adds missing terms in its transaction. Returns what to call after the commit. */
type AddTerms = (terms: readonly SearchTerm[]) => Promise<() => void>;

/**
 * The dictionary of values for substring search.
 *
 * A writer skips terms that it has written before. This is safe because removing terms waits for all writers and raises
 * an epoch, and a writer with an older epoch clears its cache.
 */
export class SearchTerms {
  #known = new Set<string>();
  #epoch: string | null = null;

  /**
   * Registers a transaction that may add terms. Must come first in it, before row locks: a removal of terms waits for
   * its end.
   */
  async enter(tx: Transaction): Promise<AddTerms> {
    await tx.query('SELECT pg_advisory_xact_lock_shared($1)', [TERMS_LOCK]);
    const { rows } = await tx.query<{ epoch: string }>('SELECT epoch FROM search_terms_epoch');
    const epoch = rows[0]?.epoch ?? '0';
    if (epoch !== this.#epoch) {
      this.#known = new Set();
      this.#epoch = epoch;
    }
    return (terms) => this.#add(tx, terms, epoch);
  }

  async #add(tx: Transaction, terms: readonly SearchTerm[], epoch: string): Promise<() => void> {
    const missing = new Map<string, SearchTerm>();
    for (const term of terms) {
      const key = `${term.workspaceId}\n${term.field}\n${term.value}`;
      if (!this.#known.has(key)) missing.set(key, term);
    }
    if (missing.size === 0) return () => {};
    await insertTerms(tx, [...missing.values()]);
    return () => {
      this.#cache(epoch, missing.keys());
    };
  }

  #cache(epoch: string, keys: Iterable<string>): void {
    if (epoch !== this.#epoch) return;
    if (this.#known.size > KNOWN_MAX) this.#known = new Set();
    for (const key of keys) this.#known.add(key);
  }
}

async function insertTerms(tx: Transaction, terms: readonly SearchTerm[]): Promise<void> {
  await tx.query({
    name: 'insert-search-terms',
    text: `
      INSERT INTO search_terms (workspace_id, field, value, folded)
      SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[]) AS t (w, f, v, k)
      ORDER BY w COLLATE "C", f COLLATE "C", v COLLATE "C"
      ON CONFLICT DO NOTHING`,
    values: [
      terms.map(({ workspaceId }) => workspaceId),
      terms.map(({ field }) => field),
      terms.map(({ value }) => value),
      terms.map(({ value }) => foldKey(value)),
    ],
  });
}

/** Must come first in a transaction that removes terms: writers of terms wait until it ends. */
export async function lockTerms(tx: Transaction): Promise<void> {
  await tx.query('SELECT pg_advisory_xact_lock($1)', [TERMS_LOCK]);
}

/** Removes the terms that no output has any more: deleted values must not be searchable. */
export async function forgetTerms(tx: SqlClient, terms: readonly SearchTerm[]): Promise<void> {
  let count = 0;
  for (const field of new Set(terms.map((term) => term.field))) {
    const gone = terms.filter((term) => term.field === field);
    // One statement per field: a combined one would read every output that has a value, instead of the first.
    const { rowCount } = await tx.query(
      `DELETE FROM search_terms t
       USING (SELECT DISTINCT * FROM unnest($1::text[], $2::text[]) AS d (w, v)) gone
       WHERE t.workspace_id = gone.w AND t.field = '${field}' AND t.value = gone.v
         AND NOT EXISTS (
           SELECT FROM outputs o
           WHERE o.workspace_id = t.workspace_id AND o.visible AND o.${TERM_COLUMNS[field]} = t.value)`,
      [gone.map(({ workspaceId }) => workspaceId), gone.map(({ value }) => value)],
    );
    count += rowCount ?? 0;
  }
  if (count > 0) await tx.query('UPDATE search_terms_epoch SET epoch = epoch + 1');
}
