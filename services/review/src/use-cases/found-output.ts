import type { Decision, DecisionSource, OutputStatus, Verdict } from '@output-review/contracts';

/** An output as a list shows it, before it is presented. */
export interface FoundOutput {
  readonly workspaceId: string;
  readonly id: string;
  readonly timestamp: Date;
  readonly createdAt: Date;
  readonly projectId: string | null;
  readonly projectName: string | null;
  readonly taskName: string | null;
  readonly sessionId: string | null;
  readonly subjectId: string | null;
  readonly actorId: string | null;
  readonly model: string | null;
  readonly status: OutputStatus;
  readonly instructionsVersion: number | null;
  readonly latencyMs: number | null;
  readonly costUsd: number | null;
  readonly verdict: Verdict | null;
  readonly confidenceScore: number | null;
  readonly humanDecision: Decision | null;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly decisionSource: DecisionSource | null;
  readonly dueAt: Date | null;
  readonly callbackUrlSealed: string | null;
  readonly metadata: Record<string, unknown>;
  readonly tags: readonly string[];
  readonly input: string | null;
  readonly output: string | null;
  readonly explanation: string | null;
  readonly excerpt: string | null;
}
