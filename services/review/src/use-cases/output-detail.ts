import type {
  AppliedRule,
  FileData,
  JudgedContentData,
  OutputDetail,
  OutputsSubmitted,
} from '@output-review/contracts';

import type { FoundOutput } from './found-output.ts';

type Revision = (typeof OutputDetail.static)['revisions'][number];
type PastDecision = (typeof OutputDetail.static)['decisions'][number];

/** One output with everything that review holds of it. */
export interface FoundDetail extends FoundOutput {
  readonly submittedBy: string | null;
  readonly confidence: number | null;
  readonly callbackEvents: OutputsSubmitted['callbackEvents'];
  readonly onDeadline: OutputsSubmitted['onDeadline'];
  readonly requireApproval: boolean;
  readonly action: JudgedContentData['action'];
  readonly revisionOf: string | null;
  readonly revisions: readonly Revision[];
  readonly flaggedBy: string | null;
  readonly flagReason: string | null;
  readonly escalatedAt: Date | null;
  readonly decisions: readonly PastDecision[];
  readonly applied: readonly AppliedRule[];
  readonly attachments: readonly FileData[];
}

/** The texts of a version of a rule: immutable. */
export interface RuleVersion {
  readonly ruleVersionId: string;
  readonly ruleId: string;
  readonly ruleVersion: number;
  readonly ruleName: string;
  readonly ruleType: (typeof OutputDetail.static)['appliedRules'][number]['ruleType'];
  readonly ruleValue: string;
  readonly scope: (typeof OutputDetail.static)['appliedRules'][number]['scope'];
  readonly projectId: string | null;
  readonly taskId: string | null;
}

/** In whose name another service is asked. */
export interface Asking {
  readonly workspaceId: string;
  /** The caller's own signed statement, passed on. */
  readonly assertion: string;
}
