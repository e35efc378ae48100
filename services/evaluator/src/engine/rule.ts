import type { ApprovalDemand, RuleMode, RuleType } from '@output-review/contracts';

/** What a rule holds for: every output (both null), a project's, or a task's. */
export interface RulePlace {
  readonly projectId: string | null;
  readonly taskId: string | null;
}

/** What a rule says; a change of any of it is a new version. */
export interface RuleContent extends RulePlace {
  readonly name: string;
  readonly type: RuleType;
  readonly value: string;
  readonly description: string | null;
  readonly mode: RuleMode;
  /** In shadow, the share of outputs that a judge is asked about. */
  readonly shadowRate: number;
  readonly llmJudgeProvider: string | null;
  readonly llmJudgeModel: string | null;
  readonly judgeFiles: boolean;
  /** What it asks of whoever approves an output that it does not pass; null for nothing. */
  readonly approvals: ApprovalDemand | null;
}

/** What a rule is made of. */
export type RuleValue = Pick<RuleContent, 'type' | 'value'>;

export interface Rule extends RuleContent {
  readonly workspaceId: string;
  readonly id: string;
  readonly version: number;
  /** Names this version of this rule for ever. */
  readonly versionId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
