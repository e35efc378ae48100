import {
  type BodyOf,
  type CallbackEvents,
  type DeadlineAction,
  type FileReferenceData,
  type OutputsSubmitted,
  parseInstant,
  type submitOutput,
} from '@output-review/contracts';

/** The body of POST /api/logs as it was validated. */
export type SubmitRequest = BodyOf<typeof submitOutput>;

/**
 * A submission in its normal form: every optional field decided, and nothing in it that depends on
 * when or how often it came, so that two bodies that mean the same are the same.
 */
export interface Submission {
  readonly id: string | null;
  readonly sync: boolean;
  readonly project: string;
  readonly task: string | null;
  readonly content: OutputsSubmitted['content'];
  /** ISO 8601; null means the moment of acceptance. */
  readonly timestamp: string | null;
  readonly sessionId: string | null;
  readonly subjectId: string | null;
  readonly actorId: string | null;
  readonly model: string | null;
  readonly tags: readonly string[];
  readonly requireApproval: boolean;
  readonly callbackUrl: string | null;
  readonly callbackEvents: CallbackEvents;
  readonly revisionOf: string | null;
  readonly respondBy: string | null;
  readonly onDeadline: DeadlineAction;
  readonly instructionsVersion: number | null;
  /** Null where it names no file, as nearly all do. */
  readonly files: SubmittedFiles | null;
}

/** The files that a submission names, as its caller named them. */
export interface SubmittedFiles {
  /** What the AI received. */
  readonly attachments: readonly FileReferenceData[];
  /** What the AI made. */
  readonly outputAttachments: readonly FileReferenceData[];
}

export function normalizeSubmission(request: SubmitRequest): Submission {
  const requireApproval = request.requireApproval ?? false;
  return {
    id: request.id ?? null,
    sync: request.sync ?? false,
    project: request.project,
    task: request.task ?? null,
    content: contentOf(request),
    timestamp: parseInstant(request.timestamp ?? '')?.toISOString() ?? null,
    sessionId: request.sessionId ?? null,
    subjectId: request.subjectId ?? null,
    actorId: request.actorId ?? null,
    model: request.model ?? null,
    tags: request.tags ?? [],
    requireApproval,
    callbackUrl: request.callbackUrl ?? null,
    callbackEvents: request.callbackEvents ?? (requireApproval ? 'decisions' : 'all'),
    revisionOf: request.revisionOf ?? null,
    respondBy: request.respondBy ?? null,
    onDeadline: request.onDeadline ?? 'escalate',
    instructionsVersion: request.instructionsVersion ?? null,
    files: filesOf(request),
  };
}

function filesOf({ attachments, outputAttachments }: SubmitRequest): SubmittedFiles | null {
  if (!attachments?.length && !outputAttachments?.length) return null;
  return { attachments: attachments ?? [], outputAttachments: outputAttachments ?? [] };
}

function contentOf(request: SubmitRequest): OutputsSubmitted['content'] {
  const { action } = request;
  return {
    output: request.output ?? null,
    input: request.input ?? null,
    action: action
      ? { name: action.name, summary: action.summary, params: action.params ?? {} }
      : null,
    metadata: withoutEmptyValues(request.metadata ?? {}),
    confidence: request.confidence ?? null,
    latencyMs: request.latencyMs ?? null,
    costUsd: request.costUsd ?? null,
  };
}

/** Keys whose value is null or a blank string are dropped: no-code tools send them. 0 and false stay. */
function withoutEmptyValues(metadata: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(metadata).filter(
      ([, value]) => value !== null && !(typeof value === 'string' && value.trim() === ''),
    ),
  );
}
