import type { Database } from '@output-review/runtime';

import type { ApplicableRule } from '../../domain/compile-rule.ts';
import type { RuleSetStore } from '../../use-cases/evaluations/rule-sets.ts';

export function makeRuleSetStore(db: Database): RuleSetStore {
  return {
    readVersions: async (workspaceIds) => {
      const { rows } = await db.query<VersionRow>({ ...READ_VERSIONS, values: [workspaceIds] });
      return new Map(rows.map(({ workspaceId, version }) => [workspaceId, version]));
    },
    readActiveRules: async (workspaceIds) => {
      const { rows } = await db.query<ActiveRow>({ ...READ_ACTIVE, values: [workspaceIds] });
      const byWorkspace = new Map<string, ApplicableRule[]>();
      for (const { workspaceId, ...rule } of rows) {
        const rules = byWorkspace.get(workspaceId);
        if (rules) rules.push(rule);
        else byWorkspace.set(workspaceId, [rule]);
      }
      return byWorkspace;
    },
  };
}

interface VersionRow {
  readonly workspaceId: string;
  /** A bigint, which pg gives as text. */
  readonly version: string;
}

interface ActiveRow extends ApplicableRule {
  readonly workspaceId: string;
}

const READ_VERSIONS = {
  name: 'read_rule_set_versions',
  text: `
SELECT workspace_id AS "workspaceId", version
FROM rule_set_versions WHERE workspace_id = ANY($1)`,
};

const READ_ACTIVE = {
  name: 'read_active_rules',
  text: `
SELECT workspace_id AS "workspaceId", id, version_id AS "versionId", version, name, type, value,
  project_id AS "projectId", task_id AS "taskId", llm_judge_provider AS "llmJudgeProvider",
  llm_judge_model AS "llmJudgeModel", judge_files AS "judgeFiles"
FROM rules WHERE workspace_id = ANY($1) AND is_active ORDER BY created_at, id`,
};
