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
  /** Whether it passed and fell under the sample rate. */
  readonly isSampled: boolean;
  /** The rate that held when it passed. */
  readonly sampleRate: number | null;
  readonly requireApproval: boolean;
  /** The strictest of its submission and its rules; null where one person decides. */
  readonly approvals: ApprovalDemand | null;
  /** Numbers of how its rules ended, and those in shadow; null where there were none. */
  readonly outcomeSet: string | null;
  readonly shadowSet: string | null;
  /** How it got its label, which its decision says; null where it has none. */
  readonly labelSource: LabelSource | null;
  readonly isImported: boolean;
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

/** Until when somebody is to decide an output, and what happens otherwise. */
export interface Deadline {
  readonly dueAt: Date;
  /** What it began with, for beginning again; null where it is an instant. */
  readonly withinMs: number | null;
  readonly action: DeadlineAction;
  /** When it acted, or passed without acting; from then on it does nothing. */
  readonly actedAt: Date | null;
  readonly escalatedAt: Date | null;
}

export interface Change {
  readonly before: Output;
  readonly after: Output;
}

/** Who did something, as answers and events name them. */
export interface Actor {
  readonly name: string;
  readonly source: DecisionSource;
}

/** A person is named by e-mail, a named token by its name, the workspace token is `api`. */
export function actorOf(principal: WorkspacePrincipal): Actor {
  if (principal.kind === 'user') return { name: principal.email, source: 'dashboard' };
  return { name: principal.name === null ? 'api' : `token:${principal.name}`, source: 'api' };
}

/** Who flagged: a person by e-mail; a token says whether an end user or its own code did. */
export function flaggerOf(principal: WorkspacePrincipal, claimed: string | undefined): string {
  return principal.kind === 'user' ? principal.email : (claimed ?? 'api');
}

/** The person who calls. @throws AppError FORBIDDEN with these words for a token. */
export function personOf(principal: Principal, refusal: string): UserPrincipal {
  if (principal.kind === 'user') return principal;
  throw new AppError('FORBIDDEN', refusal);
}

/** Whether the submission of an output was set aside: it has no project and no text until that is replayed. */
export function isSetAside({ projectId }: Pick<Output, 'projectId'>): boolean {
  return projectId === '';
}

/** @throws AppError STILL_EVALUATING while the rules have not settled. */
export function refuseUnevaluated({ status }: Pick<Output, 'status'>): void {
  if (status === 'pending') throw stillEvaluating();
}

/** Why nobody has to decide an output: STILL_EVALUATING, ALREADY_DECIDED, or CONFLICT for what passed and is no sample. */
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
