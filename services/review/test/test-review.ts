import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll } from '@jest/globals';
import {
  type AnswerOf,
  type AppliedRuleAnswer,
  type BodyOf,
  getRule,
  INTERNAL_OPERATIONS,
  type OutputsEvaluated,
  outputsEvaluated,
  outputsShadowEvaluated,
  type OutputsShadowEvaluated,
  type OutputsSubmitted,
  outputsSubmitted,
  type OutputsTaught,
  type Principal,
  type Scope,
  SCOPES,
  type Topic,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  listenAt,
  implement,
  type IncomingEvent,
  InProcessBus,
  makeEncryptor,
  newId,
  openDatabase,
  type OutgoingEvent,
  type Route,
} from '@output-review/runtime';
import {
  type ApiClient,
  CONNECTIONS_MAX,
  createTestDatabase,
  FakeClock,
  makeApiClient,
  silentLog,
  startPeer,
  testAssertions,
  type TestAssertions,
} from '@output-review/runtime/testing';

import { MIGRATIONS } from '../src/migrations/index.ts';
import { type ReviewOptions, startReview } from '../src/service.ts';
import { BacktestedRules } from './backtested-rules.ts';

const SEALING_KEY = randomBytes(32).toString('base64');
const PUBLIC_URL = 'https://reviews.example.com';
export const AUDIT_KEY = randomBytes(32).toString('base64');

/** Review on its own database, with a bus that records events, and an evaluator that has rule texts. */
export async function startTestReview({ jobsEveryMs, ...overrides }: Partial<ReviewOptions> = {}) {
  const clock = new FakeClock('2026-03-01T12:00:00.000Z');
  const database = await createTestDatabase({ service: 'review', migrations: MIGRATIONS });
  const bus = new InProcessBus();
  const published: IncomingEvent[] = [];
  for (const topic of REVIEW_TOPICS) {
    const handle = async (batch: readonly IncomingEvent[]) => void published.push(...batch);
    bus.subscribe({ topic, group: 'test', batchMax: 100, handle });
  }
  await bus.start();
  const assertions = testAssertions(clock);
  const gateway = await startGatewayOf(assertions);
  const evaluator = await startEvaluator(assertions);
  const instructions = await startInstructionsOf(assertions);
  const encryptor = makeEncryptor(SEALING_KEY);
  const options: ReviewOptions = {
    databaseUrl: database.urlOf('review'),
    connectionsMax: CONNECTIONS_MAX,
    ...{
      bus,
      log: silentLog,
      clock,
      encryptor,
      listener: listenAt({ host: '127.0.0.1', port: 0 }),
    },
    assertionPublicKey: assertions.keys.publicKey,
    operatorPublicKey: assertions.operatorKeys.publicKey,
    auditKey: AUDIT_KEY,
    peers: {
      gateway: () => gateway.url,
      evaluator: () => evaluator.url,
      instructions: () => instructions.url,
    },
    publicUrl: () => PUBLIC_URL,
    // Test receivers listen on loopback.
    isPrivateHostAllowed: (address) => address === '127.0.0.1',
    mail: null,
    slackApiUrl: 'https://slack.com/api',
    // Only the clock determines whether a turn has work. Each costs one or two statements: at 50 ms the turns took a
    // quarter of the CPU time of these tests.
    jobsEveryMs: {
      ...{ resendPending: 300, actOnDeadlines: 300, sendDeliveries: 300, makeDigests: 300 },
      ...{ removeExpired: 300, removeOldDeliveries: 300, trimOldEvents: 300, endClaims: 300 },
      ...{ foldOldCounts: 300, notifyAppsOfDeletion: 300, commentStreams: 50 },
      ...jobsEveryMs,
    },
    // Test receivers answer when told to, however busy the machine is.
    deliveryTimeoutMs: 60_000,
    ...overrides,
  };
  const review = await startReview(options);
  const api = makeApiClient(review.url);
  const sql = await openDatabase({
    ...{ url: database.adminUrl, schema: 'review', migrations: MIGRATIONS },
    ...{ poolMax: 1, log: silentLog },
  });

  const submit = (...submissions: OutputsSubmitted[]) =>
    bus.send(submissions.map((data) => eventOf(outputsSubmitted.topic, data)));
  const evaluate = (...evaluations: OutputsEvaluated[]) =>
    bus.send(evaluations.map((data) => eventOf(outputsEvaluated.topic, data)));

  return {
    ...{ bus, clock, published, review, encryptor, sql, database, options },
    ...{ gateway, evaluator, instructions },
    as: async (principal: Principal): Promise<ApiClient> =>
      api.with(await assertions.headersFor(principal)),
    /** The headers of a request by a principal. */
    headersOf: (principal: Principal) => assertions.headersFor(principal),
    ...{ submit, evaluate },
    /** Submits an output and the result of its evaluation. */
    submitEvaluated: async (
      outcome: OutputsEvaluated['outcome'] = 'fail',
      given: Partial<OutputsSubmitted> = {},
    ): Promise<OutputsSubmitted> => {
      const output = aSubmission(given);
      // At the same time, the most frequent case: neither has to wait for a timeout.
      await Promise.all([submit(output), evaluate(anEvaluation(output, { outcome }))]);
      return output;
    },
    shadow: (...shadows: OutputsShadowEvaluated[]) =>
      bus.send(shadows.map((data) => eventOf(outputsShadowEvaluated.topic, data))),
    stop: async () => {
      await review.stop();
      await bus.stop();
      await gateway.close();
      await evaluator.close();
      await instructions.close();
      await sql.close();
      await database.drop();
    },
  };
}

export type TestReview = Awaited<ReturnType<typeof startTestReview>>;

/** Review for the tests of a file or `describe`, from the first to the last. */
export function useTestReview(overrides: Partial<ReviewOptions> = {}): TestReview {
  const t = {} as TestReview;
  beforeAll(async () => {
    Object.assign(t, await startTestReview(overrides));
  });
  afterAll(() => t.stop());
  return t;
}

const REVIEW_TOPICS = [
  'outputs.flagged',
  'outputs.decided',
  'outputs.taught',
  'outputs.deleted',
  'outputs.reevaluation_requested',
  'destinations.switched_off',
] as const satisfies readonly Topic[];

type CheckedCorrection = BodyOf<typeof INTERNAL_OPERATIONS.checkCorrection>;

/**
 * An evaluator that returns a text for every version `rule@n`, records the corrections to check, and answers them as
 * configured.
 */
async function startEvaluator({ verifier: assertions }: TestAssertions) {
  const checked: CheckedCorrection[] = [];
  let answer = async (): Promise<AppliedRuleAnswer[]> => [];
  let approvalsAskedBy: readonly string[] | undefined;
  const check = implement(INTERNAL_OPERATIONS.checkCorrection, async ({ body }) => {
    checked.push(body);
    const appliedRules = await answer();
    const asked = approvalsAskedBy && { approvalsAskedBy: [...approvalsAskedBy] };
    return { status: 200, body: { appliedRules, ...asked } };
  });
  const backtests = new BacktestedRules();
  const routes = [textsOfRules(), ruleWithoutResults(), check, ...backtests.routes()];
  const { url, close } = await startPeer({ service: 'evaluator', routes, assertions });
  const behave = (next: typeof answer, askedBy?: readonly string[]): void => {
    answer = next;
    approvalsAskedBy = askedBy;
  };
  return { url, close, checked, behave, backtests };
}

/** A stored rule with the ID `unused`, and no other. */
function ruleWithoutResults(): Route {
  return implement(getRule, async ({ params: { id } }) => {
    if (id !== 'unused') throw new AppError('NOT_FOUND', 'There is no such rule.');
    return { status: 200, body: { ...aRule, id } };
  });
}

const aRule: AnswerOf<typeof getRule> = {
  ...{ id: 'unused', name: 'Unused', type: 'keyword_forbidden', value: 'word', description: null },
  ...{
    mode: 'live',
    isActive: true,
    shadowRate: 1,
    judgeFiles: false,
    approvals: null,
    version: 1,
  },
  ...{ projectId: null, projectName: null, taskName: null },
  ...{ llmJudgeProvider: null, llmJudgeModel: null },
  ...{ createdAt: '2026-03-01T11:00:00.000Z', updatedAt: '2026-03-01T11:00:00.000Z' },
};

/** A rule whose ID is a length and a letter, such as `60000x`, has a value of that many bytes. */
function valueOf(ruleId: string): string {
  return ruleId.slice(-1).repeat(Number.parseInt(ruleId, 10) || 0) || 'word';
}

function textsOfRules(): Route {
  return implement(INTERNAL_OPERATIONS.lookUpRuleVersions, async ({ body }) => {
    let left = body.valueBytesMax ?? Number.MAX_SAFE_INTEGER;
    const versions = body.ids.map((ruleVersionId) => {
      const [ruleId = '', version] = ruleVersionId.split('@');
      const value = valueOf(ruleId);
      left -= value.length;
      return {
        ...{ ruleVersionId, ruleId, ruleVersion: Number(version) },
        ruleName: `Name of ${ruleVersionId}`,
        ruleType: 'keyword_forbidden' as const,
        ...{ ruleValue: left < 0 ? null : value, valueBytes: value.length },
        ...{ scope: 'global' as const, projectId: null, taskId: null },
      };
    });
    const { numbered } = body;
    const id = numbered && { numberedId: `${numbered.ruleId}@${numbered.ruleVersion}` };
    return { status: 200, body: { versions, ...id } };
  });
}

/**
 * Instructions with a document for every task but `unwritten`, with room for notes except in `full`. Records the
 * lessons to queue.
 */
async function startInstructionsOf({ verifier: assertions }: TestAssertions) {
  const lessons: OutputsTaught[] = [];
  const route = implement(INTERNAL_OPERATIONS.queueLesson, async ({ body }) => {
    lessons.push(body);
    const isFull = body.taskId === 'full';
    return { status: 200, body: { isQueued: !isFull && body.taskId !== 'unwritten', isFull } };
  });
  const { url, close } = await startPeer({ service: 'instructions', routes: [route], assertions });
  return { url, close, lessons };
}

type Approvers = AnswerOf<typeof INTERNAL_OPERATIONS.findApprovers>;

/** A gateway that returns the configured approvers of workspaces, by default none. */
async function startGatewayOf({ verifier: assertions }: TestAssertions) {
  const workspaces = new Map<string, Approvers>();
  const asked: string[] = [];
  const before: { answer?: () => Promise<void> } = {};
  const route = implement(INTERNAL_OPERATIONS.findApprovers, async ({ body }) => {
    asked.push(body.workspaceId);
    await before.answer?.();
    const { submitters = [], ...found } = workspaces.get(body.workspaceId) ?? { userIds: [] };
    const ofAsked = submitters.filter(({ id }) => body.ids.includes(id));
    return { status: 200, body: { ...found, submitters: ofAsked } };
  });
  const { url, close } = await startPeer({ service: 'gateway', routes: [route], assertions });
  return { url, close, workspaces, asked, before };
}

export function eventOf(topic: Topic, data: { workspaceId: string; id: string }): OutgoingEvent {
  return {
    ...{ topic, key: `${data.workspaceId}/${data.id}`, id: newId(), source: 'test' },
    ...{ time: '2026-03-01T12:00:00.000Z', traceparent: null, json: JSON.stringify(data) },
  };
}

export function aSubmission(given: Partial<OutputsSubmitted> = {}): OutputsSubmitted {
  const workspaceId = given.workspaceId ?? newId();
  return {
    ...outputsSubmitted.examples.valid,
    ...{ id: newId(), projectId: `p-${workspaceId}`, projectName: 'Support' },
    ...{ timestamp: '2026-03-01T11:00:00.000Z', acceptedAt: '2026-03-01T11:00:00.000Z' },
    ...given,
    workspaceId,
  };
}

export function anEvaluation(
  { workspaceId, id }: { workspaceId: string; id: string },
  given: Partial<OutputsEvaluated> = {},
): OutputsEvaluated {
  return {
    ...{ workspaceId, id, run: 1, evaluatedAt: '2026-03-01T11:00:01.000Z', outcome: 'pass' },
    ...{ confidenceScore: 1, explanation: 'All 1 rules passed.' },
    appliedRules: [
      {
        ...{ ruleVersionId: 'r1@1', outcome: 'passed', summary: null },
        ...{ evaluator: 'deterministic', latencyMs: 0.2 },
      },
    ],
    ...given,
  };
}

/** Ada with the ID `u`, or a person whose ID is the name. */
export const aPerson = (
  workspaceId: string,
  role: 'viewer' | 'reviewer' | 'manager' | 'admin' = 'manager',
  name?: string,
): Principal => ({
  ...{ kind: 'user', workspaceId, role },
  ...{ userId: name ?? 'u', email: `${name ?? 'ada'}@example.com` },
});

export const aToken = (
  workspaceId: string,
  name: string | null = null,
  scopes: readonly Scope[] = SCOPES,
): Principal => ({ kind: 'token', workspaceId, tokenId: `id-of-${name}`, name, scopes });
