import {
  type BodyOf,
  changeManyOutputs,
  decideOutput,
  deleteOutput,
  evaluateAgain,
  flagOutput,
  INTERNAL_HEADERS,
  isAtLeast,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { implement, type Route } from '@output-review/runtime';

import type { DecisionRequest } from '../domain/decide.ts';
import type { OutputKey } from '../domain/output.ts';
import type { Lesson } from '../domain/teach.ts';
import type { Caller } from '../use-cases/caller.ts';
import type { BulkAction, ChangeMany } from '../use-cases/change-many.ts';
import type { FlagRequest } from '../use-cases/flag-output.ts';
import type { RequireSeen } from '../use-cases/require-seen.ts';
import type { makeTeachFromOutput } from '../use-cases/teach-from-output.ts';
import { isAsIs, tellReviewState } from './tell-review-state.ts';

interface Deps {
  readonly requireSeen: RequireSeen;
  readonly decide: (key: OutputKey, request: DecisionRequest, caller: Caller) => Promise<void>;
  readonly teach: ReturnType<typeof makeTeachFromOutput>;
  readonly flag: (key: OutputKey, request: FlagRequest, caller: Caller) => Promise<void>;
  readonly evaluateAgain: (key: OutputKey, caller: Caller) => Promise<void>;
  readonly deleteOne: (key: OutputKey, caller: Caller) => Promise<void>;
  readonly changeMany: ChangeMany;
}

export function makeDecisionRoutes(deps: Deps): Route[] {
  return [
    ...makeSingleRoutes(deps),
    implement(changeManyOutputs, async (request) => {
      const { body, principal, headers } = request;
      refuseTooLittleRole(body.action, principal.kind === 'user' ? principal.role : 'viewer');
      const { workspaceId } = principal;
      const keys = [...new Set(body.ids)].map((id) => ({ workspaceId, id }));
      await deps.requireSeen.many(keys, isAsIs(headers));
      const { action, comment = null } = body;
      const result = await deps.changeMany(keys, { action, comment }, request);
      const answer = { ok: true, count: result.changedIds.length } as const;
      return {
        status: 200,
        body: { ...answer, skipped: [...result.skipped] },
        headers: action === 'delete' ? deletedIds(result.changedIds) : {},
      };
    }),
  ].map(tellReviewState);
}

function makeSingleRoutes({ requireSeen, ...deps }: Deps): Route[] {
  return [
    implement(decideOutput, async (request) => {
      const { params, body, principal, headers } = request;
      const key = { workspaceId: principal.workspaceId, id: params.id };
      await requireSeen.one(key, isAsIs(headers));
      if (body.teach === true) {
        const taught = await deps.teach(key, readLesson(body), request);
        const { decision: humanDecision, notQueuedBecause } = taught;
        const queued = notQueuedBecause === null;
        return {
          status: 200,
          body: { ok: true, id: key.id, humanDecision, queued, notQueuedBecause },
        };
      }
      const wanted = readDecision(body);
      await deps.decide(key, wanted, request);
      const notTaught = { queued: null, notQueuedBecause: null };
      const made = { ok: true, id: key.id, humanDecision: wanted.decision } as const;
      return { status: 200, body: { ...made, ...notTaught } };
    }),
    implement(flagOutput, async (request) => {
      const { params, body, principal, headers } = request;
      const key = { workspaceId: principal.workspaceId, id: params.id };
      await requireSeen.one(key, isAsIs(headers));
      const { reason = null, flaggedBy: claimed } = body;
      await deps.flag(key, { reason, claimed }, request);
      return { status: 200, body: { ok: true, id: key.id, status: 'flagged' } };
    }),
    implement(evaluateAgain, async (request) => {
      const { params, principal, headers } = request;
      const key = { workspaceId: principal.workspaceId, id: params.id };
      await requireSeen.one(key, isAsIs(headers));
      await deps.evaluateAgain(key, request);
      return { status: 202, body: { ok: true, id: key.id, status: 'pending' } };
    }),
    implement(deleteOutput, async (request) => {
      const { params, principal, headers } = request;
      const key = { workspaceId: principal.workspaceId, id: params.id };
      await requireSeen.one(key, isAsIs(headers));
      await deps.deleteOne(key, request);
      return { status: 200, body: { ok: true }, headers: deletedIds([key.id]) };
    }),
  ];
}

type DecisionBody = BodyOf<typeof decideOutput>;

function readDecision(body: DecisionBody): DecisionRequest {
  const { decision, comment = null, correctedOutput = null, override = false } = body;
  if (decision === undefined) throw missing('decision', 'A decision is required.');
  return { decision, comment, correctedOutput, override };
}

function readLesson({ decision, comment }: DecisionBody): Lesson {
  if (comment === undefined) throw missing('comment', 'A lesson needs a comment.');
  return { decision: decision ?? null, comment };
}

function missing(field: string, message: string): AppError {
  return new AppError('VALIDATION_FAILED', message, { fields: { [field]: 'Is required.' } });
}

/** The operation is for reviewers; only deleting takes more. */
function refuseTooLittleRole(action: BulkAction, role: Parameters<typeof isAtLeast>[0]): void {
  if (action !== 'delete' || isAtLeast(role, 'manager')) return;
  throw new AppError('FORBIDDEN', 'Deleting takes a manager.');
}

function deletedIds(ids: readonly string[]): Record<string, string> {
  return { [INTERNAL_HEADERS.deletedIds]: JSON.stringify(ids) };
}
