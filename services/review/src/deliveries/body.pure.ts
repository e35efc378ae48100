import type {
  Approvals,
  CorrectedActionData,
  Decision,
  DecisionSource,
  DeliveredEvent,
  DestinationKind,
  FileData,
  JudgedContentData,
  OutputStatus,
  Verdict,
} from '@output-review/contracts';

/** The texts of an output at the time of an event. */
export interface Words {
  readonly explanation: string | null;
  readonly flagReason: string | null;
  readonly decision: Decision | null;
  readonly decisionSource: DecisionSource | null;
  readonly comment: string | null;
  readonly correctedOutput: string | null;
  readonly correctedAction: CorrectedActionData | null;
  readonly reasonIds: readonly string[];
  readonly decidedAt: string | null;
  readonly decidedBy: string | null;
}

/** One event for one destination. */
export interface Delivery {
  /** Also sent as `webhook-id`. */
  readonly id: string;
  readonly workspaceId: string;
  readonly destinationId: string;
  /** Null for a test. */
  readonly outputId: string | null;
  readonly event: DeliveredEvent;
  readonly happenedAt: Date;
  readonly status: OutputStatus | null;
  readonly verdict: Verdict | null;
  readonly confidenceScore: number | null;
  /** Null if there were no texts, or if they were deleted with the output. */
  readonly words: Partial<Words> | null;
  /** Attempts since it was created or replayed, not counting throttled ones. */
  readonly attemptCount: number;
}

/** The target of a delivery, with its credentials. */
export interface Target {
  readonly kind: DestinationKind;
  /** Null for email. */
  readonly url: string | null;
  /** The address for email, otherwise the part of the URL that may be shown. */
  readonly address: string | null;
  /** Signing secrets, newest first. Empty for channels. */
  readonly secrets: readonly string[];
}

/** The parts of an output that its events do not change. */
export interface OutputContent {
  readonly projectName: string | null;
  readonly taskName: string | null;
  readonly output: string | null;
  readonly input: string | null;
  readonly action: JudgedContentData['action'];
  readonly requireApproval: boolean;
  readonly metadata: Record<string, unknown>;
  readonly tags: readonly string[];
  readonly sessionId: string | null;
  readonly subjectId: string | null;
  readonly actorId: string | null;
  readonly model: string | null;
  readonly instructionsVersion: number | null;
  readonly revisionOf: string | null;
  /** For an output that needs several approvals: the approvals at the time of sending. */
  readonly approvals: Approvals | null;
  readonly attachments: readonly FileData[];
}

/** The body that destinations receive. Source: resolved interface, §10. Every key is always present. */
export interface EventBody
  extends
    Pick<Delivery, 'event' | 'workspaceId' | 'status' | 'verdict' | 'confidenceScore'>,
    Words,
    Omit<OutputContent, 'requireApproval' | 'attachments'> {
  readonly type: `output.${DeliveredEvent}`;
  /** Time of the event. */
  readonly timestamp: string;
  readonly id: string | null;
  readonly logId: string | null;
  readonly humanDecision: Words['decision'];
  /** The text that the AI wrote. `output` is the text to use: the corrected one if there is one. */
  readonly aiOutput: string | null;
  /** The action that the AI proposed. `action` is the one to perform: with corrected params if there are any. */
  readonly aiAction: OutputContent['action'];
  readonly requireApproval: boolean | null;
  readonly attachments: readonly (FileData & { readonly url: string })[];
}

const NO_CONTENT = {
  ...{ projectName: null, taskName: null, aiOutput: null, output: null, input: null },
  ...{
    aiAction: null,
    action: null,
    requireApproval: null,
    metadata: {},
    tags: [],
    sessionId: null,
  },
  ...{ subjectId: null, actorId: null, model: null, instructionsVersion: null },
  ...{ revisionOf: null, approvals: null, attachments: [] },
} as const;

/**
 * Builds the body of a delivery: changing fields as of the event, all others as of now.
 *
 * @param content null if there is none: for a test, and for a deleted output.
 * @param publicUrl base of file links, without a trailing slash.
 */
export function composeBody(
  delivery: Delivery,
  content: OutputContent | null,
  publicUrl: string,
): EventBody {
  const { event, workspaceId, outputId, happenedAt } = delivery;
  const words = delivery.words ?? {};
  return {
    type: `output.${event}`,
    timestamp: happenedAt.toISOString(),
    ...{ event, workspaceId, id: outputId, logId: outputId },
    status: delivery.status,
    verdict: delivery.verdict,
    confidenceScore: delivery.confidenceScore,
    explanation: words.explanation ?? null,
    decision: words.decision ?? null,
    humanDecision: words.decision ?? null,
    decisionSource: words.decisionSource ?? null,
    comment: words.comment ?? null,
    correctedOutput: words.correctedOutput ?? null,
    correctedAction: words.correctedAction ?? null,
    reasonIds: words.reasonIds ?? [],
    flagReason: words.flagReason ?? null,
    decidedAt: words.decidedAt ?? null,
    decidedBy: words.decidedBy ?? null,
    ...(content ? contentOf(content, words, publicUrl) : NO_CONTENT),
  };
}

function contentOf(content: OutputContent, words: Partial<Words>, publicUrl: string) {
  const { output, action } = content;
  const { correctedOutput, correctedAction } = words;
  return {
    ...content,
    aiOutput: output,
    output: correctedOutput ?? output,
    aiAction: action,
    action: action && correctedAction ? { ...action, ...correctedAction } : action,
    attachments: content.attachments.map((file) => ({
      ...file,
      url: `${publicUrl}/api/media/${file.key}`,
    })),
  };
}
