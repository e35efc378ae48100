import { EntitySchema } from 'typeorm';

import type { Rule } from '../../domain/rule.ts';

/** A rule as it is; every column is a field of it. */
export type RuleRow = Rule;

export const RuleRow = new EntitySchema<RuleRow>({
  name: 'Rule',
  tableName: 'rules',
  columns: {
    workspaceId: { name: 'workspace_id', type: 'text', primary: true },
    id: { type: 'text', primary: true },
    version: { type: 'integer' },
    versionId: { name: 'version_id', type: 'text' },
    name: { type: 'text' },
    type: { type: 'text' },
    value: { type: 'text' },
    description: { type: 'text', nullable: true },
    isActive: { name: 'is_active', type: 'boolean' },
    projectId: { name: 'project_id', type: 'text', nullable: true },
    taskId: { name: 'task_id', type: 'text', nullable: true },
    llmJudgeProvider: { name: 'llm_judge_provider', type: 'text', nullable: true },
    llmJudgeModel: { name: 'llm_judge_model', type: 'text', nullable: true },
    judgeFiles: { name: 'judge_files', type: 'boolean' },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
  },
});
