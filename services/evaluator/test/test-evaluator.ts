import { randomBytes } from 'node:crypto';

import {
  type OutputsEvaluated,
  outputsEvaluated,
  outputsShadowEvaluated,
  type OutputsShadowEvaluated,
  type OutputsSubmitted,
  outputsSubmitted,
  TOPICS,
} from '@output-review/contracts';
import {
  listenAt,
  InProcessBus,
  makeEncryptor,
  newId,
  type OutgoingEvent,
  type RunningService,
} from '@output-review/runtime';
import {
  type ApiClient,
  CONNECTIONS_MAX,
  createTestDatabase,
  eventually,
  FakeClock,
  makeApiClient,
  keepWarnings,
  type TestAssertions,
  testAssertions,
  type TestDatabase,
} from '@output-review/runtime/testing';
import { makeLinkTokens } from '@output-review/shared-kernel';

import { MIGRATIONS } from '../src/migrations/index.ts';
import { type EvaluatorOptions, startEvaluator } from '../src/service.ts';
import { type Peers, startPeers } from './peers.ts';

/** An evaluator on a real database, with the services that it calls. */
export interface TestEvaluator {
  readonly service: RunningService;
  readonly bus: InProcessBus;
  readonly clock: FakeClock;
  readonly database: TestDatabase;
  readonly peers: Peers;
  readonly assertions: TestAssertions;
  /** Published results, in order. */
  readonly published: OutputsEvaluated[];
  /** Starts another replica of the service. */
  startReplica(change?: Partial<EvaluatorOptions>): Promise<RunningService>;
  /** The API as a manager of the workspace, or in another role. */
  api(workspaceId: string, role?: 'viewer' | 'reviewer' | 'manager'): Promise<ApiClient>;
  /** The internal listener as the gateway. */
  internal(): Promise<ApiClient>;
  /** The internal listener as the operator. */
  operator(): Promise<ApiClient>;
  publishedOf(id: string): OutputsEvaluated[];
  /** The ids of the events about an output. */
  eventIdsOf(id: string): string[];
  /** Published results of shadow rules. */
  shadowsOf(id: string): OutputsShadowEvaluated[];
  /** Waits for the shadow results of an output. */
  shadowOf(id: string): Promise<OutputsShadowEvaluated>;
  /** Like `publishedOf`, including duplicates. */
  sentOf(id: string): OutputsEvaluated[];
  /** Warnings in the service's log. */
  readonly warnings: string[];
  /** Sends submission events and waits until all groups have handled them. */
  send(...submissions: OutputsSubmitted[]): Promise<void>;
  /** Waits until an output that is sent last is done, so that nothing more is in flight. */
  settle(): Promise<void>;
  /** Waits for the one result of an output. */
  resultOf(id: string): Promise<OutputsEvaluated>;
  stop(): Promise<void>;
}

// On busy machines, a judge that fails three times takes a while.
const RESULT_MS_MAX = 20_000;

export async function startTestEvaluator(
  given: Partial<EvaluatorOptions> = {},
): Promise<TestEvaluator> {
  const clock = new FakeClock(new Date());
  const assertions = testAssertions(clock);
  const database = await createTestDatabase({ service: 'evaluator', migrations: MIGRATIONS });
  const encryptionKey = randomBytes(32).toString('base64');
  const linkKeys = { encryptionKey, previousEncryptionKey: null };
  const peers = await startPeers(assertions, makeLinkTokens(linkKeys, clock));
  const encryptor = makeEncryptor(encryptionKey);
  const bus = new InProcessBus();
  const published: OutputsEvaluated[] = [];
  // By text, since an outbox may send an event twice, for example when a replica starts beside it.
  const taken = new Map<string, OutputsEvaluated>();
  const eventIds = new Map<string, Set<string>>();
  bus.subscribe({
    topic: outputsEvaluated.topic,
    group: 'test',
    batchMax: 1000,
    handle: async (batch) => {
      for (const { id, json } of batch) {
        const event = JSON.parse(json) as OutputsEvaluated;
        published.push(event);
        taken.set(json, event);
        eventIds.set(event.id, (eventIds.get(event.id) ?? new Set()).add(id));
      }
    },
  });
  const shadows = new Map<string, OutputsShadowEvaluated>();
  bus.subscribe({
    topic: outputsShadowEvaluated.topic,
    group: 'test',
    batchMax: 1000,
    handle: async (batch) => {
      for (const { id, json } of batch) shadows.set(id, JSON.parse(json) as OutputsShadowEvaluated);
    },
  });
  const shadowsOf = (id: string) => [...shadows.values()].filter((each) => each.id === id);
  const { log, warnings } = keepWarnings();
  const startReplica = (change: Partial<EvaluatorOptions> = {}) =>
    startEvaluator({
      databaseUrl: database.urlOf('evaluator'),
      connectionsMax: CONNECTIONS_MAX,
      assertionPublicKey: assertions.keys.publicKey,
      operatorPublicKey: assertions.operatorKeys.publicKey,
      bus,
      listener: listenAt({ host: '127.0.0.1', port: 0 }),
      log,
      clock,
      judging: { judge: null },
      encryptor,
      auditKey: randomBytes(32).toString('base64'),
      isPrivateHostAllowed: () => false,
      peers: { gateway: () => peers.url, review: () => peers.reviewUrl, media: () => peers.url },
      linkKeys,
      ...given,
      ...change,
    });
  const service = await startReplica();
  await bus.start();
  const publishedOf = (id: string) => [...taken.values()].filter((each) => each.id === id);
  const resultOf = (id: string) =>
    eventually(() => {
      const [result] = publishedOf(id);
      if (!result) throw new Error(`No result of ${id} yet`);
      return result;
    }, RESULT_MS_MAX);
  const send = (...submissions: OutputsSubmitted[]) => bus.send(submissions.map(submittedEvent));
  return {
    service,
    bus,
    clock,
    database,
    peers,
    assertions,
    published,
    startReplica,
    publishedOf,
    eventIdsOf: (id) => [...(eventIds.get(id) ?? [])],
    shadowsOf,
    shadowOf: (id) =>
      eventually(() => {
        const [shadow] = shadowsOf(id);
        if (!shadow) throw new Error(`No shadow result of ${id} yet`);
        return shadow;
      }, RESULT_MS_MAX),
    sentOf: (id) => published.filter((each) => each.id === id),
    warnings,
    api: async (workspaceId, role = 'manager') =>
      apiOf(service.url, assertions, { workspaceId, role }),
    internal: async () =>
      makeApiClient(
        service.url,
        await assertions.headersFor({ kind: 'service', service: 'gateway' }),
      ),
    operator: async () =>
      makeApiClient(service.url, await assertions.headersFor({ kind: 'operator' })),
    resultOf,
    send,
    settle: async () => {
      const last = aSubmission(clock);
      await send(last);
      await resultOf(last.id);
    },
    stop: async () => {
      await service.stop();
      await bus.stop();
      await peers.close();
      await database.drop();
    },
  };
}

export async function apiOf(
  url: string,
  assertions: TestAssertions,
  who: { workspaceId: string; role: 'viewer' | 'reviewer' | 'manager' },
): Promise<ApiClient> {
  const principal = { kind: 'user', userId: 'u1', email: 'ada@example.com', ...who } as const;
  return makeApiClient(url, await assertions.headersFor(principal));
}

/** A submission that the gateway has just accepted. */
export function aSubmission(
  clock: FakeClock,
  fields: Partial<OutputsSubmitted> & { readonly output?: string | null } = {},
): OutputsSubmitted {
  const { output = 'You will get your money back.', ...rest } = fields;
  const { valid } = outputsSubmitted.examples;
  return {
    ...valid,
    workspaceId: 'w1',
    id: newId(),
    acceptedAt: clock.now().toISOString(),
    projectId: 'p1',
    content: { ...valid.content, output },
    ...rest,
  };
}

/** An event as the outbox sends it. */
export function eventOf(
  topic: OutgoingEvent['topic'],
  data: { readonly workspaceId: string; readonly id: string; readonly [field: string]: unknown },
): OutgoingEvent {
  return {
    topic,
    key: `${data.workspaceId}/${data.id}`,
    id: newId(),
    source: 'gateway',
    time: '2026-01-02T03:04:05.678Z',
    traceparent: null,
    json: JSON.stringify(data),
  };
}

/** The deletion of an output. */
export function deletedEvent({ workspaceId, id }: OutputsSubmitted): OutgoingEvent {
  const deletedAt = '2026-01-02T03:04:05.678Z';
  return eventOf(TOPICS.outputsDeleted, { workspaceId, id, sequence: 1, deletedAt });
}

/** The request for another run of an output. */
export function rerunEvent(
  { workspaceId, id, projectId, content }: OutputsSubmitted,
  run: number,
): OutgoingEvent {
  return eventOf(TOPICS.outputsReevaluationRequested, {
    ...{ workspaceId, id, run, projectId, taskId: null, content },
    requestedAt: '2026-01-02T03:04:05.678Z',
  });
}

export function submittedEvent(submission: OutputsSubmitted): OutgoingEvent {
  return eventOf(TOPICS.outputsSubmitted, submission);
}
