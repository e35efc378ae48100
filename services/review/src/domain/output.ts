import type {
  Decision,
  DecisionSource,
  EvaluationOutcome,
  OutputStatus,
  Verdict,
} from '@output-review/contracts';

import type { Deadline } from './deadlines/deadline.ts';

/** An output's identity: caller-chosen ids are unique inside a workspace only. */
export interface OutputKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** What decides which changes an output allows, and what they change. */
export interface Output extends OutputKey {
  readonly projectId: string;
  readonly taskId: string | null;
  readonly timestamp: Date;
  readonly queuedAt: Date;
  readonly status: OutputStatus;
  readonly verdict: Verdict | null;
  readonly confidenceScore: number | null;
  readonly evaluatedAt: Date | null;
  /** The evaluation that counts: results of other runs are passed over. */
  readonly run: number;
  readonly decision: CurrentDecision | null;
  readonly isFlagged: boolean;
  readonly flaggedBy: string | null;
  /** Null where it has none. */
  readonly deadline: Deadline | null;
  /** Number of the last event of review about this output. */
  readonly sequence: number;
}

export interface CurrentDecision {
  readonly decision: Decision;
  readonly by: string;
  readonly source: DecisionSource;
  readonly at: Date;
}

export function verdictOf(outcome: EvaluationOutcome): Verdict | null {
  return outcome === 'error' ? null : outcome;
}

/** One text for a key: what events are keyed by, and what maps of outputs go by. */
export function outputKey({ workspaceId, id }: OutputKey): string {
  return `${workspaceId}/${id}`;
}
