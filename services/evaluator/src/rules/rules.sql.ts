import type { BodyOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import type { Database, SqlClient, Transaction } from '@output-review/runtime';
import { makeRegistryReplica, type RegistryReplica } from '@output-review/shared-kernel';

import type { ApplicableRule } from '../engine/compile-rule.ts';
import type { Rule } from '../engine/rule.ts';
import type {
  ActiveRules,
  NamedRule,
  RuleRef,
  RulesSize,
  RuleVersion,
  ShadowRule,
} from './rules.pure.ts';

/** Oldest first, with the current names of their places. */
export async function listNamedRules(db: Database, workspaceId: string): Promise<NamedRule[]> {
  const { rows } = await db.query<NamedRow>(LIST, [workspaceId]);
  return rows.map(toNamedRule);
}

/** Null if the rule does not exist. */
export async function findNamedRule(
  db: SqlClient,
  { workspaceId, id }: RuleRef,
): Promise<NamedRule | null> {
  const { rows } = await db.query<NamedRow>(FIND, [workspaceId, id]);
  return rows[0] ? toNamedRule(rows[0]) : null;
}

type WantedVersions = BodyOf<typeof INTERNAL_OPERATIONS.lookUpRuleVersions>;
type NumberedVersion = NonNullable<WantedVersions['numbered']> &
  Pick<WantedVersions, 'workspaceId'>;

/** The immutable content of rule versions. Values that are not requested are not read. */
export async function findRuleVersions(
  db: Database,
  { workspaceId, ids, valueBytesMax }: WantedVersions,
): Promise<RuleVersion[]> {
  const wanted = [workspaceId, [...new Set(ids)], valueBytesMax ?? null];
  const { rows } = await db.query<RuleVersion>(VERSIONS, wanted);
  return rows;
}

/** Null if the rule has no version with this number. */
export async function findVersionId(
  db: Database,
  { workspaceId, ruleId, ruleVersion }: NumberedVersion,
): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(VERSION_ID, [workspaceId, ruleId, ruleVersion]);
  return rows[0]?.id ?? null;
}

/** All versions of a rule, latest first, up to a limit. */
export async function listVersionIds(
  db: Database,
  { workspaceId, id }: RuleRef,
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(VERSION_IDS, [workspaceId, id]);
  return rows.map((row) => row.id);
}

/** Versions of rules ready to apply, by version id, including those of deleted rules. */
export async function findApplicableRules(
  db: Database,
  workspaceId: string,
  versionIds: readonly string[],
): Promise<ReadonlyMap<string, ApplicableRule>> {
  const { rows } = await db.query<ApplicableRule>({
    ...FIND_RULES,
    values: [workspaceId, versionIds],
  });
  return new Map(rows.map((rule) => [rule.versionId, rule]));
}

/** The version of each workspace's rules; omits workspaces that never had a rule. */
export async function readVersions(
  db: Database,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.query<VersionRow>({ ...READ_VERSIONS, values: [workspaceIds] });
  return new Map(rows.map(({ workspaceId, version }) => [workspaceId, version]));
}

/** The rules of each workspace that are not off, oldest first. */
export async function readActiveRules(
  db: Database,
  workspaceIds: readonly string[],
): Promise<ReadonlyMap<string, ActiveRules>> {
  const { rows } = await db.query<ActiveRow>({ ...READ_ACTIVE, values: [workspaceIds] });
  const byWorkspace = new Map<string, { live: ApplicableRule[]; shadow: ShadowRule[] }>();
  for (const { workspaceId, isLive, shadowRate, ...rule } of rows) {
    const rules = byWorkspace.get(workspaceId) ?? { live: [], shadow: [] };
    byWorkspace.set(workspaceId, rules);
    if (isLive) rules.live.push(rule);
    else rules.shadow.push({ ...rule, shadowRate });
  }
  return byWorkspace;
}

export async function measureRules(db: SqlClient, workspaceId: string): Promise<RulesSize> {
  const { rows } = await db.query<RulesSize>(MEASURE, [workspaceId]);
  return rows[0] ?? { rules: 0, valueBytes: 0 };
}

/**
 * Increments the version of a workspace's rules. Its row lock serializes the writes to them, which makes the limits of
 * their number and size exact.
 */
export async function lockRules(tx: SqlClient, workspaceId: string): Promise<void> {
  await tx.query(RAISE_VERSION, [workspaceId]);
}

/** The names of places that rules refer to, and the projects and tasks that are closed to rules. */
export function openRegistry(db: Database): RegistryReplica {
  return makeRegistryReplica(db, { lock: lockRules, inUseSql: IN_USE });
}

// The following functions write the rules of a workspace whose lock the transaction holds; see `lockRules`.

/** Rules that require the approval of a group. */
export async function findRulesOf(
  tx: Transaction,
  workspaceId: string,
  groupId: string,
): Promise<Rule[]> {
  const { rows } = await tx.query<RuleRow>(FIND_ALL, [workspaceId]);
  return rows.map(toRule).filter(({ approvals }) => approvals?.groupIds?.includes(groupId));
}

/** Stores a new version: its content permanently, and as the current state of the rule. */
export async function saveRule(tx: Transaction, rule: Rule): Promise<void> {
  const { workspaceId, id, version, versionId, name, type, value, projectId, taskId } = rule;
  const { llmJudgeProvider, llmJudgeModel, judgeFiles, approvals, updatedAt } = rule;
  const { description, mode, shadowRate, createdAt } = rule;
  const shared = [
    ...[workspaceId, id, version, versionId, name, type, value, projectId, taskId],
    ...[llmJudgeProvider, llmJudgeModel, judgeFiles, approvals, updatedAt],
  ];
  await tx.query(ADD_VERSION, shared);
  const own = [description, mode === 'live', mode === 'shadow', shadowRate, createdAt];
  await tx.query(SAVE, [...shared, ...own]);
}

/** Keeps its versions, since results refer to them. */
export async function deleteRuleRow(tx: Transaction, { workspaceId, id }: RuleRef): Promise<void> {
  await tx.query(DELETE, [workspaceId, id]);
}

/**
 * The stored state of a rule. Shadow mode has a column beside `is_active`, which is then false. Otherwise a replica of
 * the previous release would apply the rule as a live one.
 */
interface RuleRow extends Omit<Rule, 'mode'> {
  readonly isActive: boolean;
  readonly isShadow: boolean;
}

/** If a replica of the previous release activates a shadow rule, the rule is live although `is_shadow` stays set. */
function toRule({ isActive, isShadow, ...rule }: RuleRow): Rule {
  if (isActive) return { ...rule, mode: 'live' };
  return { ...rule, mode: isShadow ? 'shadow' : 'off' };
}

interface NamedRow extends RuleRow {
  readonly projectName: string | null;
  readonly taskName: string | null;
}

function toNamedRule({ projectName, taskName, ...row }: NamedRow): NamedRule {
  return { rule: toRule(row), projectName, taskName };
}

interface VersionRow {
  readonly workspaceId: string;
  /** A bigint, which pg returns as a string. */
  readonly version: string;
}

interface ActiveRow extends ShadowRule {
  readonly workspaceId: string;
  readonly isLive: boolean;
}

/** The columns of an `ApplicableRule`, of a rule or version `r`. */
const APPLICABLE = `r.version_id AS "versionId", r.version, r.name, r.type, r.value,
  r.project_id AS "projectId", r.task_id AS "taskId", r.llm_judge_provider AS "llmJudgeProvider",
  r.llm_judge_model AS "llmJudgeModel", r.judge_files AS "judgeFiles", r.approvals`;

const COLUMNS = `r.workspace_id AS "workspaceId", r.id, ${APPLICABLE}, r.description,
  r.is_active AS "isActive", r.is_shadow AS "isShadow", r.shadow_rate AS "shadowRate",
  r.created_at AS "createdAt", r.updated_at AS "updatedAt"`;

const FIND_ALL = `SELECT ${COLUMNS} FROM rules r WHERE r.workspace_id = $1`;

const ADD_VERSION = `
INSERT INTO rule_versions (workspace_id, rule_id, version, version_id, name, type, value, project_id,
  task_id, llm_judge_provider, llm_judge_model, judge_files, approvals, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`;

const SAVE = `
INSERT INTO rules (workspace_id, id, version, version_id, name, type, value, project_id, task_id,
  llm_judge_provider, llm_judge_model, judge_files, approvals, updated_at, description, is_active,
  is_shadow, shadow_rate, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19)
ON CONFLICT (workspace_id, id) DO UPDATE SET version = excluded.version,
  version_id = excluded.version_id, name = excluded.name, type = excluded.type,
  value = excluded.value, project_id = excluded.project_id, task_id = excluded.task_id,
  llm_judge_provider = excluded.llm_judge_provider, llm_judge_model = excluded.llm_judge_model,
  judge_files = excluded.judge_files, approvals = excluded.approvals,
  updated_at = excluded.updated_at, description = excluded.description,
  is_active = excluded.is_active, is_shadow = excluded.is_shadow,
  shadow_rate = excluded.shadow_rate, created_at = excluded.created_at`;

const DELETE = `DELETE FROM rules WHERE workspace_id = $1 AND id = $2`;

const NAMED = `
SELECT ${COLUMNS}, p.name AS "projectName", t.name AS "taskName"
FROM rules r
LEFT JOIN registry_entries p
  ON p.workspace_id = r.workspace_id AND p.kind = 'project' AND p.id = r.project_id
LEFT JOIN registry_entries t
  ON t.workspace_id = r.workspace_id AND t.kind = 'task' AND t.id = r.task_id
WHERE r.workspace_id = $1`;

const LIST = `${NAMED} ORDER BY r.created_at, r.id`;
const FIND = `${NAMED} AND r.id = $2`;

// Lengths are known without reading the values.
const MEASURE = `
SELECT count(*)::int AS rules, coalesce(sum(octet_length(value)), 0)::int AS "valueBytes"
FROM rules WHERE workspace_id = $1`;

const VERSIONS = `
SELECT v.version_id AS "versionId", v.rule_id AS "ruleId", v.version, v.name, v.type,
  octet_length(v.value) AS "valueBytes",
  CASE WHEN $3::bigint IS NULL OR sum(octet_length(v.value)) OVER (ORDER BY wanted.n) <= $3
    THEN v.value END AS value,
  v.project_id AS "projectId", v.task_id AS "taskId"
FROM unnest($2::text[]) WITH ORDINALITY wanted (id, n)
JOIN rule_versions v ON v.workspace_id = $1 AND v.version_id = wanted.id`;

const VERSION_ID = `
SELECT version_id AS id FROM rule_versions WHERE workspace_id = $1 AND rule_id = $2 AND version = $3`;

const VERSION_IDS = `
SELECT version_id AS id FROM rule_versions WHERE workspace_id = $1 AND rule_id = $2
ORDER BY version DESC LIMIT 10000`;

const FIND_RULES = {
  name: 'find_applicable_rules',
  text: `
SELECT r.rule_id AS id, ${APPLICABLE}
FROM rule_versions r WHERE r.workspace_id = $1 AND r.version_id = ANY($2)`,
};

const READ_VERSIONS = {
  name: 'read_rule_set_versions',
  text: `
SELECT workspace_id AS "workspaceId", version
FROM rule_set_versions WHERE workspace_id = ANY($1)`,
};

const READ_ACTIVE = {
  name: 'read_active_rules',
  text: `
SELECT r.workspace_id AS "workspaceId", r.id, ${APPLICABLE}, r.is_active AS "isLive",
  r.shadow_rate AS "shadowRate"
FROM rules r WHERE r.workspace_id = ANY($1) AND (r.is_active OR r.is_shadow)
ORDER BY r.created_at, r.id`,
};

const IN_USE = {
  project: 'SELECT 1 FROM rules WHERE workspace_id = $1 AND project_id = $2 LIMIT 1',
  task: 'SELECT 1 FROM rules WHERE workspace_id = $1 AND task_id = $2 LIMIT 1',
};

const RAISE_VERSION = `
INSERT INTO rule_set_versions (workspace_id, version) VALUES ($1, 1)
ON CONFLICT (workspace_id) DO UPDATE SET version = rule_set_versions.version + 1`;
