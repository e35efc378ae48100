import {
  type ChangeSignal,
  type Clock,
  type EgressGuard,
  type Logger,
  type MailConfig,
  makeJobStarter,
  type OutboxRelay,
  type Route,
  type Sealer,
  type ServiceFoundation,
  startLoop,
  within,
} from '@output-review/runtime';

import { makeMailSink } from '../clients/sinks/mail-sink.ts';
import { makeSlackSink } from '../clients/sinks/slack-sink.ts';
import { makeWebhookSink } from '../clients/sinks/webhook-sink.ts';
import { LaneShares } from '../domain/deliveries/lane-shares.ts';
import { makeDeliveryRoutes } from '../http/deliveries/delivery-routes.ts';
import { makeAddTest, makeFindKind } from '../store/deliveries/add-test.ts';
import {
  makeClaimDeliveries,
  makeDropDelivery,
  makeReleaseDeliveries,
  releaseAllDeliveries,
} from '../store/deliveries/claim-deliveries.ts';
import { makeAddressOpener } from '../store/deliveries/delivery-address.ts';
import { makeFindContent } from '../store/deliveries/find-content.ts';
import { makeListAttempts } from '../store/deliveries/list-attempts.ts';
import { makeFindDelivery, makeListDeliveries } from '../store/deliveries/list-deliveries.ts';
import { makeListLanes } from '../store/deliveries/list-lanes.ts';
import { makeRemoveDeliveries } from '../store/deliveries/remove-deliveries.ts';
import { makeReplayAllDead, makeReplayOne } from '../store/deliveries/replay-deliveries.ts';
import { makeSettleAttempt } from '../store/deliveries/settle-attempt.ts';
import { watchDeliveries } from '../store/deliveries/watch-deliveries.ts';
import { makeAttemptDelivery } from '../use-cases/deliveries/attempt-delivery.ts';
import { WaitingDeliveries } from '../use-cases/deliveries/deliver-waiting.ts';
import { makeReadDelivery } from '../use-cases/deliveries/read-delivery.ts';
import { makeReplayDead, makeReplayDelivery } from '../use-cases/deliveries/replay-deliveries.ts';
import type { Sinks } from '../use-cases/deliveries/sink.ts';
import { makeTestDestination } from '../use-cases/deliveries/test-destination.ts';
import { followSignal } from './follow-signal.ts';
import { measureAttempts } from './measure-attempts.ts';

export interface DeliveryOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly relay: Pick<OutboxRelay, 'handOver'>;
  readonly egress: EgressGuard;
  readonly sealer: Sealer;
  readonly publicUrl: () => string;
  /** How mails are sent; null sends none. */
  readonly mail: MailConfig | null;
  /** Whether this is the only process on the database: what a killed one had claimed is sent at once. */
  readonly isAlone: boolean;
  /** Tells of new deliveries of this process. */
  readonly written: ChangeSignal;
  /** How long an attempt may take, and how often what is due is looked for. */
  readonly deliveryTimeoutMs?: number;
  readonly deliverEveryMs?: number;
  /** How often deliveries that have been kept for long enough are looked for. */
  readonly expireEveryMs?: number;
}

// What other replicas write, and what is due to be tried again.
const DELIVER_EVERY_MS = 1_000;
const REMOVE_EVERY_MS = 10 * 60_000;
const DAY_MS = 86_400_000;
/** Source: `listDeliveries`. */
const KEPT_MS = 30 * DAY_MS;
// The whole service has 5 s to stop in; what is broken off here is sent once more by the next process.
const STOP_GRACE_MS = 1_000;

/** Starts what sends deliveries, and makes what is asked of them. */
export function startDeliveries(options: DeliveryOptions, foundation: ServiceFoundation): Route[] {
  const { clock, log, isAlone, written } = options;
  const { database, closers, telemetry } = foundation;
  const parts = makeParts(options, foundation);
  const shares = new LaneShares();
  watchDeliveries(telemetry.metrics, database);

  const waiting = new WaitingDeliveries({
    ...{ ...parts, shares, listLanes: makeListLanes(database) },
    claim: makeClaimDeliveries({ sql: database, ...options }),
    release: makeReleaseDeliveries(database),
    onFailure: (err) => log.error({ err }, 'delivery was not written down'),
    onFree: () => sending.wake(),
  });
  let isFirst = true;
  const { deliverEveryMs = DELIVER_EVERY_MS, expireEveryMs = REMOVE_EVERY_MS } = options;
  const sending = startLoop({
    ...{ name: 'send deliveries', everyMs: deliverEveryMs, log, clock },
    run: async (signal) => {
      // Each delivery names it. While there is none, what is due must not be claimed: it would wait for the lease.
      options.publicUrl();
      if (isFirst && isAlone) await releaseAllDeliveries(database);
      isFirst = false;
      await waiting.begin(signal);
    },
  });
  const following = followSignal(written, () => sending.wake());
  closers.add('deliveries', async () => {
    following.stop();
    await sending.stop();
    await within(STOP_GRACE_MS, waiting.idle());
    await waiting.stop();
  });
  startRemoving({ ...options, expireEveryMs }, foundation);
  return makeDeliveryRoutes({ ...parts, onReplay: () => sending.wake() });
}

function makeParts(options: DeliveryOptions, { database, telemetry }: ServiceFoundation) {
  const { clock, egress, sealer, publicUrl, relay, mail } = options;
  const { deliveryTimeoutMs: timeoutMs } = options;
  const patience = timeoutMs === undefined ? {} : { timeoutMs };
  const now = () => clock.now();
  const webhook = makeWebhookSink({ egress, ...patience });
  const sinks: Sinks = {
    ...{ webhook, subscription: webhook, callbacks: webhook },
    slack: makeSlackSink({ egress, publicUrl, ...patience }),
    email: makeMailSink({ mail, publicUrl, ...patience }),
  };
  const findContent = makeFindContent(database);
  const openAddress = makeAddressOpener(sealer);
  const attempt = makeAttemptDelivery({
    ...{ now, chance: Math.random, publicUrl, findContent, sinks },
    settle: makeSettleAttempt({ database, relay }),
    drop: makeDropDelivery(database),
    onAttempt: measureAttempts(telemetry.metrics),
  });
  const read = makeReadDelivery({
    ...{ findContent, publicUrl, listAttempts: makeListAttempts(database) },
    findDelivery: makeFindDelivery(database, openAddress),
  });
  return {
    ...{ now, attempt, read, list: makeListDeliveries(database, openAddress) },
    replayOne: makeReplayDelivery({ replayOne: makeReplayOne(database) }),
    replayDead: makeReplayDead({ replayDead: makeReplayAllDead(database) }),
    test: makeTestDestination({
      ...{ now, attempt, read, findKind: makeFindKind(database) },
      addTest: makeAddTest({ sql: database, sealer }),
    }),
  };
}

type Removing = Pick<DeliveryOptions, 'clock' | 'log'> & { readonly expireEveryMs: number };

function startRemoving(
  { clock, log, expireEveryMs }: Removing,
  { database, closers }: ServiceFoundation,
): void {
  const start = makeJobStarter({ log, clock, closers });
  const remove = makeRemoveDeliveries(database);
  start('remove old deliveries', expireEveryMs, (signal) =>
    remove(new Date(clock.now().getTime() - KEPT_MS), signal),
  );
}
