import type {
  ApprovalDemand,
  DeadlineAction,
  Decision,
  DecisionSource,
  EvaluationOutcome,
  LabelSource,
  OutputStatus,
  Principal,
  UserPrincipal,
  Verdict,
  WorkspacePrincipal,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

/** An output's identity: caller-chosen IDs are unique only inside a workspace. */
export interface OutputKey {
  readonly workspaceId: string;
  readonly id: string;
}

/** The state that determines which changes an output allows, and that they change. */
export interface Output extends OutputKey {
  readonly projectId: string;
  readonly taskId: string | null;
  readonly timestamp: Date;
  readonly queuedAt: Date;
  readonly status: OutputStatus;
  readonly verdict: Verdict | null;
  readonly confidenceScore: number | null;
  readonly evaluatedAt: Date | null;
  /** The current run: results of other runs are ignored. */
  readonly run: number;
  readonly decision: CurrentDecision | null;
  /** Whether it passed and fell under the sample rate. */
  readonly isSampled: boolean;
  /** The sample rate when it passed. */
  readonly sampleRate: number | null;
  readonly requireApproval: boolean;
  /** The stricter of its submission and its rules, null if one person decides. */
  readonly approvals: ApprovalDemand | null;
  /** Numbers of the outcome sets of its live and shadow rules, null without rules. */
  readonly outcomeSet: string | null;
  readonly shadowSet: string | null;
  /** How its decision labels it, null without a label. */
  readonly labelSource: LabelSource | null;
  readonly isImported: boolean;
  readonly isFlagged: boolean;
  readonly flaggedBy: string | null;
  /** Null if it has none. */
  readonly deadline: Deadline | null;
  /** Number of review's last event about this output. */
  readonly sequence: number;
}

export interface CurrentDecision {
  readonly decision: Decision;
  readonly by: string;
  readonly source: DecisionSource;
  readonly at: Date;
}

export interface DecidedOutput extends Output {
  readonly decision: CurrentDecision;
}

export function verdictOf(outcome: EvaluationOutcome): Verdict | null {
  return outcome === 'error' ? null : outcome;
}

/** Until when an output must be decided, and what happens otherwise. */
export interface Deadline {
  readonly dueAt: Date;
  /** The original duration, for a restart. Null for a fixed time. */
  readonly withinMs: number | null;
  readonly action: DeadlineAction;
  /** When it acted, or passed without acting. It does nothing from then on. */
  readonly actedAt: Date | null;
  readonly escalatedAt: Date | null;
}

export interface Change {
  readonly before: Output;
  readonly after: Output;
}

/** Who did something, as responses and events show it. */
export interface Actor {
  readonly name: string;
  readonly source: DecisionSource;
}

/** A person is identified by email, a named token by its name, the workspace token as `api`. */
export function actorOf(principal: WorkspacePrincipal): Actor {
  if (principal.kind === 'user') return { name: principal.email, source: 'dashboard' };
  return { name: principal.name === null ? 'api' : `token:${principal.name}`, source: 'api' };
}

/** Who flagged: a person by email; for a token, whether an end user or its own code did. */
export function flaggerOf(principal: WorkspacePrincipal, claimed: string | undefined): string {
  return principal.kind === 'user' ? principal.email : (claimed ?? 'api');
}

/** The calling person. @throws AppError FORBIDDEN with this text for a token. */
export function personOf(principal: Principal, refusal: string): UserPrincipal {
  if (principal.kind === 'user') return principal;
  throw new AppError('FORBIDDEN', refusal);
}

/** Whether the submission of an output is a dead letter: it has no project and no text until that is replayed. */
export function isSetAside({ projectId }: Pick<Output, 'projectId'>): boolean {
  return projectId === '';
}

/** @throws AppError CONFLICT with this consequence for an output whose submission is a dead letter. */
export function refuseSetAside(output: Pick<Output, 'projectId'>, consequence: string): void {
  if (!isSetAside(output)) return;
  throw new AppError('CONFLICT', `The submission could not be read, so ${consequence}`);
}

/** @throws AppError STILL_EVALUATING while the evaluation is in progress. */
export function refuseUnevaluated({ status }: Pick<Output, 'status'>): void {
  if (status === 'pending') throw stillEvaluating();
}

export interface Evaluated {
  readonly status: OutputStatus;
  readonly verdict: Verdict | null;
  readonly requireApproval: boolean;
  /** Whether failed rules require several approvals. */
  readonly isAsked: boolean;
}

/** Why an evaluation held an output for a person, null if it did not. A flag has its own reason. */
export function heldBecause({
  status,
  verdict,
  requireApproval,
  isAsked,
}: Evaluated): string | null {
  if (status !== 'flagged') return null;
  if (requireApproval) return 'Held for approval';
  return verdict === 'fail' || isAsked ? 'Held by a rule' : null;
}

/**
 * Why an output needs no decision: STILL_EVALUATING, ALREADY_DECIDED, or CONFLICT for one that passed and is not a
 * sample.
 */
export function undecidable({
  status,
  isSampled,
  isDecided,
}: Pick<Output, 'status' | 'isSampled'> & { readonly isDecided: boolean }): AppError | null {
  if (status === 'pending') return stillEvaluating();
  if (isDecided) return new AppError('ALREADY_DECIDED', 'The output is already decided.');
  if (status !== 'pass' || isSampled) return null;
  return new AppError(
    'CONFLICT',
    'The output passed and is no sample, so nobody has to decide it. Flag it to send it to the queue.',
  );
}

function stillEvaluating(): AppError {
  return new AppError('STILL_EVALUATING', 'The output is still being evaluated.');
}
