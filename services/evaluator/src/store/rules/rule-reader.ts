import type { RuleType } from '@output-review/contracts';
import type { Database } from '@output-review/runtime';

import type { Rule } from '../../domain/rule.ts';
import type { NamedRule, RuleReader, RuleVersion } from '../../use-cases/rules/rule-store.ts';

/** Reads rules together with the present names of their places. */
export function makeRuleReader(db: Database): RuleReader {
  return {
    list: async (workspaceId) => {
      const { rows } = await db.query<NamedRow>(LIST, [workspaceId]);
      return rows.map(toNamedRule);
    },
    find: async (workspaceId, id) => {
      const { rows } = await db.query<NamedRow>(FIND, [workspaceId, id]);
      return rows[0] ? toNamedRule(rows[0]) : null;
    },
  };
}

/** Reads the immutable texts of versions of rules. */
export const makeFindRuleVersions =
  (db: Database) =>
  async (workspaceId: string, versionIds: readonly string[]): Promise<RuleVersion[]> => {
    const { rows } = await db.query<RuleVersion>(VERSIONS, [workspaceId, versionIds]);
    return rows;
  };

interface NamedRow extends Rule {
  readonly type: RuleType;
  readonly projectName: string | null;
  readonly taskName: string | null;
}

const NAMED = `
SELECT r.workspace_id AS "workspaceId", r.id, r.version, r.version_id AS "versionId", r.name, r.type,
  r.value, r.description, r.is_active AS "isActive", r.project_id AS "projectId",
  r.task_id AS "taskId", r.llm_judge_provider AS "llmJudgeProvider",
  r.llm_judge_model AS "llmJudgeModel", r.judge_files AS "judgeFiles",
  r.created_at AS "createdAt", r.updated_at AS "updatedAt",
  p.name AS "projectName", t.name AS "taskName"
FROM rules r
LEFT JOIN registry_entries p
  ON p.workspace_id = r.workspace_id AND p.kind = 'project' AND p.id = r.project_id
LEFT JOIN registry_entries t
  ON t.workspace_id = r.workspace_id AND t.kind = 'task' AND t.id = r.task_id
WHERE r.workspace_id = $1`;

const LIST = `${NAMED} ORDER BY r.created_at, r.id`;
const FIND = `${NAMED} AND r.id = $2`;

const VERSIONS = `
SELECT version_id AS "versionId", rule_id AS "ruleId", version, name, type, value,
  project_id AS "projectId", task_id AS "taskId"
FROM rule_versions WHERE workspace_id = $1 AND version_id = ANY($2)`;

function toNamedRule({ projectName, taskName, ...rule }: NamedRow): NamedRule {
  return { rule, projectName, taskName };
}
