import type { ApprovalDemand, RuleMode, RuleType } from '@output-review/contracts';

/** The scope of a rule: all outputs (both null), a project, or a task. */
export interface RulePlace {
  readonly projectId: string | null;
  readonly taskId: string | null;
}

/** The content of a rule. Any change creates a new version. */
export interface RuleContent extends RulePlace {
  readonly name: string;
  readonly type: RuleType;
  readonly value: string;
  readonly description: string | null;
  readonly mode: RuleMode;
  /** In shadow mode, the share of outputs that go to a judge. */
  readonly shadowRate: number;
  readonly llmJudgeProvider: string | null;
  readonly llmJudgeModel: string | null;
  readonly judgeFiles: boolean;
  /** The approvals that it requires for an output that does not pass; null for none. */
  readonly approvals: ApprovalDemand | null;
}

/** The parts that define what a rule checks. */
export type RuleValue = Pick<RuleContent, 'type' | 'value'>;

export interface Rule extends RuleContent {
  readonly workspaceId: string;
  readonly id: string;
  readonly version: number;
  /** Identifies this version of this rule permanently. */
  readonly versionId: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
