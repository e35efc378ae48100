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

/** What was said of an output when something happened to it. */
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
  /** Also the `webhook-id`. */
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
  /** Null where nothing was said, or where what was said is gone with its output. */
  readonly words: Partial<Words> | null;
  /** How often it was tried since it was made, or replayed; without the times that it was only put off. */
  readonly attemptCount: number;
}

/** Where a delivery goes, with what it takes to get there. */
export interface Target {
  readonly kind: DestinationKind;
  /** Null for mail. */
  readonly url: string | null;
  /** The e-mail address for mail; else what may be shown of the URL. */
  readonly address: string | null;
  /** What signs it, the newest first; none for channels. */
  readonly secrets: readonly string[];
}

/** What of an output does not change with what happens to it. */
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
  /** Where several have to approve it, as they stand when it is sent. */
  readonly approvals: Approvals | null;
  readonly attachments: readonly FileData[];
}

/** What destinations are sent. Source: resolved interface, §10; every key is always there. */
export interface EventBody
  extends
    Pick<Delivery, 'event' | 'workspaceId' | 'status' | 'verdict' | 'confidenceScore'>,
    Words,
    Omit<OutputContent, 'requireApproval' | 'attachments'> {
  readonly type: `output.${DeliveredEvent}`;
  /** When it happened. */
  readonly timestamp: string;
  readonly id: string | null;
  readonly logId: string | null;
  readonly humanDecision: Words['decision'];
  /** What the AI said. `output` is what is to be used: the corrected version where there is one. */
  readonly aiOutput: string | null;
  /** What the AI wants to do. `action` is what is to be done: with the corrected params where there are some. */
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
 * What a delivery sends: what changes on an output as it was when it happened, the rest as it is.
 *
 * @param content null for what has none: a test, and an output that was deleted.
 * @param publicUrl what the links of files begin with, without a slash at its end.
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
