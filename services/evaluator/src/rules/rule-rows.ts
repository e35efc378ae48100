import type { ApprovalDemand, RuleType } from '@output-review/contracts';
import { EntitySchema } from 'typeorm';

import type { Rule } from '../engine/rule.ts';

/**
 * A rule as it is. That it is in shadow stands beside `is_active`, which is false then: a replica of the release
 * before would hold outputs against it.
 */
export interface RuleRow extends Omit<Rule, 'mode'> {
  readonly isActive: boolean;
  readonly isShadow: boolean;
}

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
    isShadow: { name: 'is_shadow', type: 'boolean' },
    shadowRate: { name: 'shadow_rate', type: 'double precision' },
    projectId: { name: 'project_id', type: 'text', nullable: true },
    taskId: { name: 'task_id', type: 'text', nullable: true },
    llmJudgeProvider: { name: 'llm_judge_provider', type: 'text', nullable: true },
    llmJudgeModel: { name: 'llm_judge_model', type: 'text', nullable: true },
    judgeFiles: { name: 'judge_files', type: 'boolean' },
    approvals: { type: 'jsonb', nullable: true },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
    updatedAt: { name: 'updated_at', type: 'timestamptz', precision: 3 },
  },
});

export function toRuleRow({ mode, ...rule }: Rule): RuleRow {
  return { ...rule, isActive: mode === 'live', isShadow: mode === 'shadow' };
}

/** A replica of the release before turns a rule live that is in shadow, and leaves the mark. */
export function toRule({ isActive, isShadow, ...rule }: RuleRow): Rule {
  if (isActive) return { ...rule, mode: 'live' };
  return { ...rule, mode: isShadow ? 'shadow' : 'off' };
}

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
  readonly approvals: ApprovalDemand | null;
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
    approvals: { type: 'jsonb', nullable: true },
    createdAt: { name: 'created_at', type: 'timestamptz', precision: 3 },
  },
});
