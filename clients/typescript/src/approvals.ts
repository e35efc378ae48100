import { applyCorrection, isSame } from './corrections.ts';
import {
  NotApprovedError,
  type NotApprovedReason,
  OutputReviewError,
  WaitTimeoutError,
} from './errors.ts';
import { checkNumber, isObject } from './http.ts';
import { isRetriable } from './retry.ts';
import type { CallOptions, DecisionStatus, JsonObject, Output, Submission } from './types.ts';
import type { WaitOptions } from './waiting.ts';

/** Other fields of the submission: `task`, `input`, `respondBy`, `sessionId` and so on. */
export type ApprovalFields = Omit<Submission, 'project' | 'action' | 'requireApproval' | 'sync'>;

export interface ApprovalOptions<Params> {
  readonly project: string;
  /** What the action does, for the person who decides. */
  readonly summary: string | ((params: Params) => string);
  /** The name of the action; the name of the function by default. */
  readonly name?: string | undefined;
  readonly fields?: ApprovalFields | ((params: Params) => ApprovalFields) | undefined;
  /**
   * The maximum wait for a decision. After it, the status is requested once more, without retries. Without it, only a
   * decision or the signal ends the wait.
   */
  readonly timeoutMs?: number | undefined;
}

/** Passed to an approved function as its second argument. */
export interface Approval {
  /** ID of the output that requested the approval. */
  readonly id: string;
  readonly decision: DecisionStatus;
}

/** The client methods used here. */
interface Client {
  submit(submission: Submission, options: CallOptions): Promise<{ readonly id: string }>;
  waitForDecision(id: string, options: WaitOptions): Promise<DecisionStatus>;
  getStatus(
    id: string,
    options: CallOptions & { readonly maxRetries: number },
  ): Promise<DecisionStatus>;
  getOutput(id: string, options: CallOptions): Promise<Output>;
}

/** See `OutputReviewClient.requireApproval`. */
export function wrapWithApproval<Params extends object, Result>(
  client: Client,
  run: (params: Params, approval: Approval) => Result | Promise<Result>,
  options: ApprovalOptions<Params>,
): (params: Params, call?: CallOptions) => Promise<Result> {
  const { project, summary, fields, timeoutMs, name = run.name } = options;
  if (name === '') throw new TypeError('The function has no name: set `name` for the action.');
  if (timeoutMs !== undefined) checkNumber('timeoutMs', timeoutMs);

  return async (given, { signal } = {}) => {
    // The function runs with the params as submitted, even if the caller changes its object in the meantime.
    const params = copyParams(given);
    const submission = {
      ...(typeof fields === 'function' ? fields(params) : fields),
      project,
      action: {
        name,
        summary: typeof summary === 'function' ? summary(params) : summary,
        params: params as JsonObject,
      },
      requireApproval: true,
    };
    const { id } = await askFor(client, submission, signal);
    const decision = await decisionOf(client, id, { timeoutMs, signal });
    const ruling = ruleOn(decision);
    if (!ruling.isApproved) throw new NotApprovedError(ruling.reason, { id, decision });
    const approved = await correct(client, { params, ruling, decision, id, signal });
    signal?.throwIfAborted();
    return run(approved as Params, { id, decision });
  };
}

/** @throws NotApprovedError if it was submitted before and has since been deleted. */
async function askFor(
  client: Client,
  submission: Submission,
  signal: AbortSignal | undefined,
): Promise<{ readonly id: string }> {
  try {
    return await client.submit(submission, { signal });
  } catch (cause) {
    const id = submission.id ?? null;
    // For an ID conflict with another output, the service names the field.
    const isGone =
      cause instanceof OutputReviewError && cause.code === 'ID_CONFLICT' && !cause.fields['id'];
    throw isGone && id !== null
      ? new NotApprovedError('deleted', { id, decision: null, cause })
      : cause;
  }
}

/** @throws TypeError if JSON would change the params. */
function copyParams<Params extends object>(params: Params): Params {
  const copy: unknown = JSON.parse(JSON.stringify(params) ?? 'null');
  if (!isObject(copy) || !isSame(copy, params)) {
    throw new TypeError('The params of an action must be an object of JSON values.');
  }
  return copy as Params;
}

/** @throws NotApprovedError if there will be no decision. */
async function decisionOf(
  client: Client,
  id: string,
  options: WaitOptions,
): Promise<DecisionStatus> {
  try {
    return await decisionInTime(client, id, options);
  } catch (cause) {
    throw isDeleted(cause) ? new NotApprovedError('deleted', { id, decision: null, cause }) : cause;
  }
}

/** @throws NotApprovedError if nobody decided within the timeout. */
async function decisionInTime(
  client: Client,
  id: string,
  options: WaitOptions,
): Promise<DecisionStatus> {
  try {
    return await client.waitForDecision(id, options);
  } catch (cause) {
    if (!(cause instanceof WaitTimeoutError)) throw cause;
    // The timeout may expire while the client backs off after an outage in which somebody decided.
    const last = { signal: options.signal, maxRetries: 0 };
    const status = await client.getStatus(id, last).catch((error: unknown) => {
      if (isRetriable(error)) return null;
      throw error;
    });
    if (status?.settled) return status;
    throw new NotApprovedError('unanswered', { id, decision: null, cause });
  }
}

const isDeleted = (error: unknown) =>
  error instanceof OutputReviewError && error.code === 'NOT_FOUND';

type Ruling =
  | {
      readonly isApproved: true;
      /** The corrected params to run with; null if it was approved unchanged. */
      readonly corrected: JsonObject | null;
    }
  | { readonly isApproved: false; readonly reason: NotApprovedReason };

/** Whether an action may run. Anything that is not a known approval does not count as one. */
function ruleOn(status: DecisionStatus): Ruling {
  if (!status.settled) return { isApproved: false, reason: 'undecided' };
  switch (status.humanDecision) {
    case 'approved':
      return { isApproved: true, corrected: null };
    case 'changed': {
      const params = paramsOf(status.correctedAction);
      return params === null
        ? { isApproved: false, reason: 'redo' }
        : { isApproved: true, corrected: params };
    }
    case 'rejected':
      return {
        isApproved: false,
        reason: status.decidedBy === 'deadline' ? 'expired' : 'rejected',
      };
    case 'handled':
      return { isApproved: false, reason: 'handled' };
    case null:
    default:
      return { isApproved: false, reason: 'undecided' };
  }
}

function paramsOf(action: unknown): JsonObject | null {
  return isObject(action) && isObject(action['params']) ? action['params'] : null;
}

interface Correction extends CallOptions {
  readonly params: object;
  readonly ruling: Ruling & { readonly isApproved: true };
  readonly decision: DecisionStatus;
  readonly id: string;
}

/**
 * The params as approved.
 *
 * @throws NotApprovedError if they cannot be determined with certainty.
 */
async function correct(client: Client, { params, ruling, decision, id, signal }: Correction) {
  if (ruling.corrected === null) return params;
  const stored = paramsOf((await outputOf(client, id, signal)).action);
  if (stored === null) {
    throw new OutputReviewError('INVALID_RESPONSE', `Output ${id} has no action.`);
  }
  try {
    return applyCorrection(params, stored, ruling.corrected);
  } catch (cause) {
    throw new NotApprovedError('redo', { id, decision, cause });
  }
}

async function outputOf(client: Client, id: string, signal: AbortSignal | undefined) {
  try {
    return await client.getOutput(id, { signal });
  } catch (cause) {
    if (isDeleted(cause)) throw new NotApprovedError('deleted', { id, decision: null, cause });
    if (!(cause instanceof OutputReviewError) || cause.code !== 'FORBIDDEN') throw cause;
    const message = 'To apply a correction, the token needs the scope `read`.';
    throw new OutputReviewError('FORBIDDEN', message, { status: cause.status, cause });
  }
}
