import type { Database } from '@output-review/runtime';

import type { ApplicableRule } from '../../domain/compile-rule.ts';
import type { FindRules } from '../../use-cases/judging/judge-jobs.ts';

/** Reads versions of rules as they are applied, also of rules that are gone. */
export function makeFindRules(db: Database): FindRules {
  return async (workspaceId, versionIds) => {
    const { rows } = await db.query<ApplicableRule>({
      ...FIND_RULES,
      values: [workspaceId, versionIds],
    });
    return new Map(rows.map((rule) => [rule.versionId, rule]));
  };
}

const FIND_RULES = {
  name: 'find_applicable_rules',
  text: `
SELECT rule_id AS id, version_id AS "versionId", version, name, type, value,
  project_id AS "projectId", task_id AS "taskId", llm_judge_provider AS "llmJudgeProvider",
  llm_judge_model AS "llmJudgeModel", judge_files AS "judgeFiles"
FROM rule_versions WHERE workspace_id = $1 AND version_id = ANY($2)`,
};
