import { type Static, Type } from '@sinclair/typebox';

import { ApprovalDemand } from '../approvals.ts';
import { CALLBACK_EVENTS, DEADLINE_ACTIONS } from '../output.ts';
import { FileData } from '../file.ts';
import { Nullable, OneOf, Timestamp } from '../schema/nullable.ts';
import { type DataOf, defineEvent, TOPICS } from './topics.ts';
import { outputExample } from './examples.ts';

/** An action that the AI wants to take. */
export const ActionData = Type.Object(
  {
    name: Type.String(),
    summary: Type.String(),
    params: Type.Record(Type.String(), Type.Unknown()),
  },
  { additionalProperties: false },
);

/** The correction of an action: its name and summary do not change. */
export const CorrectedActionData = Type.Object(
  { params: Type.Record(Type.String(), Type.Unknown()) },
  { additionalProperties: false },
);

/** The parts of an output that rules may read; also the snapshot for a re-evaluation. */
export const JudgedContent = Type.Object(
  {
    output: Nullable(Type.String()),
    input: Nullable(Type.String()),
    action: Nullable(ActionData),
    metadata: Type.Record(Type.String(), Type.Unknown()),
    confidence: Nullable(Type.Number()),
    latencyMs: Nullable(Type.Number()),
    costUsd: Nullable(Type.Number()),
  },
  { additionalProperties: false },
);

/** An output was accepted: the whole submission with its IDs. Published once per output. */
export const outputsSubmitted = defineEvent({
  topic: TOPICS.outputsSubmitted,
  schema: Type.Object(
    {
      workspaceId: Type.String(),
      id: Type.String(),
      acceptedAt: Timestamp,
      /** Name of the token; null for the workspace token. */
      submittedBy: Nullable(Type.String()),
      /** A caller waits for the verdict, so the consumer gives the inline call some time first. */
      sync: Type.Boolean(),
      projectId: Type.String(),
      projectName: Type.String(),
      taskId: Nullable(Type.String()),
      taskName: Nullable(Type.String()),
      content: JudgedContent,
      timestamp: Timestamp,
      sessionId: Nullable(Type.String()),
      subjectId: Nullable(Type.String()),
      actorId: Nullable(Type.String()),
      model: Nullable(Type.String()),
      tags: Type.Array(Type.String()),
      requireApproval: Type.Boolean(),
      /** Encrypted, since anyone who knows a callback URL can use it. */
      callbackUrlSealed: Nullable(Type.String()),
      callbackEvents: OneOf(CALLBACK_EVENTS),
      revisionOf: Nullable(Type.String()),
      /** An instant, or a duration from acceptance such as `PT30M`. */
      respondBy: Nullable(Type.String()),
      onDeadline: OneOf(DEADLINE_ACTIONS),
      instructionsVersion: Nullable(Type.Integer({ minimum: 1 })),
      /** Names of unknown body fields. */
      ignoredFields: Type.Array(Type.String()),
      /** The files of the output; absent in events of releases without files. */
      attachments: Type.Optional(Type.Array(FileData)),
      /** Absent if one person decides. */
      approvals: Type.Optional(ApprovalDemand),
    },
    { additionalProperties: false },
  ),
  examples: { valid: outputExample, invalid: { ...outputExample, projectId: 7 } },
});

export type OutputsSubmitted = DataOf<typeof outputsSubmitted>;
export type JudgedContentData = OutputsSubmitted['content'];
export type CorrectedActionData = Static<typeof CorrectedActionData>;
