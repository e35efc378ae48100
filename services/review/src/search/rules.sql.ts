import type { RuleOutcome } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import { readSetEntry, type SetEntry } from '../outputs/outcomes.sql.ts';
import type { SearchFilter } from './search.pure.ts';

/** What a filter by rules has become: numbers of sets, and versions. */
export type FoundRules =
  | { readonly kind: 'applied'; readonly ruleSets: readonly string[] }
  | { readonly kind: 'any-failed' }
  /** Of which one or more failed. */
  | { readonly kind: 'failed'; readonly versions: readonly string[] }
  | {
      readonly kind: 'ended';
      readonly live: readonly string[];
      readonly shadow: readonly string[];
      /** Whether an output of a live set cannot have passed. */
      readonly isNeverPass: boolean;
    };

interface AskedRule {
  readonly ruleId: string;
  readonly ruleVersion: number | undefined;
}

/** Finds the versions of a rule among these; asked of whoever keeps the rules. */
export type FindVersionsOfRule = (
  rule: AskedRule,
  versionIds: readonly string[],
) => Promise<Set<string>>;

interface RuleFilter extends Pick<SearchFilter, 'workspaceId'> {
  readonly ruleId: string | undefined;
  readonly ruleVersion: number | undefined;
  readonly ruleOutcomes: readonly RuleOutcome[] | undefined;
}

/**
 * Undefined where nothing is asked of rules. Rules in shadow are found by their version alone: elsewhere a search
 * leaves them out.
 */
export async function findRules(
  db: SqlClient,
  { workspaceId, ruleId, ruleVersion, ruleOutcomes }: RuleFilter,
  findVersions: FindVersionsOfRule,
): Promise<FoundRules | undefined> {
  if (ruleId === undefined && ruleOutcomes === undefined) return undefined;
  const isFailedOnly = ruleOutcomes?.length === 1 && ruleOutcomes[0] === 'failed';
  if (isFailedOnly && ruleId === undefined) return { kind: 'any-failed' };
  if (ruleVersion === undefined && (ruleOutcomes === undefined || isFailedOnly)) {
    const { versions, ruleSets } = await findApplied(db, workspaceId, (ids) =>
      findVersions({ ruleId: ruleId ?? '', ruleVersion }, ids),
    );
    return isFailedOnly ? { kind: 'failed', versions } : { kind: 'applied', ruleSets };
  }
  const isShadowToo = ruleVersion !== undefined;
  const ended = await listEntries(db, workspaceId, isShadowToo);
  const ids = [...new Set(ended.map(({ versionId }) => versionId))];
  const versions =
    ruleId === undefined ? new Set(ids) : await findVersions({ ruleId, ruleVersion }, ids);
  const asked = ended.filter(
    ({ versionId, outcome }) =>
      versions.has(versionId) && (ruleOutcomes?.includes(outcome) ?? true),
  );
  const { rows } = await db.query<{ id: string; is_shadow: boolean }>(
    // Whether arrays overlap takes as long as the one times the other.
    `SELECT id, is_shadow FROM outcome_sets
     WHERE workspace_id = $1 AND ($3 OR NOT is_shadow)
       AND EXISTS (SELECT FROM unnest(outcomes) AS entry WHERE entry = ANY ($2::text[]))`,
    [workspaceId, asked.map(({ entry }) => entry), isShadowToo],
  );
  return {
    kind: 'ended',
    live: rows.filter((set) => !set.is_shadow).map(({ id }) => id),
    shadow: rows.filter((set) => set.is_shadow).map(({ id }) => id),
    isNeverPass: ruleOutcomes?.every((each) => each === 'failed' || each === 'error') ?? false,
  };
}

/**
 * The ways in which versions of rules ended. The sets of them stay in the database: where many rules fail
 * independently there are nearly as many as outputs.
 */
async function listEntries(
  db: SqlClient,
  workspaceId: string,
  isShadowToo: boolean,
): Promise<(SetEntry & { readonly entry: string })[]> {
  const { rows } = await db.query<{ entry: string }>(
    `SELECT DISTINCT entry FROM outcome_sets, unnest(outcomes) AS entry
     WHERE workspace_id = $1 AND ($2 OR NOT is_shadow)`,
    [workspaceId, isShadowToo],
  );
  return rows.map(({ entry }) => ({ entry, ...readSetEntry(entry) }));
}

/** The versions of a rule that outputs were held against, and the sets of rules that they were in. */
async function findApplied(
  db: SqlClient,
  workspaceId: string,
  findVersions: (versionIds: readonly string[]) => Promise<Set<string>>,
): Promise<{ versions: string[]; ruleSets: string[] }> {
  const { rows } = await db.query<{ id: string; version_ids: string[] }>(
    'SELECT id, version_ids FROM rule_sets WHERE workspace_id = $1',
    [workspaceId],
  );
  const all = [...new Set(rows.flatMap(({ version_ids: ids }) => ids))];
  if (all.length === 0) return { versions: [], ruleSets: [] };
  const versions = await findVersions(all);
  const sets = rows.filter(({ version_ids: ids }) => ids.some((id) => versions.has(id)));
  return { versions: [...versions], ruleSets: sets.map(({ id }) => id) };
}
