import { randomBytes } from 'node:crypto';

import { afterAll, beforeAll } from '@jest/globals';
import { type AnswerOf, INTERNAL_OPERATIONS, type Operation } from '@output-review/contracts';
import {
  type AssertionKeys,
  listenAt,
  generateAssertionKeys,
  InProcessBus,
  makeAssertionIssuer,
  makeEncryptor,
  makeServiceClient,
  systemClock,
} from '@output-review/runtime';
import {
  type ApiClient,
  awaitedLocks,
  CONNECTIONS_MAX,
  createTestDatabase,
  eventually,
  makeApiClient,
  quickHasher,
  silentLog,
} from '@output-review/runtime/testing';
import { Pool } from 'pg';

import { MIGRATIONS } from '../src/migrations/index.ts';
import { MemoryRateWindow } from '../src/rate-limit/memory-rate-window.ts';
import {
  type GatewayOptions,
  type RunningGateway,
  startGateway,
  WorkGauge,
} from '../src/service.ts';
import { type Peers, startPeers } from './peers.ts';
import { signInAs } from './people/test-user.ts';

export const ADMIN = {
  email: 'Ada@example.com',
  password: 'correct horse battery staple',
  workspace: 'Acme',
  token: `wh-${randomBytes(32).toString('base64url')}`,
};

export interface TestGateway extends AsyncDisposable {
  readonly gateway: RunningGateway;
  readonly peers: Peers;
  readonly bus: InProcessBus;
  /** A client without a credential. */
  readonly api: ApiClient;
  /** The Authorization header with the workspace token. */
  readonly authorization: string;
  /** A client with the workspace token. */
  readonly tokenApi: ApiClient;
  /** Signs the admin in, from our own page. */
  signIn(): Promise<ApiClient>;
  /** Connects to the gateway's schema, with its role. */
  readonly connection: { readonly connectionString: string; readonly options: string };
  /** A pool with these options, to check the database directly. */
  readonly sql: Pick<Pool, 'query'>;
  /** Calls the internal listener, as the evaluator does. */
  call<O extends Operation>(operation: O, body: object): Promise<AnswerOf<O>>;
  /** Resolves names through it. */
  resolve(query: EntryNamesQuery): Promise<ResolvedEntry>;
  /** Starts the same installation once more. */
  startAgain(change?: Partial<GatewayOptions>): Promise<RunningGateway>;
}

interface TestGatewayOptions extends Partial<Omit<GatewayOptions, 'peers'>> {
  /** Peers that replace the default ones. */
  readonly peers?: Partial<GatewayOptions['peers']>;
}

/** Starts a gateway with its own database and minimal peers. */
export async function startTestGateway({
  clock = systemClock,
  assertionKeys = generateAssertionKeys(),
  peers: otherPeers,
  ...change
}: TestGatewayOptions = {}): Promise<TestGateway> {
  const database = await createTestDatabase({ service: 'gateway', migrations: MIGRATIONS });
  const peers = await startPeers(assertionKeys.publicKey, clock);
  const bus = new InProcessBus();
  await bus.start();
  const options: GatewayOptions = {
    databaseUrl: database.urlOf('gateway'),
    connectionsMax: CONNECTIONS_MAX,
    bus,
    rateWindow: new MemoryRateWindow(clock),
    gauge: new WorkGauge({ overloadThreshold: 24 }),
    encryptor: makeEncryptor(randomBytes(32).toString('base64')),
    auditKey: randomBytes(32).toString('base64'),
    log: silentLog,
    clock,
    assertionKeys,
    listener: listenAt({ host: '127.0.0.1', port: 0 }),
    publicHost: '127.0.0.1',
    publicPort: 0,
    publicUrl: null,
    cookiePrefix: 'output-review',
    authSecret: randomBytes(32).toString('base64'),
    passwordHasher: quickHasher,
    limits: null,
    bootstrap: ADMIN,
    peers: {
      evaluator: () => peers.evaluator.url,
      review: () => peers.review.url,
      instructions: () => peers.instructions.url,
      media: () => peers.media.url,
      ...otherPeers,
    },
    rateLimitPerMinute: 60,
    // High enough for a verdict to arrive in time on a slow machine.
    syncTimeoutMs: 60_000,
    isPrivateHostAllowed: () => false,
    isTrustedProxy: () => false,
    isSignUpOpen: false,
    mail: null,
    ...change,
  };
  const gateway = await startGateway(options);
  const connection = {
    connectionString: options.databaseUrl,
    options: '-c search_path=gateway',
  };
  const pool = new Pool({ ...connection, max: 1 });
  // `end` does not wait for the connections, and dropping the database disconnects them.
  pool.on('error', () => {});
  const api = makeApiClient(gateway.publicUrl);
  const call = <O extends Operation>(operation: O, body: object) =>
    callInternally(gateway, operation, { body, assertionKeys });
  return {
    gateway,
    peers,
    bus,
    api,
    authorization: `Bearer ${ADMIN.token}`,
    tokenApi: api.with({ authorization: `Bearer ${ADMIN.token}` }),
    signIn: () => signInAs({ gateway }, ADMIN, ADMIN.password),
    connection,
    sql: pool,
    call,
    resolve: async (query) => {
      const { rows } = await pool.query<{ workspace_id: string }>(
        'SELECT workspace_id FROM members',
      );
      const workspaceId = rows[0]?.workspace_id;
      return call(INTERNAL_OPERATIONS.resolveRegistry, { workspaceId, ...query });
    },
    startAgain: (again) => startGateway({ ...options, ...again }),
    async [Symbol.asyncDispose]() {
      await gateway.stop();
      await bus.stop();
      await peers.stop();
      await pool.end();
      await database.drop();
    },
  };
}

/** A gateway for the tests of a file or a `describe`, from the first test to the last. */
export function useTestGateway(options: TestGatewayOptions = {}): TestGateway {
  const system = {} as TestGateway;
  beforeAll(async () => {
    Object.assign(system, await startTestGateway(options));
  });
  afterAll(async () => {
    await system[Symbol.asyncDispose]();
  });
  return system;
}

/** Calls with the workspace token and hangs up during its lookup. Resolves after the gateway has noticed. */
export async function hangUpDuringLookUp(
  { gateway, api, authorization, sql }: TestGateway,
  path: string,
): Promise<void> {
  await sql.query('BEGIN; LOCK TABLE tokens IN ACCESS EXCLUSIVE MODE');
  const caller = new AbortController();
  const { signal } = caller;
  const asked = fetch(gateway.publicUrl + path, { headers: { authorization }, signal });
  await eventually(async () => {
    const waiting = await awaitedLocks(sql, "relation = 'tokens'::regclass");
    if (waiting.length === 0) throw new Error('The token is not looked up yet');
  });
  caller.abort();
  await asked.catch(() => null);
  // Answered after the end of that connection.
  await api.get('/api/logs');
  await sql.query('COMMIT');
}

export interface EntryNamesQuery {
  readonly projectId?: string;
  readonly projectName?: string;
  readonly taskName?: string;
  readonly create: boolean;
}

type ResolvedEntry = AnswerOf<typeof INTERNAL_OPERATIONS.resolveRegistry>;

interface InternalCall {
  readonly body: object;
  readonly assertionKeys: AssertionKeys;
}

async function callInternally<O extends Operation>(
  gateway: RunningGateway,
  operation: O,
  { body, assertionKeys }: InternalCall,
): Promise<AnswerOf<O>> {
  const issuer = makeAssertionIssuer(assertionKeys.privateKey, systemClock);
  const client = makeServiceClient({
    service: 'gateway',
    baseUrl: () => gateway.url,
    log: silentLog,
  });
  try {
    return await client.call(operation, {
      ...{ body, assertion: issuer.as({ kind: 'service', service: 'evaluator' }) },
    });
  } finally {
    await client.close();
  }
}
