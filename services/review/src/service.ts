import {
  announceDeadLetters,
  type Bus,
  type ErasedWorkspaces,
  makeAuditor,
  type MailConfig,
  makeDeadLetters,
  makeEgressGuard,
  makeJobStarter,
  makeLinkOf,
  makeOutboxRelay,
  makeOutboxStore,
  makeServiceClient,
  newId,
  type RunningService,
  type Sealer,
  type ServiceFoundation,
  type ServiceOptions,
  startErasing,
  startErasingLetters,
  startService,
  watchDeadLetters,
  watchRelay,
} from '@output-review/runtime';

import { makeQueueLesson } from './clients/lessons.ts';
import { RuleVersions } from './clients/rule-versions.ts';
import { startConsumers } from './consumers/consumers.ts';
import { DASHBOARD_FOLDER } from './http/dashboard/dashboard-folder.ts';
import { makeDashboardRoutes } from './http/dashboard/dashboard-routes.ts';
import { makeReview } from './review.ts';
import { makeRoutes } from './routes.ts';
import { ERASE_STEPS } from './store/erase-workspace.ts';
import { type CommitSignals, makeCommitSignals } from './store/commit-signals.ts';
import { MIGRATIONS } from './store/migrations/index.ts';
import { makeSealedDestinations } from './store/destinations/sealed-destinations.ts';
import { makeSealedCallbackUrls } from './store/sealed-callback-urls.ts';
import { watchPending } from './store/pending-outputs.ts';
import { composeDestinations } from './wiring/destinations.ts';
import { startDeliveries } from './wiring/deliveries.ts';
import { startStatistics } from './wiring/statistics.ts';
import { startStreams } from './wiring/streams.ts';

export interface ReviewOptions extends ServiceOptions {
  readonly bus: Bus;
  /** Whether this is the only process on the database: what a killed one left is then sent at once. */
  readonly isAlone?: boolean;
  /** Opens callback URLs for those who may see them. */
  readonly sealer: Sealer;
  /** AUDIT_KEY: hides texts and secrets in what the audit is told, and links its records. */
  readonly auditKey: string;
  /** Base URLs, asked at each call: services start in any order. */
  readonly peers: { readonly evaluator: () => string; readonly instructions: () => string };
  /** Where users reach the gateway, without a slash at its end: what links begin with. */
  readonly publicUrl: () => string;
  /** Whether the operator lets us call an address although it is private. */
  readonly isPrivateHostAllowed: (address: string) => boolean;
  /** How mails are sent; null sends none. */
  readonly mail: MailConfig | null;
  /** How often outputs that have been pending for too long are looked for. */
  readonly resendEveryMs?: number;
  /** How often deadlines that have come are looked for. */
  readonly deadlinesEveryMs?: number;
  /** How often outputs and events that have been kept for long enough are looked for. */
  readonly expireEveryMs?: number;
  /** How often deliveries that are due are looked for. */
  readonly deliverEveryMs?: number;
  /** How long an attempt to deliver may take; 15 s by default. */
  readonly deliveryTimeoutMs?: number;
  /** How often streams of events say that they are still there. */
  readonly commentEveryMs?: number;
}

// Consumers hold two, the relay one; the rest is for searches, each of which takes two.
const CONNECTIONS_MAX = 12;
const RESEND_EVERY_MS = 60_000;
// What a deadline is late by is nothing to people.
const DEADLINES_EVERY_MS = 1_000;
const EXPIRE_EVERY_MS = 10 * 60_000;

/** Starts review: its tables, its consumers, its jobs and its door. */
export function startReview(options: ReviewOptions): Promise<RunningService> {
  return startService(
    {
      service: 'review',
      entities: [],
      migrations: MIGRATIONS,
      poolMax: CONNECTIONS_MAX,
      build: (foundation) => {
        const signals = makeCommitSignals();
        const { review, consumers, routes } = startBehindDoor({ ...options, signals }, foundation);
        const streams = startStreams({ ...options, happened: signals.happened }, foundation);
        watchDeadLetters(foundation.telemetry.metrics, foundation.database);
        watchPending(foundation.telemetry.metrics, foundation.database);
        const { sealer } = options;
        const sealed = [
          ...makeSealedCallbackUrls(foundation.database),
          ...makeSealedDestinations(foundation.database),
        ];
        return {
          routes: [
            ...makeRoutes(review, { sealer, sealed }),
            ...routes,
            streams.route,
            startStatistics(options, foundation),
          ],
          before: [makeDashboardRoutes(DASHBOARD_FOLDER)],
          consumers,
          endWaits: () => streams.end(),
        };
      },
    },
    options,
  );
}

type BehindDoor = ReviewOptions & { readonly signals: CommitSignals };

function startBehindDoor(
  { bus, clock, log, peers, signals, isAlone = false, ...options }: BehindDoor,
  { database, closers, telemetry }: ServiceFoundation,
) {
  const store = makeOutboxStore(database);
  const relay = makeOutboxRelay({ store, bus, log, clock, telemetry, isAlone });
  watchRelay(telemetry.metrics, { outbox: 'changes', relay });
  relay.start();
  closers.add('relay', () => relay.stop());
  announceDeadLetters({ bus, log, clock, telemetry, isAlone, database, closers });
  const evaluator = makeServiceClient({
    ...{ service: 'evaluator', baseUrl: peers.evaluator, log, telemetry },
  });
  closers.add('evaluator client', () => evaluator.close());
  const instructions = makeServiceClient({
    ...{ service: 'instructions', baseUrl: peers.instructions, log, telemetry },
  });
  closers.add('instructions client', () => instructions.close());
  const egress = makeEgressGuard(options);
  closers.add('way out', () => egress.close());

  const deadLetters = makeDeadLetters(database);
  const ruleVersions = new RuleVersions(evaluator);
  const { auditKey, resendEveryMs = RESEND_EVERY_MS, expireEveryMs = EXPIRE_EVERY_MS } = options;
  const auditor = makeAuditor({ auditKey, source: 'review', newId, now: () => clock.now() });
  const linkOf = makeLinkOf(auditKey);
  const review = makeReview({
    ...{ database, relay, clock, deadLetters, ruleVersions, auditor, linkOf, signals },
    ...{ sealer: options.sealer, queueLesson: makeQueueLesson(instructions) },
  });
  const destinations = composeDestinations({ ...options, database, clock, relay, auditor, egress });
  const consumers = startConsumers({
    ...{ ...review.consuming, bus, deadLetters, log, clock, telemetry },
  });
  for (const [topic, consumer] of Object.entries(consumers)) {
    closers.add(topic, () => consumer.close());
  }
  const start = makeJobStarter({ log, clock, closers });
  startErasers({ ...options, log, clock }, { database, closers }, review.erased);
  start('resend pending', resendEveryMs, async () => {
    await review.resendPending();
  });
  start('remove expired outputs', expireEveryMs, review.removeExpired);
  start('deadlines', options.deadlinesEveryMs ?? DEADLINES_EVERY_MS, review.actOnDeadlines);
  const sending = { ...options, clock, log, relay, egress, isAlone, written: signals.deliveries };
  const deliveries = startDeliveries(sending, { database, closers, telemetry });
  return { review, consumers, routes: [...destinations, ...deliveries] };
}

/** Starts to erase workspaces, and what was set aside of deleted outputs. */
function startErasers(
  { log, clock, eraseEveryMs: everyMs }: Pick<ReviewOptions, 'log' | 'clock' | 'eraseEveryMs'>,
  { database, closers }: Pick<ServiceFoundation, 'database' | 'closers'>,
  erased: ErasedWorkspaces,
): void {
  startErasing({ log, clock, closers, client: database, erased, steps: ERASE_STEPS, everyMs });
  startErasingLetters({
    ...{ log, clock, closers, database },
    tombstones: { table: 'outputs', id: 'id', isDeleted: 'deleted_at IS NOT NULL' },
  });
}
