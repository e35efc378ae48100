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

/** All event types by topic. */
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

export * from './audit-recorded.ts';
export * from './destinations-switched-off.ts';
export * from './instructions-changed.ts';
export * from './outputs-evaluated.ts';
export * from './outputs-reevaluation-requested.ts';
export * from './outputs-reviewed.ts';
export * from './outputs-shadow-evaluated.ts';
export * from './outputs-submitted.ts';
export * from './people-changed.ts';
export * from './projects-changed.ts';
export * from './topic-definitions.ts';
export * from './topics.ts';
export * from './workspaces-changed.ts';
