import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll } from '@jest/globals';
import {
  type InstructionsChanged,
  instructionsChanged,
  type Scope,
  SCOPES,
  type Topic,
} from '@output-review/contracts';
import { listenAt, InProcessBus, newId, type RunningService } from '@output-review/runtime';
import {
  type ApiAnswer,
  type ApiClient,
  CONNECTIONS_MAX,
  createTestDatabase,
  FakeClock,
  makeApiClient,
  keepWarnings,
  type TestAssertions,
  testAssertions,
  type TestDatabase,
} from '@output-review/runtime/testing';

import { MIGRATIONS } from '../src/migrations/index.ts';
import { type InstructionsOptions, startInstructions } from '../src/service.ts';
import { type LabelsListener, startLabelsListener } from './labels-listener.ts';
import { type ModelsListener, startModelsListener } from './models-listener.ts';
import { type RegistryListener, startRegistryListener } from './registry-listener.ts';

/** The service on a real database, with the services that it calls. */
export interface TestInstructions {
  readonly service: RunningService;
  readonly bus: InProcessBus;
  readonly clock: FakeClock;
  readonly database: TestDatabase;
  readonly assertions: TestAssertions;
  readonly registry: RegistryListener;
  readonly models: ModelsListener;
  readonly labels: LabelsListener;
  /** Published events, in order. */
  readonly published: InstructionsChanged[];
  /** Warnings in the service's log. */
  readonly warnings: string[];
  /** Starts another replica of the service. */
  startReplica(change?: Partial<InstructionsOptions>): Promise<RunningService>;
  /** The API as a user of a workspace, ada@example.com. */
  person(workspaceId: string, role?: 'viewer' | 'reviewer' | 'manager'): Promise<ApiClient>;
  /** The API with a token: the workspace token, or one with a name and fewer scopes. */
  automation(
    workspaceId: string,
    token?: { readonly name: string | null; readonly scopes: readonly Scope[] },
  ): Promise<ApiClient>;
  /** The internal listener as the gateway. */
  internal(): Promise<ApiClient>;
  /** The internal listener as the operator. */
  operator(): Promise<ApiClient>;
  /** Sends an event, and waits until all groups have handled it. */
  send(topic: Topic, key: string, data: unknown): Promise<void>;
  stop(): Promise<void>;
}

export async function startTestInstructions(
  given: Partial<InstructionsOptions> = {},
): Promise<TestInstructions> {
  const clock = new FakeClock(new Date('2026-03-04T05:06:07.008Z'));
  const assertions = testAssertions(clock);
  const database = await createTestDatabase({ service: 'instructions', migrations: MIGRATIONS });
  const registry = await startRegistryListener(assertions);
  const models = await startModelsListener(assertions);
  const labels = await startLabelsListener(assertions);
  const bus = new InProcessBus();
  const published: InstructionsChanged[] = [];
  bus.subscribe({
    topic: instructionsChanged.topic,
    group: 'test',
    batchMax: 1000,
    handle: async (batch) => {
      published.push(...batch.map(({ json }) => JSON.parse(json) as InstructionsChanged));
    },
  });
  const { log, warnings } = keepWarnings();
  const startReplica = (change: Partial<InstructionsOptions> = {}) =>
    startInstructions({
      databaseUrl: database.urlOf('instructions'),
      connectionsMax: CONNECTIONS_MAX,
      assertionPublicKey: assertions.keys.publicKey,
      operatorPublicKey: assertions.operatorKeys.publicKey,
      listener: listenAt({ host: '127.0.0.1', port: 0 }),
      ...{ bus, clock, log, auditKey: randomBytes(32).toString('base64') },
      peers: {
        gateway: () => registry.url,
        evaluator: () => models.url,
        review: () => labels.url,
      },
      ...given,
      ...change,
    });
  const service = await startReplica();
  await bus.start();
  const clientOf = async (principal: Parameters<TestAssertions['headersFor']>[0]) =>
    makeApiClient(service.url, await assertions.headersFor(principal));
  return {
    ...{
      service,
      bus,
      clock,
      database,
      assertions,
      registry,
      models,
      labels,
      published,
      warnings,
      startReplica,
    },
    person: (workspaceId, role = 'manager') =>
      clientOf({ kind: 'user', userId: 'u1', email: 'ada@example.com', workspaceId, role }),
    automation: (workspaceId, { name, scopes } = WORKSPACE_TOKEN) =>
      clientOf({ kind: 'token', tokenId: 't1', workspaceId, name, scopes }),
    internal: () => clientOf({ kind: 'service', service: 'gateway' }),
    operator: () => clientOf({ kind: 'operator' }),
    send: (topic, key, data) => bus.send([eventOf(topic, key, data)]),
    stop: async () => {
      await service.stop();
      await bus.stop();
      await registry.stop();
      await models.close();
      await labels.close();
      await database.drop();
    },
  };
}

/** The service, shared by all tests of a file. */
export function useTestInstructions(given: Partial<InstructionsOptions> = {}): TestInstructions {
  const instructions = {} as TestInstructions;
  beforeAll(async () => {
    Object.assign(instructions, await startTestInstructions(given));
  });
  afterAll(() => instructions.stop());
  return instructions;
}

const WORKSPACE_TOKEN = {
  name: null,
  scopes: SCOPES,
};

/** An event as the outbox sends it. */
function eventOf(topic: Topic, key: string, data: unknown) {
  return {
    ...{ topic, key, id: newId(), source: 'test', traceparent: null },
    time: '2026-03-04T05:06:07.008Z',
    json: JSON.stringify(data),
  };
}

/** A document in a workspace of its own. */
export interface SeededDocument {
  readonly workspaceId: string;
  readonly names: { readonly project: string; readonly task: string };
  readonly query: string;
  readonly automation: ApiClient;
  readonly manager: ApiClient;
}

export async function seedDocument(
  { automation: automationOf, person }: TestInstructions,
  text = 'Be kind.',
): Promise<SeededDocument> {
  const workspaceId = newId();
  const names = { project: 'Support', task: 'Letters' };
  const automation = await automationOf(workspaceId);
  await automation.post('/api/instructions', { ...names, default: text });
  const query = `project=${names.project}&task=${names.task}`;
  return { workspaceId, names, query, automation, manager: await person(workspaceId) };
}

export function saveVersion(
  { manager, names }: SeededDocument,
  content: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<ApiAnswer> {
  return manager.post('/api/instructions/versions', { ...names, content, ...more });
}
