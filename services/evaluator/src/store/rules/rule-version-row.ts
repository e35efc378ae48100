import type { RuleType } from '@output-review/contracts';
import { EntitySchema } from 'typeorm';

/** What one version of a rule said. */
export interface RuleVersionRow {
  readonly workspaceId: string;
  readonly versionId: string;
  readonly ruleId: string;
  readonly version: number;
  readonly name: string;
  readonly type: RuleType;
  readonly value: string;
  readonly projectId: string | null;
  readonly taskId: string | null;
  readonly llmJudgeProvider: string | null;
  readonly llmJudgeModel: string | null;
  readonly judgeFiles: boolean;
  readonly createdAt: Date;
}

export const RuleVersionRow = new EntitySchema<RuleVersionRow>({
  name: 'RuleVersion',
  tableName: 'rule_versions',
  columns: {
    workspaceId: { name: 'workspace_id', type: 'text', primary: true },
    versionId: { name: 'version_id', type: 'text', primary: true },
    ruleId: { name: 'rule_id', type: 'text' },
    version: { type: 'integer' },
    name: { type: 'text' },
    type: { type: 'text' },
    value: { type: 'text' },
    projectId: { name: 'project_id', type: 'text', nullable: true },
    taskId: { name: 'task_id', type: 'text', nullable: true },
    llmJudgeProvider: { name: 'llm_judge_provider', type: 'text', nullable: true },
    llmJudgeModel: { name: 'llm_judge_model', type: 'text', nullable: true },
    judgeFiles: { name: 'judge_files', type: 'boolean' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  },
});
