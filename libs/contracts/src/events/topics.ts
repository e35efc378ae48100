/**
 * The topics. The key of every `outputs.*` event is `workspaceId/id`, so that what happens to one
 * output stays in order within a topic; nobody relies on order between topics.
 */
export const TOPICS = {
  outputsSubmitted: 'outputs.submitted',
  outputsEvaluated: 'outputs.evaluated',
  outputsFlagged: 'outputs.flagged',
  outputsDecided: 'outputs.decided',
  outputsTaught: 'outputs.taught',
  outputsDeleted: 'outputs.deleted',
  outputsReevaluationRequested: 'outputs.reevaluation_requested',
  projectsChanged: 'projects.changed',
  instructionsChanged: 'instructions.changed',
  workspacesChanged: 'workspaces.changed',
  auditRecorded: 'audit.recorded',
  destinationsSwitchedOff: 'destinations.switched_off',
} as const;

export type Topic = (typeof TOPICS)[keyof typeof TOPICS];
