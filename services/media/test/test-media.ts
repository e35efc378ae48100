import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll } from '@jest/globals';
import {
  type Database,
  listenAt,
  InProcessBus,
  openDatabase,
  type RunningService,
} from '@output-review/runtime';
import {
  type ApiClient,
  CONNECTIONS_MAX,
  createTestDatabase,
  FakeClock,
  makeApiClient,
  keepWarnings,
  silentLog,
  type TestAssertions,
  testAssertions,
  type TestDatabase,
} from '@output-review/runtime/testing';
import { type LinkTokens, makeLinkTokens } from '@output-review/shared-kernel';

import { MIGRATIONS } from '../src/migrations/index.ts';
import { openFolderStore } from '../src/object-store/folder/folder-store.ts';
import type { ObjectStore } from '../src/object-store/object-store.ts';
import { type MediaOptions, startMedia } from '../src/service.ts';
import { type FakeGateway, startFakeGateway } from './fake-gateway.ts';

/** The media service on a real database and a store, with its peers. */
export interface TestMedia {
  readonly service: RunningService;
  readonly bus: InProcessBus;
  readonly clock: FakeClock;
  readonly database: TestDatabase;
  readonly store: ObjectStore;
  readonly gateway: FakeGateway;
  /** Signs links like the service. */
  readonly links: LinkTokens;
  readonly assertions: TestAssertions;
  /** A client of the internal listener, as the gateway. Its assertions follow the clock. */
  readonly internal: ApiClient;
  /** A client of the internal listener, as the operator. */
  readonly operator: ApiClient;
  /** A database connection like that of another replica. */
  readonly db: Database;
  /** The warnings in the service's log. */
  readonly warnings: string[];
  /** Starts another replica of the service. */
  startReplica(change?: Partial<MediaOptions>): Promise<RunningService>;
  stop(): Promise<void>;
}

export const PUBLIC_URL = 'https://reviews.example.com';
export const PREVIOUS_PUBLIC_URL = 'https://outputs.example.com/reviews';
export const QUOTA_BYTES = 1_000_000_000;

/** @param given options of the service; its store is a folder by default. */
export async function startTestMedia(given: Partial<MediaOptions> = {}): Promise<TestMedia> {
  const clock = new FakeClock(new Date());
  const assertions = testAssertions(clock);
  const database = await createTestDatabase({ service: 'media', migrations: MIGRATIONS });
  const gateway = await startFakeGateway(assertions);
  const folder = await mkdtemp(join(tmpdir(), 'media-'));
  const store = given.objectStore ?? (await openFolderStore(join(folder, 'files')));
  const bus = new InProcessBus();
  const { log, warnings } = keepWarnings();
  const linkKeys = {
    encryptionKey: randomBytes(32).toString('base64'),
    previousEncryptionKey: null,
  };
  const options: MediaOptions = {
    databaseUrl: database.urlOf('media'),
    connectionsMax: CONNECTIONS_MAX,
    assertionPublicKey: assertions.keys.publicKey,
    operatorPublicKey: assertions.operatorKeys.publicKey,
    listener: listenAt({ host: '127.0.0.1', port: 0 }),
    ...{ log, clock, bus },
    objectStore: store,
    spoolDir: folder,
    peers: { gateway: () => gateway.url },
    links: {
      ...linkKeys,
      publicUrl: () => PUBLIC_URL,
      previousPublicUrls: [PREVIOUS_PUBLIC_URL],
    },
    isPrivateHostAllowed: () => false,
    quotaBytes: QUOTA_BYTES,
    ...given,
  };
  const startReplica = (change: Partial<MediaOptions> = {}) =>
    startMedia({ ...options, listener: listenAt({ host: '127.0.0.1', port: 0 }), ...change });
  const service = await startMedia(options);
  await bus.start();
  const tables = await openDatabase({
    ...{ url: options.databaseUrl, schema: 'media', migrations: MIGRATIONS },
    ...{ poolMax: 4, log: silentLog },
  });
  return {
    ...{ service, bus, clock, database, store, gateway, assertions, startReplica, warnings },
    internal: asNow(async () =>
      makeApiClient(
        service.url,
        await assertions.headersFor({ kind: 'service', service: 'gateway' }),
      ),
    ),
    operator: asNow(async () =>
      makeApiClient(service.url, await assertions.headersFor({ kind: 'operator' })),
    ),
    links: makeLinkTokens(linkKeys, clock),
    db: tables,
    stop: async () => {
      await service.stop();
      await bus.stop();
      await tables.close();
      await gateway.close();
      await store.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs media for all tests of a file or a `describe`. */
export function useTestMedia(given: Partial<MediaOptions> = {}): TestMedia {
  const media = {} as TestMedia;
  beforeAll(async () => {
    Object.assign(media, await startTestMedia(given));
  });
  afterAll(() => media.stop());
  return media;
}

/** A client that creates its credential for each call. */
function asNow(makeClient: () => Promise<ApiClient>): ApiClient {
  return {
    request: async (...call) => (await makeClient()).request(...call),
    get: async (...call) => (await makeClient()).get(...call),
    post: async (...call) => (await makeClient()).post(...call),
    patch: async (...call) => (await makeClient()).patch(...call),
    delete: async (...call) => (await makeClient()).delete(...call),
    with: (headers) => asNow(async () => (await makeClient()).with(headers)),
  };
}
