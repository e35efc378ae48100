import {
  type AssertionVerifier,
  type Bus,
  type Clock,
  CloserStack,
  listen,
  type Logger,
  makeAssertionVerifier,
  makeDeadLetters,
  makeOutboxRelay,
  makeOutboxStore,
  makeReadiness,
  makeServiceApp,
  makeServiceClient,
  openDatabase,
  type RunningService,
  type Sealer,
  startLoop,
} from '@output-review/runtime';

import { RuleVersions } from './clients/rule-versions.ts';
import { startConsumers } from './consumers/consumers.ts';
import { makeReview } from './review.ts';
import { makeRoutes } from './routes.ts';
import { MIGRATIONS } from './store/migrations/index.ts';

export interface ReviewOptions {
  readonly databaseUrl: string;
  readonly bus: Bus;
  /** Whether this is the only process on the database: what a killed one left is then sent at once. */
  readonly isAlone?: boolean;
  readonly log: Logger;
  readonly clock: Clock;
  readonly assertionPublicKey: string;
  /** Opens callback URLs for those who may see them. */
  readonly sealer: Sealer;
  readonly host: string;
  readonly port: number;
  /** Base URLs, asked at each call: services start in any order. */
  readonly peers: { readonly evaluator: () => string };
  /** How often outputs that have been pending for too long are looked for. */
  readonly resendEveryMs?: number;
}

// Consumers hold two, the relay one; the rest is for searches, each of which takes two.
const CONNECTIONS_MAX = 12;
const RESEND_EVERY_MS = 60_000;

/** Starts review: its tables, its consumers, its jobs and its door. */
export async function startReview(options: ReviewOptions): Promise<RunningService> {
  const { databaseUrl: url, bus, clock, isAlone = false } = options;
  const log = options.log.child({ service: 'review' });
  const closers = new CloserStack();
  try {
    const database = await openDatabase({
      ...{ url, log, schema: 'review', entities: [], migrations: MIGRATIONS },
      poolMax: CONNECTIONS_MAX,
    });
    closers.add('database', () => database.close());
    const relay = makeOutboxRelay({
      ...{ store: makeOutboxStore(database), bus, log, clock, isAlone },
    });
    relay.start();
    closers.add('relay', () => relay.stop());
    const evaluator = makeServiceClient({
      ...{ service: 'evaluator', baseUrl: options.peers.evaluator, log },
    });
    closers.add('evaluator client', () => evaluator.close());

    const deadLetters = makeDeadLetters(database);
    const ruleVersions = new RuleVersions(evaluator);
    const review = makeReview({ database, relay, clock, deadLetters, ruleVersions });
    const consumers = startConsumers({ ...review.consuming, bus, deadLetters, log, clock });
    for (const [topic, consumer] of Object.entries(consumers)) {
      closers.add(topic, () => consumer.pause());
    }
    const resend = startLoop({
      ...{ name: 'resend pending', everyMs: options.resendEveryMs ?? RESEND_EVERY_MS, log, clock },
      run: async () => {
        await review.resendPending();
      },
    });
    closers.add('resend pending', () => resend.stop());

    const assertions = makeAssertionVerifier(options.assertionPublicKey, clock);
    const ready = makeReadiness({ checks: { database: () => database.ready() }, log });
    const door = await openDoor({ assertions, review, ready }, options);
    closers.add('door', () => door.close());
    return { url: door.url, ready, consumers, stop: () => closers.close() };
  } catch (error) {
    await closers.close();
    throw error;
  }
}

interface Door {
  readonly assertions: AssertionVerifier;
  readonly review: ReturnType<typeof makeReview>;
  readonly ready: ReturnType<typeof makeReadiness>;
}

function openDoor({ assertions, review, ready }: Door, { log, sealer, host, port }: ReviewOptions) {
  const routes = makeRoutes(review, sealer);
  const app = makeServiceApp({ service: 'review', routes, assertions, log, readiness: ready });
  return listen(app, { host, port });
}
