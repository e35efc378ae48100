import { JUDGE_PROVIDERS, type JudgeProvider } from '@output-review/contracts';
import type { Database, SqlClient, Transaction } from '@output-review/runtime';
import type { SealedColumn } from '@output-review/shared-kernel';

import { type JudgeEntry, NO_JUDGES_OF_ITS_OWN, type WorkspaceJudges } from './judges.pure.ts';

/** Reads the judge settings of a workspace. */
export async function readJudges(client: SqlClient, workspaceId: string): Promise<WorkspaceJudges> {
  const { rows } = await client.query<Row>({ ...READ, values: [workspaceId] });
  const [first] = rows;
  if (!first) return NO_JUDGES_OF_ITS_OWN;
  return {
    defaultProvider: providerOf(first.defaultProvider),
    skipsWhenFlagged: first.skipsWhenFlagged,
    entries: rows.flatMap((row): JudgeEntry[] => {
      const provider = providerOf(row.provider);
      const { model, baseUrl, sealedKey, inputPerMillion, outputPerMillion } = row;
      const entry = { model, baseUrl, sealedKey, inputPerMillion, outputPerMillion };
      return provider === null ? [] : [{ provider, ...entry }];
    }),
  };
}

/** The workspaces among these that skip judges if an exact rule has failed. */
export async function findSkipping(
  db: Database,
  workspaceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const query = { ...FIND_SKIPPING, values: [workspaceIds] };
  const { rows } = await db.query<{ readonly workspaceId: string }>(query);
  return new Set(rows.map(({ workspaceId }) => workspaceId));
}

/** Reads the judge settings and blocks other changes to them until the transaction ends. */
export async function lockJudges(tx: Transaction, workspaceId: string): Promise<WorkspaceJudges> {
  await tx.query(LOCK, [workspaceId]);
  return readJudges(tx, workspaceId);
}

export async function writeJudges(
  tx: Transaction,
  workspaceId: string,
  { defaultProvider, skipsWhenFlagged, entries }: WorkspaceJudges,
): Promise<void> {
  await tx.query(UPDATE, [workspaceId, defaultProvider, skipsWhenFlagged]);
  await tx.query('DELETE FROM judge_providers WHERE workspace_id = $1', [workspaceId]);
  await tx.query(INSERT_ENTRIES, [
    workspaceId,
    ...ENTRY_FIELDS.map((field) => entries.map((entry) => entry[field])),
  ]);
}

/** The keys of workspaces' judges, each encrypted for its own `placeOfKey`. */
export const SEALED_JUDGE_KEYS: SealedColumn = {
  what: 'keys of judges',
  table: 'judge_providers',
  key: ['workspace_id', 'provider'],
  column: 'sealed_key',
  place: `concat('judge key ', workspace_id, ' ', provider, ' ', base_url)`,
};

/** One row per entry, or a single one without an entry. */
interface Row extends Omit<JudgeEntry, 'provider'> {
  readonly defaultProvider: string | null;
  readonly skipsWhenFlagged: boolean;
  readonly provider: string | null;
}

/** Also null for a provider that only a newer release knows. */
function providerOf(name: string | null): JudgeProvider | null {
  return JUDGE_PROVIDERS.find((each) => each === name) ?? null;
}

const ENTRY_FIELDS = [
  ...(['provider', 'model', 'baseUrl', 'sealedKey'] as const),
  ...(['inputPerMillion', 'outputPerMillion'] as const),
];

const READ = {
  name: 'read_workspace_judges',
  text: `
SELECT judges.default_provider AS "defaultProvider", judges.skips_when_flagged AS "skipsWhenFlagged",
  entries.provider, entries.model, entries.base_url AS "baseUrl", entries.sealed_key AS "sealedKey",
  entries.input_per_million AS "inputPerMillion", entries.output_per_million AS "outputPerMillion"
FROM workspace_judges AS judges LEFT JOIN judge_providers AS entries USING (workspace_id)
WHERE judges.workspace_id = $1 ORDER BY entries.position`,
};

const FIND_SKIPPING = {
  name: 'find_skipping_workspaces',
  text: `
SELECT workspace_id AS "workspaceId" FROM workspace_judges
WHERE workspace_id = ANY($1) AND skips_when_flagged`,
};

// Writes an existing row too, to lock it.
const LOCK = `
INSERT INTO workspace_judges (workspace_id) VALUES ($1)
ON CONFLICT (workspace_id) DO UPDATE SET workspace_id = excluded.workspace_id`;

const UPDATE = `
UPDATE workspace_judges SET default_provider = $2, skips_when_flagged = $3 WHERE workspace_id = $1`;

const INSERT_ENTRIES = `
INSERT INTO judge_providers (
  workspace_id, provider, model, base_url, sealed_key, input_per_million, output_per_million, position
)
SELECT $1, entries.*
FROM unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[])
  WITH ORDINALITY AS entries (
    provider, model, base_url, sealed_key, input_per_million, output_per_million, position
  )`;
