import { Type } from '@sinclair/typebox';

import { peopleChanged } from '../events/people-changed.ts';
import { projectsChanged } from '../events/projects-changed.ts';
import { outputsEvaluated } from '../events/outputs-evaluated.ts';
import { JudgedContent, outputsSubmitted } from '../events/outputs-submitted.ts';
import { workspacesChanged } from '../events/workspaces-changed.ts';
import { FileData } from '../file.ts';
import { operationsOf } from '../operation.ts';
import { VersionNumber } from '../http/shared.ts';
import { Clearable, Nullable } from '../schema/nullable.ts';
import { INTERNAL } from './shared.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'review' });

/**
 * Applies events that review has not consumed yet, by the consumers' own functions. The gateway
 * calls it so that an answered submission can be read and changed while a consumer lags.
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

// Of an optional field of a request, null counts as absent, so the rate is required; gateways of v0.2.0 do not know groups.
const ProjectChange = Type.Object({
  ...projectsChanged.schema.properties,
  sampleRate: Nullable(Type.Number({ minimum: 0, maximum: 1 })),
  reviewGroupId: Type.Optional(Clearable(Type.String())),
  escalationGroupId: Type.Optional(Clearable(Type.String())),
  version: VersionNumber,
});

/**
 * Applies changes of projects and tasks ahead of their events. The gateway calls it so that a sample rate,
 * a review group or a new name holds from the answer on.
 */
export const applyProjectChanges = operation({
  id: 'applyProjectChanges',
  path: '/internal/projects',
  summary: 'Apply changes of projects and tasks ahead of their events',
  body: Type.Object({ changes: Type.Array(ProjectChange) }),
  responses: { 200: Type.Object({ ok: Type.Literal(true) }) },
});

/**
 * Applies the people and groups of a workspace ahead of the event. The gateway calls it so that a group is known from
 * the answer on.
 */
export const applyPeopleChange = operation({
  id: 'applyPeopleChange',
  path: '/internal/people',
  summary: 'Apply the people and groups of a workspace ahead of their event',
  body: Type.Object({ ...peopleChanged.schema.properties, version: VersionNumber }),
  responses: { 200: Type.Object({ ok: Type.Literal(true) }) },
});

/**
 * Applies settings of workspaces ahead of their events. The gateway calls it so that no deadline approves, and
 * nothing is deleted, by settings that were changed before the answer.
 */
export const applyWorkspaceChanges = operation({
  id: 'applyWorkspaceChanges',
  path: '/internal/workspaces',
  summary: 'Apply settings of workspaces ahead of their events',
  body: Type.Object({ changes: Type.Array(workspacesChanged.schema) }),
  responses: { 200: Type.Object({ ok: Type.Literal(true) }) },
});

/**
 * Moves the undecided outputs of a group that is about to be deleted; without a group to move them to, tells how many
 * there are. One call moves some; whoever wants all moved calls until there is no more. Until then nobody counts what
 * is left, which is told as 1. Whatever is assigned to the group meanwhile goes the same way once it is gone.
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

/** Which of these outputs review holds (deleted ones included): their bodies may be dropped. */
export const confirmHeld = operation({
  id: 'confirmHeld',
  path: '/internal/confirm',
  summary: 'Confirm which outputs review holds',
  body: Type.Object({ outputs: OutputKeys }),
  responses: { 200: Type.Object({ held: OutputKeys }) },
});

/** Starts a new run of outputs whose evaluation was set aside and is replayed. */
export const requestRuns = operation({
  id: 'requestRuns',
  path: '/internal/runs',
  summary: 'Evaluate outputs again after a replay',
  access: 'operator',
  body: Type.Object({ outputs: OutputKeys }),
  responses: { 200: Type.Object({ started: Type.Integer() }) },
});

/** How many outputs exist in each project and task of a workspace; those with none are left out. */
export const countOutputs = operation({
  id: 'countOutputs',
  path: '/internal/counts',
  summary: 'Count outputs per project and task',
  body: Type.Object({ workspaceId: Type.String() }),
  responses: {
    200: Type.Object({
      /** One entry a task, and one with `taskId` null for a project's outputs without a task. */
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

/** What the rules may read of one output, for a dry run on it. Another workspace's is 404. */
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
 * Tells the gateway which outputs have settled or were deleted, in all workspaces, for as long as it
 * listens: lines of JSON, each an array of `[workspaceId, id]`. An empty one comes first, when nothing from
 * then on is missed, and again when there has been nothing to tell for a while.
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
 * Where review has the files of the dashboard, for the gateway, which serves them at `/`. They are no
 * operation: they need no credential, and say nothing of any workspace.
 */
export const DASHBOARD_PREFIX = '/dashboard';
