import { setMaxListeners } from 'node:events';

import {
  type AssertionVerifier,
  CloserStack,
  type Database,
  listen,
  type Listening,
  makeAssertionVerifier,
  makeMetricsRoute,
  makeReadiness,
  makeServiceApp,
  newId,
  type Readiness,
  type Route,
  startTelemetry,
} from '@output-review/runtime';

import { composeAccepting } from './accepting.ts';
import { type Evaluator, makeEvaluator } from './clients/evaluator.ts';
import { GATEWAY_PRINCIPAL } from './clients/gateway-principal.ts';
import { makeMedia, type Media } from './clients/media.ts';
import { makeOwnerSender } from './clients/owner-sender.ts';
import { makeRegistryOwner } from './clients/registry-owner.ts';
import { makeReview, type Review } from './clients/review.ts';
import { composeChange } from './compose-change.ts';
import { composeDoor } from './compose-door.ts';
import { composeInternal } from './compose-internal.ts';
import { type ComposedLimiter, composeLimiter } from './compose-limiter.ts';
import { composePasswordLinks } from './compose-passwords.ts';
import { composeRegistry, type Registry } from './compose-registry.ts';
import { type PublicAddress, publicAddressOf } from './domain/access/public-address.ts';
import { makePeers, type Peers } from './make-peers.ts';
import { newSecret } from './new-secret.ts';
import { type GatewayRateWindow, openRateWindow } from './open-rate-window.ts';
import type { GatewayOptions, RunningGateway, SeenGatewayOptions } from './options.ts';
import {
  composeTellAdmins,
  type Relays,
  startConsumers,
  startJobs,
  startRelays,
} from './start-background.ts';
import type { AuditedChange } from './store/audited-change.ts';
import { endLeases } from './store/file-reservations/end-leases.ts';
import { openGatewayDatabase } from './store/open-gateway-database.ts';
import { makeAccounts } from './store/people/accounts.ts';
import { hasUser, makeWriteFirstAccess } from './store/people/first-access.ts';
import { TokenLookup } from './store/people/token-lookup.ts';
import { makeResolveNames } from './store/registry/resolve-names.ts';
import { toSubmittedEvent } from './store/submissions/submission-outbox.ts';
import { makeBootstrap } from './use-cases/bootstrap.ts';
import { watchGateway } from './watch-gateway.ts';

export { SYNC_TIMEOUT_MS } from './accepting.ts';
export { callLimitsGroup } from './call-limits-group.ts';
export { DEFAULT_LIMITS, type Limits } from './http/door/limits.ts';
export type { GatewayOptions, RunningGateway } from './options.ts';
export type { FirstAccess } from './use-cases/bootstrap.ts';

/** Starts the gateway: its schema and first access, then its doors, then what runs behind them. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const closers = new CloserStack();
  try {
    const { log } = options;
    const unseen = { service: 'gateway', log, traces: null } as const;
    const telemetry = options.telemetry ?? (await startTelemetry(unseen));
    return await start({ ...options, telemetry }, closers);
  } catch (error) {
    await closers.close();
    throw error;
  }
}

async function start(options: SeenGatewayOptions, closers: CloserStack): Promise<RunningGateway> {
  const { log, databaseUrl: url, starting } = options;
  const database = await openGatewayDatabase({ url, log, ...(starting && { starting }) });
  closers.add('database', () => database.close());
  const now = (): Date => options.clock.now();
  const accounts = makeAccounts({ ...options, client: database, newId, newSecret, now });
  const bootstrap = makeBootstrap({
    hasUser: () => hasUser(database),
    hashPassword: accounts.hashPassword,
    write: makeWriteFirstAccess({ database, newId, now }),
  });
  const isBootstrapped = await bootstrap(options.bootstrap);
  if (options.isAlone) await endLeases(database);
  const rateWindow = await openRateWindow({ options, database, closers });
  watchGateway(options.telemetry.metrics, { database, rateWindow });

  let isDraining = false;
  const readiness = makeReadiness({
    required: { database: () => database.ready() },
    supporting: { ...rateWindow.checks, ...options.checks },
    isDraining: () => isDraining,
    log,
  });
  const relays = startRelays({ options, closers, database });
  const change = composeChange({ options, database, relays });
  const parts = { options, closers, database, accounts, change, rateWindow, readiness };
  const { doors, ...behind } = await openDoors({ ...parts, relays, peers: makePeers(parts) });
  startJobs({ ...parts, ...behind });
  return {
    url: doors.internal.url,
    publicUrl: doors.publicUrl,
    isBootstrapped,
    ready: readiness,
    rateWindow: rateWindow.stats,
    consumers: startConsumers({ ...parts, ...behind }),
    drain: () => {
      isDraining = true;
      doors.public.drain();
      doors.internal.drain();
    },
    stop: () => closers.close(),
  };
}

interface Parts {
  readonly options: SeenGatewayOptions;
  readonly closers: CloserStack;
  readonly database: Database;
  readonly accounts: ReturnType<typeof makeAccounts>;
  readonly change: AuditedChange;
  readonly rateWindow: GatewayRateWindow;
  readonly readiness: () => Promise<Readiness>;
}

async function openDoors(parts: Parts & { readonly relays: Relays; readonly peers: Peers }) {
  const { options, closers, database, readiness, peers } = parts;
  const { log, clock, telemetry, assertionKeys } = options;
  const { issuer, evaluatorClient, reviewClient, mediaClient } = peers;
  const assertion = issuer.as(GATEWAY_PRINCIPAL);
  const evaluator = makeEvaluator({ client: evaluatorClient, assertion, log });
  const review = makeReview({ client: reviewClient, assertion });
  const media = makeMedia({ client: mediaClient, assertion });
  const keys = { gateway: assertionKeys.publicKey, operator: options.operatorPublicKey ?? null };
  const verifier = makeAssertionVerifier(keys, clock);
  const registry = composeRegistry({
    database,
    clock,
    change: parts.change,
    review,
    evaluator,
    instructions: makeRegistryOwner({ client: peers.instructionsClient, assertion }),
  });
  const { internalRoutes, liftAbandonedClosings } = registry;
  const limiter = composeLimiter({ options, database, window: parts.rateWindow.window });
  // Known for sure once the public door listens, which opens after this one.
  let { publicUrl } = options;
  const tellAdmins = composeTellAdmins(options, { database, publicUrl: () => publicUrl ?? '' });
  const routes = [
    ...internalRoutes,
    composePasswordLinks({ database, clock, publicUrl: () => publicUrl }),
    ...composeInternal({ database, limiter, sealer: options.sealer, tellAdmins }),
  ];
  const internal = await options.door.open(
    makeServiceApp({
      ...{ service: 'gateway', routes, assertions: verifier, readiness, log, telemetry },
      before: [makeMetricsRoute(telemetry.metrics)],
    }),
  );
  closers.add('internal door', () => internal.close());
  const opened = await openPublicDoor({
    ...{ ...parts, evaluator, review, media, verifier, registry, limiter },
  });
  publicUrl = opened.publicUrl;
  const doors = { internal, ...opened };
  return { doors, reviewClient, mediaClient, issuer, liftAbandonedClosings, tellAdmins };
}

interface PublicDoorParts extends Parts {
  readonly relays: Relays;
  readonly peers: Peers;
  readonly evaluator: Evaluator;
  readonly review: Review;
  readonly media: Media;
  readonly verifier: AssertionVerifier;
  readonly registry: Registry;
  readonly limiter: ComposedLimiter;
}

/** @returns the door, and what links begin with. */
async function openPublicDoor(
  parts: PublicDoorParts,
): Promise<{ readonly public: Listening; readonly publicUrl: string }> {
  const { options, closers, database, registry } = parts;
  const { log, clock, telemetry, publicHost: host } = options;
  const tokens = new TokenLookup({ client: database, clock, log });
  closers.add('last uses of tokens', () => tokens.settled());
  const sender = makeOwnerSender({
    ...{ baseUrls: options.peers, log, telemetry },
    answersWithinMs: options.ownerAnswersWithinMs,
  });
  closers.add('sender to owners', () => sender.close());
  const leaving = new AbortController();
  // As many wait at once as there are sync submissions.
  setMaxListeners(0, leaving.signal);

  let door: Listening | null = null;
  let address: PublicAddress | null = null;
  const publicUrl = (): string => options.publicUrl ?? door?.url ?? '';
  const app = composeDoor({
    ...parts,
    tokens,
    issuer: parts.peers.issuer,
    sender,
    submitRoute: makeSubmit(parts, leaving.signal),
    registryRoutes: registry.publicRoutes,
    leaving: leaving.signal,
    // Asked by requests only, and so after the door was opened.
    address: () =>
      (address ??= publicAddressOf({ host, port: door?.port ?? 0, publicUrl: publicUrl() })),
  });
  const opened = await listen(app, { host, port: options.publicPort });
  door = opened;
  closers.add('public door', () => opened.close());
  // An evaluator may take longer than a stop: who waits for it is answered before the door closes.
  closers.add('sync submissions', () => leaving.abort(new Error('The gateway stops')));
  return { public: opened, publicUrl: publicUrl() };
}

function makeSubmit(
  { options, database, relays, peers, media, rateWindow }: PublicDoorParts,
  leaving: AbortSignal,
): Route {
  const resolveNames = makeResolveNames({ newId, now: () => options.clock.now() });
  return composeAccepting(
    {
      ...options,
      database,
      rateWindow: rateWindow.window,
      isSlotCurrent: rateWindow.isSlotCurrent,
      issuer: peers.issuer,
      evaluator: peers.evaluatorClient,
      media,
      resolveNames,
      leaving,
      onCommitted: (rows) => relays.submissions.handOver(rows.map(toSubmittedEvent)),
    },
    options,
  );
}
