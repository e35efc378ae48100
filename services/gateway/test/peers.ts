import {
  type AnswerOf,
  INTERNAL_HEADERS,
  INTERNAL_OPERATIONS,
  OPERATIONS,
  type OutputsEvaluated,
  type OutputsSubmitted,
  type PeopleChanged,
  type ProjectsChanged,
  type ServiceName,
  type WorkspacesChanged,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  type Clock,
  identifyByAssertion,
  implement,
  makeAssertionVerifier,
  type Route,
  type RouteContext,
} from '@output-review/runtime';
import { startPeer } from '@output-review/runtime/testing';

import type { OutputCount } from '../src/projects/projects.pure.ts';
import { judgeRoutes, notificationRoutes, quotaRoutes } from './settings-peers.ts';
import { slackRoutes } from './slack-peer.ts';

type AuditHead = AnswerOf<typeof INTERNAL_OPERATIONS.listAuditHeads>['heads'][number];

/** Minimal versions of the other services, over real HTTP and with real assertions. */
export interface Peers {
  readonly review: {
    readonly url: string;
    counts: OutputCount[];
    /** The changes of projects and tasks that it was told before their answers. */
    readonly projectChanges: ProjectsChanged[];
    /** The same for people and groups. */
    readonly peopleChanges: PeopleChanged[];
    /** The same for settings. */
    readonly workspaceChanges: WorkspacesChanged[];
    /** Awaited before review applies a change of projects, tasks, people or groups. */
    beforeRegistryChange: () => Promise<void>;
    /** Awaited before review applies a change of settings. */
    beforeWorkspaceChange: () => Promise<void>;
    /** The number of outputs of each group, by its ID, until they are moved. */
    readonly groupWork: Map<string, number>;
    /** Makes each of the next moves report that more is left. */
    readonly groupWorkPages: true[];
    /** The number of rules that name each group. */
    readonly groupRules: Map<string, number>;
    /** Awaited before review moves the work of a group. */
    beforeGroupMove: (groupId: string) => Promise<void>;
    /** The heads of its audit chains, sorted by workspace. */
    readonly auditHeads: AuditHead[];
    /** The Slack users whose requests it answered. */
    readonly slackAnswers: string[];
    /** IDs of outputs that it does not have. It claims to have all others. */
    readonly missing: Set<string>;
    /** The events that were handed over, by output ID. */
    readonly submissions: Map<string, OutputsSubmitted>;
    readonly evaluations: Map<string, OutputsEvaluated>;
    /** Requests as received. */
    readonly received: ReceivedRequest[];
    stop(): Promise<void>;
  };
  readonly evaluator: {
    readonly url: string;
    /** IDs that rules refer to. */
    readonly inUse: Set<string>;
    readonly closed: Set<string>;
    /** IDs that it fails to reopen. */
    readonly stuck: Set<string>;
    /** By ID: what it waits for before it closes an entry, after it has already answered the caller with an error. */
    readonly held: Map<string, Promise<unknown>>;
    evaluations: OutputsEvaluated[];
    stop(): Promise<void>;
  };
  readonly instructions: {
    readonly url: string;
    /** IDs that documents refer to. */
    readonly inUse: Set<string>;
    readonly closed: Set<string>;
  };
  readonly media: { readonly url: string; stop(): Promise<void> };
  stop(): Promise<void>;
}

export interface ReceivedRequest {
  readonly operation: string;
  readonly url: string;
  readonly headers: RouteContext['headers'];
  readonly principal: unknown;
}

export async function startPeers(assertionPublicKey: string, clock: Clock): Promise<Peers> {
  const assertions = makeAssertionVerifier({ gateway: assertionPublicKey }, clock);
  const identify = identifyByAssertion(assertions, 'review');
  const open = (service: ServiceName, routes: readonly Route[]) =>
    startPeer({ service, routes, assertions });

  const state = {
    counts: [] as OutputCount[],
    auditHeads: [] as AuditHead[],
    projectChanges: [] as ProjectsChanged[],
    peopleChanges: [] as PeopleChanged[],
    workspaceChanges: [] as WorkspacesChanged[],
    beforeRegistryChange: () => Promise.resolve(),
    beforeWorkspaceChange: () => Promise.resolve(),
    groupWork: new Map<string, number>(),
    groupWorkPages: [] as true[],
    groupRules: new Map<string, number>(),
    beforeGroupMove: (_groupId: string) => Promise.resolve(),
    slackAnswers: [] as string[],
    missing: new Set<string>(),
    submissions: new Map<string, OutputsSubmitted>(),
    evaluations: new Map<string, OutputsEvaluated>(),
    received: [] as ReceivedRequest[],
  };
  const publicRoutes = OPERATIONS.filter(({ owner }) => owner === 'review').map(
    (operation): Route => ({
      operation,
      async respond(ctx) {
        const { principal } = await identify(ctx, operation);
        state.received.push({
          operation: operation.id,
          url: ctx.url,
          headers: ctx.headers,
          principal,
        });
        await answerOutput(ctx, operation.id, state);
      },
    }),
  );
  const reviewListener = await open('review', [
    ...publicRoutes,
    implement(INTERNAL_OPERATIONS.countOutputs, async () => ({
      status: 200,
      body: { counts: state.counts },
    })),
    ...notificationRoutes(),
    ...slackRoutes(state.slackAnswers),
    implement(INTERNAL_OPERATIONS.listAuditHeads, async ({ body: { after = '', limit } }) => {
      const heads = state.auditHeads.filter(({ workspaceId }) => workspaceId > after);
      return { status: 200, body: { heads: heads.slice(0, limit) } };
    }),
    implement(INTERNAL_OPERATIONS.confirmHeld, async ({ body }) => ({
      status: 200,
      body: { held: body.outputs.filter(({ id }) => !state.missing.has(id)) },
    })),
    implement(INTERNAL_OPERATIONS.applyProjectChanges, async ({ body }) => {
      await state.beforeRegistryChange();
      state.projectChanges.push(...body.changes);
      return { status: 200, body: { ok: true } };
    }),
    implement(INTERNAL_OPERATIONS.applyWorkspaceChanges, async ({ body }) => {
      await state.beforeWorkspaceChange();
      state.workspaceChanges.push(...body.changes);
      return { status: 200, body: { ok: true } };
    }),
    implement(INTERNAL_OPERATIONS.applyPeopleChange, async ({ body }) => {
      await state.beforeRegistryChange();
      state.peopleChanges.push(body);
      return { status: 200, body: { ok: true } };
    }),
    implement(INTERNAL_OPERATIONS.moveGroupWork, async ({ body: { groupId, moveTo } }) => {
      await state.beforeGroupMove(groupId);
      const hasMore = moveTo !== undefined && (state.groupWorkPages.pop() ?? false);
      const left = hasMore ? 1 : moveGroup(state.groupWork, groupId, moveTo);
      return { status: 200, body: { left, hasMore } };
    }),
    implement(INTERNAL_OPERATIONS.applyEvents, async ({ body }) => {
      for (const submission of body.submissions) state.submissions.set(submission.id, submission);
      for (const evaluation of body.evaluations) state.evaluations.set(evaluation.id, evaluation);
      return { status: 200, body: { ok: true } };
    }),
  ]);

  const evaluator = makeOwner();
  const results = { evaluations: [] as OutputsEvaluated[] };
  const evaluatorListener = await open('evaluator', [
    implement(INTERNAL_OPERATIONS.moveGroupRules, async ({ body: { groupId, moveTo } }) => {
      return { status: 200, body: { left: moveGroup(state.groupRules, groupId, moveTo) } };
    }),
    implement(INTERNAL_OPERATIONS.lookUpEvaluations, async ({ body }) => ({
      status: 200,
      body: { evaluations: results.evaluations.filter(({ id }) => body.ids.includes(id)) },
    })),
    ...registryRoutes(evaluator),
    ...judgeRoutes(),
  ]);
  const instructions = makeOwner();
  const instructionsListener = await open('instructions', registryRoutes(instructions));
  // Media has no files.
  const mediaListener = await open('media', quotaRoutes());

  return {
    review: Object.assign(state, { url: reviewListener.url, stop: () => reviewListener.close(0) }),
    evaluator: Object.assign(results, evaluator, {
      url: evaluatorListener.url,
      stop: () => evaluatorListener.close(0),
    }),
    instructions: { ...instructions, url: instructionsListener.url },
    media: { url: mediaListener.url, stop: () => mediaListener.close(0) },
    async stop() {
      const listeners = [reviewListener, evaluatorListener, instructionsListener, mediaListener];
      await Promise.all(listeners.map((listener) => listener.close(0)));
    },
  };
}

/** @returns how many are left. */
function moveGroup(counts: Map<string, number>, from: string, to: string | undefined): number {
  const count = counts.get(from) ?? 0;
  if (to === undefined || count === 0) return count;
  counts.delete(from);
  counts.set(to, count + (counts.get(to) ?? 0));
  return 0;
}

const makeOwner = () => ({
  inUse: new Set<string>(),
  closed: new Set<string>(),
  stuck: new Set<string>(),
  held: new Map<string, Promise<unknown>>(),
});

/** An owner that refers to projects and tasks. */
function registryRoutes({ inUse, closed, stuck, held }: ReturnType<typeof makeOwner>): Route[] {
  return [
    implement(INTERNAL_OPERATIONS.closeRegistryEntry, async ({ body }) => {
      const hold = held.get(body.id);
      if (hold) {
        void hold.then(() => closed.add(body.id));
        throw new AppError('UNAVAILABLE', 'Not now.');
      }
      const isEmpty = !inUse.has(body.id);
      if (isEmpty) closed.add(body.id);
      return { status: 200, body: { isEmpty } };
    }),
    implement(INTERNAL_OPERATIONS.reopenRegistryEntry, async ({ body }) => {
      if (stuck.has(body.id)) throw new AppError('UNAVAILABLE', 'Not now.');
      closed.delete(body.id);
      return { status: 200, body: { ok: true } };
    }),
  ];
}

interface ReviewState {
  readonly submissions: ReadonlyMap<string, OutputsSubmitted>;
  readonly evaluations: ReadonlyMap<string, OutputsEvaluated>;
}

/** Answers by the protocol of the headers. The bodies contain only what tests check. */
async function answerOutput(
  ctx: RouteContext,
  operation: string,
  { submissions, evaluations }: ReviewState,
): Promise<void> {
  ctx.set('x-output-review-private', 'inside');
  const id = ctx.params['id'];
  const isAsIs = ctx.headers[INTERNAL_HEADERS.asIs] === '1';
  if (id === undefined) {
    ctx.body = { received: await readText(ctx) };
    return;
  }
  const submission = submissions.get(id);
  if (!submission) {
    if (!isAsIs) ctx.set(INTERNAL_HEADERS.reviewState, 'not-seen');
    ctx.status = 404;
    ctx.body = { error: 'There is no output with this ID.', code: 'NOT_FOUND', fields: {} };
    return;
  }
  if (submission.sync && !evaluations.has(id) && !isAsIs) {
    ctx.set(INTERNAL_HEADERS.reviewState, 'not-applied');
  }
  if (operation === 'deleteOutput') ctx.set(INTERNAL_HEADERS.deletedIds, JSON.stringify([id]));
  ctx.body = {
    id,
    status: evaluations.has(id) ? 'pass' : 'pending',
    received: await readText(ctx),
  };
}

async function readText(ctx: RouteContext): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
