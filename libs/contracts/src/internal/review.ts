import { Type } from '@sinclair/typebox';

import { peopleChanged } from '../events/people-changed.ts';
import { projectsChanged } from '../events/projects-changed.ts';
import { outputsEvaluated } from '../events/outputs-evaluated.ts';
import { JudgedContent, outputsSubmitted } from '../events/outputs-submitted.ts';
import { workspacesChanged } from '../events/workspaces-changed.ts';
import { FileData } from '../file.ts';
import { INTERNAL, operationsOf } from '../operation.ts';
import { VersionNumber } from '../http/shared.ts';
import { Clearable, Nullable } from '../schema/nullable.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'review' });

/**
 * Applies events that review has not consumed yet, with the consumers' own functions. The gateway calls it so that an
 * answered submission can be read and changed while a consumer lags.
 */
export const applyEvents = operation({
  id: 'applyEvents',
  path: '/internal/apply',
  summary: 'Apply submissions and evaluations ahead of their events',
  body: Type.Object({
    submissions: Type.Array(outputsSubmitted.schema),
    evaluations: Type.Array(outputsEvaluated.schema),
  }),
  responses: { 200: Type.Object({ ok: Type.Literal(true) }) },
});

// In optional request fields, null counts as absent, so the rate is required. Gateways of v0.2.0 do not know groups.
const ProjectChange = Type.Object({
  ...projectsChanged.schema.properties,
  sampleRate: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  reviewGroupId: Type.Optional(Clearable(Type.String())),
  escalationGroupId: Type.Optional(Clearable(Type.String())),
  version: VersionNumber,
});

/**
 * Applies changes of projects and tasks before their events arrive. The gateway calls it so that a sample rate, a
 * review group or a new name takes effect before its answer.
 */
export const applyProjectChanges = operation({
  id: 'applyProjectChanges',
  path: '/internal/projects',
  summary: 'Apply changes of projects and tasks ahead of their events',
  body: Type.Object({ changes: Type.Array(ProjectChange) }),
  responses: { 200: Type.Object({ ok: Type.Literal(true) }) },
});

/**
 * Applies the people and groups of a workspace before the event arrives. The gateway calls it so that a group is known
 * before its answer.
 */
export const applyPeopleChange = operation({
  id: 'applyPeopleChange',
  path: '/internal/people',
  summary: 'Apply the people and groups of a workspace ahead of their event',
  body: Type.Object({ ...peopleChanged.schema.properties, version: VersionNumber }),
  responses: { 200: Type.Object({ ok: Type.Literal(true) }) },
});

/**
 * Applies workspace settings before their events arrive. The gateway calls it so that after its answer, no deadline
 * approves and nothing is deleted by outdated settings.
 */
export const applyWorkspaceChanges = operation({
  id: 'applyWorkspaceChanges',
  path: '/internal/workspaces',
  summary: 'Apply settings of workspaces ahead of their events',
  body: Type.Object({ changes: Type.Array(workspacesChanged.schema) }),
  responses: { 200: Type.Object({ ok: Type.Literal(true) }) },
});

/**
 * Moves the undecided outputs of a group that is about to be deleted. Without a target group, it returns how many there
 * are. One call moves a batch, so repeat it until nothing is left. Until then the rest is not counted but returned as
 * 1. Outputs assigned to the group in the meantime are moved the same way after its deletion.
 */
export const moveGroupWork = operation({
  id: 'moveGroupWork',
  path: '/internal/groups/move',
  summary: 'Move the work of a group',
  body: Type.Object({
    workspaceId: Type.String(),
    groupId: Type.String(),
    moveTo: Type.Optional(Type.String()),
  }),
  responses: {
    200: Type.Object({
      left: Type.Integer({ minimum: 0 }),
      hasMore: Type.Optional(Type.Boolean()),
    }),
  },
});

const OutputKeys = Type.Array(Type.Object({ workspaceId: Type.String(), id: Type.String() }), {
  maxItems: 5000,
});

/** Which of these outputs review holds, including deleted ones. Their bodies can be dropped. */
export const confirmHeld = operation({
  id: 'confirmHeld',
  path: '/internal/confirm',
  summary: 'Confirm which outputs review holds',
  body: Type.Object({ outputs: OutputKeys }),
  responses: { 200: Type.Object({ held: OutputKeys }) },
});

/** Starts a new run of outputs whose dead-lettered evaluation is replayed. */
export const requestRuns = operation({
  id: 'requestRuns',
  path: '/internal/runs',
  summary: 'Evaluate outputs again after a replay',
  access: 'operator',
  body: Type.Object({ outputs: OutputKeys }),
  responses: { 200: Type.Object({ started: Type.Integer() }) },
});

/** The number of outputs in each project and task of a workspace. Empty ones are left out. */
export const countOutputs = operation({
  id: 'countOutputs',
  path: '/internal/counts',
  summary: 'Count outputs per project and task',
  body: Type.Object({ workspaceId: Type.String() }),
  responses: {
    200: Type.Object({
      /** One entry per task, and one with `taskId` null for a project's outputs without a task. */
      counts: Type.Array(
        Type.Object({
          projectId: Type.String(),
          taskId: Nullable(Type.String()),
          count: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
  },
});

/** The content of one output that rules may read, for a dry run. 404 for another workspace's output. */
export const getJudgedContent = operation({
  id: 'getJudgedContent',
  path: '/internal/judged-content',
  summary: 'Get the text of an output',
  body: Type.Object({ workspaceId: Type.String(), id: Type.String() }),
  responses: {
    200: Type.Object({
      projectId: Type.String(),
      taskId: Nullable(Type.String()),
      content: JudgedContent,
      attachments: Type.Array(FileData),
    }),
  },
  errors: ['NOT_FOUND'],
});

/**
 * Streams to the gateway which outputs of all workspaces have settled or were deleted: lines of JSON, each an array of
 * `[workspaceId, id]`. An empty array comes first, once no later change can be missed, and again after a quiet period.
 */
export const followSettled = operation({
  id: 'followSettled',
  method: 'GET',
  path: '/internal/settled',
  summary: 'Follow which outputs settle',
  bytes: 'events',
  responses: { 200: Type.String() },
});

/**
 * The path of the dashboard files in review; the gateway serves them at `/`. They are not operations: they need no
 * credential and contain no data of a workspace.
 */
export const DASHBOARD_PREFIX = '/dashboard';
