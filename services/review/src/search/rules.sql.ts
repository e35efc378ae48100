import { RULE_OUTCOMES, type RuleOutcome } from '@output-review/contracts';
import type { SqlClient } from '@output-review/runtime';

import type { RuleVersion, RuleVersions } from '../details/rule-versions.ts';
import { readSetEntry } from '../outputs/outcomes.sql.ts';
import type { SearchFilter } from './search.pure.ts';

/** A resolved rule filter: numbers of sets, versions and outcomes. */
export type FoundRules =
  | { readonly kind: 'applied'; readonly ruleSets: readonly string[] }
  | { readonly kind: 'any-failed' }
  /** One or more of them failed. */
  | { readonly kind: 'failed'; readonly versions: readonly string[] }
  | { readonly kind: 'any-ended'; readonly outcomes: readonly RuleOutcome[] }
  /** In the format of `outcome_endings`. */
  | {
      readonly kind: 'ended';
      readonly live: readonly Ending[];
      readonly shadow: readonly Ending[];
    };

export interface Ending {
  readonly versionId: string;
  readonly outcome: RuleOutcome;
}

/** Resolves filters to IDs. Rules are requested from the evaluator. */
export interface FilterSources {
  readonly db: SqlClient;
  readonly ruleVersions: Pick<RuleVersions, 'lookUp' | 'findId'>;
}

/**
 * Undefined without a rule filter. Only a filter by version finds shadow rules; other searches leave them out.
 *
 * @param assertion of the caller.
 */
export async function findRules(
  { db, ruleVersions }: FilterSources,
  { workspaceId, ruleId, ruleVersion, ruleOutcomes }: SearchFilter,
  assertion: string,
): Promise<FoundRules | undefined> {
  if (ruleId === undefined && ruleOutcomes === undefined) return undefined;
  const isFailedOnly = ruleOutcomes?.length === 1 && ruleOutcomes[0] === 'failed';
  if (isFailedOnly && ruleId === undefined) return { kind: 'any-failed' };
  if (ruleId === undefined) return { kind: 'any-ended', outcomes: ruleOutcomes ?? [] };
  const endings = (versionIds: readonly string[]): Ending[] =>
    versionIds.flatMap((versionId) =>
      (ruleOutcomes ?? RULE_OUTCOMES).map((outcome) => ({ versionId, outcome })),
    );
  const findAsked = async (ids: readonly string[]) => {
    const texts = await ruleVersions.lookUp({ workspaceId, assertion }, ids);
    const isAsked = (text: RuleVersion | undefined) =>
      text?.ruleId === ruleId && (ruleVersion === undefined || text.ruleVersion === ruleVersion);
    return ids.filter((id) => isAsked(texts.get(id)));
  };
  const findNeverLive = async (number: number): Promise<readonly string[]> => {
    const numbered = { ruleId, ruleVersion: number };
    const id = await ruleVersions.findId({ workspaceId, assertion }, numbered);
    if (id === undefined) return findAsked(await listShadowVersions(db, workspaceId));
    return id === null ? [] : [id];
  };
  const versions = await findAsked(await findAppliedVersions(db, workspaceId));
  if (ruleVersion !== undefined) {
    const live = endings(versions);
    const shadow =
      live.length > 0
        ? await findInShadow(db, workspaceId, live)
        : endings(await findNeverLive(ruleVersion));
    return { kind: 'ended', live, shadow };
  }
  if (ruleOutcomes === undefined) {
    return { kind: 'applied', ruleSets: await findRuleSets(db, workspaceId, versions) };
  }
  if (isFailedOnly) return { kind: 'failed', versions };
  return { kind: 'ended', live: endings(versions), shadow: [] };
}

/** None of these endings if they never occurred in shadow, otherwise all. */
async function findInShadow(
  db: SqlClient,
  workspaceId: string,
  endings: readonly Ending[],
): Promise<readonly Ending[]> {
  // A condition on `is_shadow`, or a limit, would make the planner split the outcomes of all shadow sets.
  const { rows } = await db.query<{ found: boolean | null }>(
    `SELECT bool_or(is_shadow) AS found FROM outcome_sets
     WHERE workspace_id = $1 AND outcome_endings(outcomes) && $2::text[]`,
    [workspaceId, endings.map(writeEnding)],
  );
  return rows[0]?.found ? endings : [];
}

/** In the format of `outcome_endings`. */
export function writeEnding({ versionId, outcome }: Ending): string {
  return `${versionId}:${outcome}`;
}

/** For an evaluator of the previous release: the versions of all shadow rules. They are not part of any rule set. */
async function listShadowVersions(db: SqlClient, workspaceId: string): Promise<string[]> {
  const { rows } = await db.query<{ entry: string }>(
    `SELECT DISTINCT entry FROM outcome_sets, unnest(outcomes) AS entry
     WHERE workspace_id = $1 AND is_shadow`,
    [workspaceId],
  );
  return [...new Set(rows.map(({ entry }) => readSetEntry(entry).versionId))];
}

/** All rule versions that were applied to outputs of a workspace: few, compared with the sets that contain them. */
export async function findAppliedVersions(db: SqlClient, workspaceId: string): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT DISTINCT unnest(version_ids) AS id FROM rule_sets WHERE workspace_id = $1',
    [workspaceId],
  );
  return rows.map(({ id }) => id);
}

/** The rule sets that contain any of these versions. */
async function findRuleSets(
  db: SqlClient,
  workspaceId: string,
  versions: readonly string[],
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    'SELECT id FROM rule_sets WHERE workspace_id = $1 AND version_ids && $2::text[]',
    [workspaceId, versions],
  );
  return rows.map(({ id }) => id);
}
