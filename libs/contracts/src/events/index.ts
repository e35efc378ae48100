import { auditRecorded } from './audit-recorded.ts';
import { destinationsSwitchedOff } from './destinations-switched-off.ts';
import { instructionsChanged } from './instructions-changed.ts';
import { outputsEvaluated } from './outputs-evaluated.ts';
import { outputsReevaluationRequested } from './outputs-reevaluation-requested.ts';
import {
  outputsDecided,
  outputsDeleted,
  outputsFlagged,
  outputsTaught,
} from './outputs-reviewed.ts';
import { outputsShadowEvaluated } from './outputs-shadow-evaluated.ts';
import { outputsSubmitted } from './outputs-submitted.ts';
import { peopleChanged } from './people-changed.ts';
import { projectsChanged } from './projects-changed.ts';
import { workspacesChanged } from './workspaces-changed.ts';

/** Every event type there is, by topic. */
export const EVENTS = {
  [outputsSubmitted.topic]: outputsSubmitted,
  [outputsEvaluated.topic]: outputsEvaluated,
  [outputsShadowEvaluated.topic]: outputsShadowEvaluated,
  [outputsFlagged.topic]: outputsFlagged,
  [outputsDecided.topic]: outputsDecided,
  [outputsTaught.topic]: outputsTaught,
  [outputsDeleted.topic]: outputsDeleted,
  [outputsReevaluationRequested.topic]: outputsReevaluationRequested,
  [projectsChanged.topic]: projectsChanged,
  [instructionsChanged.topic]: instructionsChanged,
  [workspacesChanged.topic]: workspacesChanged,
  [peopleChanged.topic]: peopleChanged,
  [auditRecorded.topic]: auditRecorded,
  [destinationsSwitchedOff.topic]: destinationsSwitchedOff,
} as const;

export {
  AUDIT_ACTIONS,
  AUDIT_ACTOR_KINDS,
  AUDIT_TARGET_KINDS,
  type AuditAction,
  AuditActor,
  type AuditRecorded,
  auditRecorded,
  AuditState,
  AuditTarget,
  type AuditTargetKind,
  AuditValue,
  HiddenValue,
} from './audit-recorded.ts';
export {
  destinationsSwitchedOff,
  type DestinationsSwitchedOff,
} from './destinations-switched-off.ts';
export { instructionsChanged, type InstructionsChanged } from './instructions-changed.ts';
export {
  type DataOf,
  defineEvent,
  type EventType,
  outputOfKey,
  type Topic,
  TOPICS,
} from './topics.ts';
export {
  type AppliedRule,
  type JudgeCall,
  outputsEvaluated,
  type OutputsEvaluated,
} from './outputs-evaluated.ts';
export {
  outputsReevaluationRequested,
  type OutputsReevaluationRequested,
} from './outputs-reevaluation-requested.ts';
export {
  outputsDecided,
  type OutputsDecided,
  outputsDeleted,
  type OutputsDeleted,
  outputsFlagged,
  outputsTaught,
  type OutputsTaught,
  sourceInEvents,
} from './outputs-reviewed.ts';
export { outputsShadowEvaluated, type OutputsShadowEvaluated } from './outputs-shadow-evaluated.ts';
export {
  type CorrectedActionData,
  type JudgedContentData,
  outputsSubmitted,
  type OutputsSubmitted,
} from './outputs-submitted.ts';
export { peopleChanged, type PeopleChanged } from './people-changed.ts';
export { projectsChanged, type ProjectsChanged } from './projects-changed.ts';
export {
  consumerGroupOf,
  type DeadLetterTopic,
  deadLetterTopic,
  defineTopics,
  EVENT_BYTES_MAX,
  MESSAGE_BYTES_MAX,
  PARTITIONS_DEFAULT,
  TOPIC_ROLES,
  type TopicDefinition,
  type KafkaAccess,
  kafkaAccessOf,
  topicsOf,
} from './topic-definitions.ts';
export {
  WORKSPACE_DEFAULTS,
  workspacesChanged,
  type WorkspacesChanged,
} from './workspaces-changed.ts';
