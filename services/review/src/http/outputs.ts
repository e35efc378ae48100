import {
  editDetails,
  getOutput,
  getOutputStatus,
  getOutputTimeline,
  type TimelineStage,
  type WorkspacePrincipal,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route, type Sealer } from '@output-review/runtime';

import type { DetailsEdit } from '../domain/edit-details.ts';
import type { OutputKey } from '../domain/output.ts';
import type { Caller } from '../use-cases/caller.ts';
import type { FoundOutput } from '../use-cases/found-output.ts';
import type { ReadOutput } from '../use-cases/read-output.ts';
import type { RequireSeen } from '../use-cases/require-seen.ts';
import { presentDetail, type Viewer } from './present-output.ts';
import { isAsIs, tellReviewState } from './tell-review-state.ts';

interface TimelineEvent {
  readonly at: Date;
  readonly stage: TimelineStage;
  readonly actor: string | null;
  readonly detail: string | null;
}

interface Deps {
  readonly requireSeen: RequireSeen;
  readonly read: (key: OutputKey, assertion: string) => Promise<ReadOutput>;
  readonly findOne: (key: OutputKey) => Promise<FoundOutput | null>;
  readonly findTimeline: (key: OutputKey) => Promise<TimelineEvent[] | null>;
  readonly edit: (key: OutputKey, request: DetailsEdit, caller: Caller) => Promise<void>;
  readonly sealer: Sealer;
}

export function makeOutputRoutes(deps: Deps): Route[] {
  const { requireSeen, read, sealer } = deps;
  const viewerOf = (principal: WorkspacePrincipal): Viewer => ({
    principal,
    openSealed: sealer.open,
  });
  return [
    implement(getOutput, async ({ params, principal, assertion, headers }) => {
      const key = { workspaceId: principal.workspaceId, id: params.id };
      await requireSeen.one(key, isAsIs(headers));
      return { status: 200, body: presentDetail(await read(key, assertion), viewerOf(principal)) };
    }),
    implement(editDetails, async (request) => {
      const { params, body, principal, assertion, headers } = request;
      const key = { workspaceId: principal.workspaceId, id: params.id };
      await requireSeen.one(key, isAsIs(headers));
      await deps.edit(key, body, request);
      return { status: 200, body: presentDetail(await read(key, assertion), viewerOf(principal)) };
    }),
    implement(getOutputStatus, async ({ params, principal, headers }) => {
      const key = { workspaceId: principal.workspaceId, id: params.id };
      await requireSeen.one(key, isAsIs(headers));
      return { status: 200, body: presentStatus(found(await deps.findOne(key))) };
    }),
    implement(getOutputTimeline, async ({ params, principal, headers }) => {
      const key = { workspaceId: principal.workspaceId, id: params.id };
      await requireSeen.one(key, isAsIs(headers));
      const events = found(await deps.findTimeline(key));
      const presented = events.map((event) => ({ ...event, at: event.at.toISOString() }));
      return { status: 200, body: { id: key.id, events: presented } };
    }),
  ].map(tellReviewState);
}

function presentStatus(output: FoundOutput) {
  const { id, status, verdict, confidenceScore, explanation, humanDecision } = output;
  return { id, status, verdict, confidenceScore, explanation, humanDecision };
}

/** It may have been deleted since it was seen. */
function found<T>(value: T | null): T {
  if (value === null) throw new AppError('NOT_FOUND', 'There is no such output.');
  return value;
}
