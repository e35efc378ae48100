import type { OutputsSubmitted, ProjectsChanged } from '@output-review/contracts';
import { foldKey, newestInKeyOrder, type Transaction } from '@output-review/runtime';

import { toArrayLiteral } from './columns.ts';

// IDs cached in memory so that not every output tries to insert a name. There are few names.
const KNOWN_MAX = 50_000;

interface NewName {
  readonly workspaceId: string;
  readonly kind: 'project' | 'task';
  readonly id: string;
  readonly projectId: string | null;
  readonly name: string;
}

/** The names of projects and tasks. A submission adds a missing one. Changes arrive as events. */
export class Names {
  readonly #known = new Set<string>();

  /** Adds missing names. Returns what to call after the commit. */
  async remember(tx: Transaction, submissions: readonly OutputsSubmitted[]): Promise<() => void> {
    const missing = new Map<string, NewName>();
    for (const { workspaceId, projectId, projectName, taskId, taskName } of submissions) {
      const project = keyOf(workspaceId, projectId);
      if (!this.#known.has(project)) {
        const of = { workspaceId, id: projectId, projectId: null };
        missing.set(project, { ...of, kind: 'project', name: projectName });
      }
      if (taskId === null || taskName === null) continue;
      const task = keyOf(workspaceId, taskId);
      if (this.#known.has(task)) continue;
      missing.set(task, { workspaceId, kind: 'task', id: taskId, projectId, name: taskName });
    }
    if (missing.size === 0) return () => {};
    await insertNames(tx, [...missing.values()]);
    return () => {
      if (this.#known.size > KNOWN_MAX) this.#known.clear();
      for (const key of missing.keys()) this.#known.add(key);
    };
  }
}

function keyOf(workspaceId: string, id: string): string {
  return `${workspaceId}\n${id}`;
}

async function insertNames(tx: Transaction, names: readonly NewName[]): Promise<void> {
  await tx.query({
    name: 'insert-names',
    text: `
      INSERT INTO names (workspace_id, kind, id, project_id, name, name_key, version)
      SELECT w, k, i, p, n, f, 0
      FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
        AS t (w, k, i, p, n, f)
      ORDER BY w COLLATE "C", k COLLATE "C", i COLLATE "C"
      ON CONFLICT DO NOTHING`,
    values: [
      names.map(({ workspaceId }) => workspaceId),
      names.map(({ kind }) => kind),
      names.map(({ id }) => id),
      names.map(({ projectId }) => projectId),
      names.map(({ name }) => name),
      names.map(({ name }) => foldKey(name)),
    ],
  });
}

/** Keeps the newest version of each name. Older versions change nothing. Absent rates and groups stay unchanged. */
export async function applyNameChanges(
  tx: Transaction,
  changes: readonly ProjectsChanged[],
): Promise<void> {
  const sorted = newestInKeyOrder(
    changes,
    ({ workspaceId, kind, id }) => `${workspaceId}\n${kind}\n${id}`,
  );
  await tx.query(
    `INSERT INTO names AS n (
       workspace_id, kind, id, project_id, name, name_key, alias_keys, version, deleted, sample_rate,
       review_group, escalation_group
     )
     SELECT w, k, i, p, t.n, f, a::text[], v, d,
       CASE WHEN d THEN NULL WHEN has_rate THEN r ELSE held.sample_rate END,
       CASE WHEN d THEN NULL WHEN has_groups THEN rg ELSE held.review_group END,
       CASE WHEN d THEN NULL WHEN has_groups THEN eg ELSE held.escalation_group END
     FROM unnest(
       $1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::integer[], $9::boolean[], $10::float8[], $11::boolean[],
       $12::text[], $13::text[], $14::boolean[]
     ) AS t (w, k, i, p, n, f, a, v, d, r, has_rate, rg, eg, has_groups)
     LEFT JOIN names held ON held.workspace_id = w AND held.kind = k AND held.id = i
     ORDER BY w COLLATE "C", k COLLATE "C", i COLLATE "C"
     ON CONFLICT (workspace_id, kind, id) DO UPDATE SET
       project_id = excluded.project_id, name = excluded.name, name_key = excluded.name_key,
       alias_keys = excluded.alias_keys, version = excluded.version, deleted = excluded.deleted,
       sample_rate = excluded.sample_rate, review_group = excluded.review_group,
       escalation_group = excluded.escalation_group
     WHERE n.version < excluded.version`,
    [
      sorted.map(({ workspaceId }) => workspaceId),
      sorted.map(({ kind }) => kind),
      sorted.map(({ id }) => id),
      sorted.map(({ projectId }) => projectId),
      sorted.map(({ name }) => name),
      sorted.map(({ name }) => foldKey(name)),
      sorted.map(({ aliasKeys }) => toArrayLiteral(aliasKeys)),
      sorted.map(({ version }) => version),
      sorted.map(({ deleted }) => deleted),
      sorted.map(({ sampleRate }) => sampleRate ?? null),
      sorted.map(({ sampleRate }) => sampleRate !== undefined),
      sorted.map(({ reviewGroupId }) => reviewGroupId ?? null),
      sorted.map(({ escalationGroupId }) => escalationGroupId ?? null),
      sorted.map(({ reviewGroupId }) => reviewGroupId !== undefined),
    ],
  );
}
