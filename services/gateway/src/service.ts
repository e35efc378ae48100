import { setMaxListeners } from 'node:events';

import {
  type AppContext,
  awaitDatabase,
  deriveSecret,
  type ShutdownStack,
  makeAssertionIssuer,
  makeServiceClient,
  type OutboxRelay,
  type ServiceClient,
  startRelay,
} from '@output-review/runtime';
import {
  type BaseContext,
  FileSeats,
  makeSecretsCheck,
  openOutbox,
  type Service,
  type ServiceOptions,
  startService,
} from '@output-review/shared-kernel';

import { clientAddressOf } from './access/client-address.ts';
import { KnownBrowserCookie, SessionCookie } from './access/cookies.ts';
import { identifyCaller } from './access/identify.ts';
import { Limiter } from './access/limiter.ts';
import { countLimited, DEFAULT_SIGN_IN_LIMITS } from './access/limits.ts';
import { demandHttps, guardHost, PublicListener } from './access/public-listener.ts';
import { accessRoutes } from './access/routes.ts';
import { SlotBlocks } from './access/slot-blocks.ts';
import { TokenLookup } from './access/token-lookup.ts';
import { AuditHeads } from './audit/heads.ts';
import { keepAuditHeads } from './audit/jobs.ts';
import { auditRoutes } from './audit/routes.ts';
import type { Context } from './context.ts';
import { AnswerSeats } from './forwarding/answer-seats.ts';
import { HELD_CALL_CHECKS, HeldCalls } from './forwarding/held-calls.ts';
import { checkHeldCalls, runBacktests } from './forwarding/jobs.ts';
import { OwnerSender } from './forwarding/owner-sender.ts';
import { forwardRoutes } from './forwarding/routes.ts';
import { SettledFeed } from './forwarding/settled-feed.ts';
import { openWaitSeats } from './forwarding/waiting.ts';
import { mcpRoute } from './mcp/routes.ts';
import { checkGroupRoute, groupRoutes } from './groups/routes.ts';
import { MIGRATIONS } from './migrations/index.ts';
import type { GatewayOptions, RunningGateway } from './options.ts';
import { serveDashboard } from './pages/dashboard.ts';
import { describeApi, serveDocs } from './pages/docs.ts';
import { accountRoutes, passwordLinkRoute } from './people/account-routes.ts';
import { bootstrap } from './people/bootstrap.ts';
import { peopleConsumers } from './people/consumers.ts';
import { HashQueue, SCRYPT } from './people/hash-queue.ts';
import { publishUnpublishedPeople, removeEndedSessions, sendKeptMails } from './people/jobs.ts';
import { SEALED_MAILS } from './people/kept-mails.sql.ts';
import { Mailer } from './people/mailer.ts';
import { approverRoutes, memberRoutes } from './people/member-routes.ts';
import { liftAbandonedClosings } from './projects/deletion.ts';
import { projectRoutes, resolveRoute } from './projects/routes.ts';
import { slackRoutes } from './slack/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { submissionConsumers } from './submissions/consumers.ts';
import {
  dropRecentBodies,
  reconcileBodies,
  releaseOldIdempotencyKeys,
  removeDeadFileReservations,
  settleFiles,
} from './submissions/jobs.ts';
import type { RateWindow } from './rate-limit/rate-window.ts';
import { SubmissionCounts } from './submissions/metrics.ts';
import { submissionOutbox } from './submissions/outbox.sql.ts';
import { openRateWindow, watchRateWindow } from './submissions/rate-window.ts';
import { endLeases } from './submissions/reservations.sql.ts';
import { submissionRoutes, submitRoute } from './submissions/routes.ts';
import {
  openKnownLookup,
  openVerdictRoom,
  openVerdictSeats,
  VERDICTS_MAX,
} from './submissions/submitting.ts';
import { CLAIM_CONNECTIONS_MAX, openFetchSeats } from './submissions/with-files.ts';
import { SubmissionWriter } from './submissions/writer.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { endedWorkspaces, ERASE_STEPS } from './workspaces/erasure.ts';
import { workspaceRoutes } from './workspaces/routes.ts';
import { WorkspaceTurns } from './workspaces/workspace-turns.ts';

export { SYNC_TIMEOUT_MS } from './submissions/submitting.ts';
export { callLimitsGroup, DEFAULT_LIMITS, type Limits } from './access/limits.ts';
export {
  type BootstrapConfig,
  partialBootstrapGroup,
  publicUrlFaults,
  rateLimitGroup,
  signUpGroup,
  trustedProxiesGroup,
} from './config.ts';
export type { GatewayOptions, RunningGateway } from './options.ts';
export { type PasswordHasher, SCRYPT } from './people/hash-queue.ts';
export { WorkGauge } from './work-gauge.ts';

type StartOptions = GatewayOptions & Pick<ServiceOptions, 'assertionPublicKey'>;

const GATEWAY: Service<Context, StartOptions> = {
  service: 'gateway',
  migrations: MIGRATIONS,
  // Four shared inserts in flight, the claims and removals of the relay, and lookups.
  poolMax: 16,
  openContext,
  routes: [
    ...accessRoutes,
    ...submissionRoutes,
    ...auditRoutes,
    resolveRoute,
    ...approverRoutes,
    checkGroupRoute,
    passwordLinkRoute,
  ],
  publicListener: {
    listener: ({ listener }) => listener,
    routes: [
      submitRoute,
      ...projectRoutes,
      ...settingsRoutes,
      ...accountRoutes,
      ...memberRoutes,
      ...groupRoutes,
      ...workspaceRoutes,
      ...tokenRoutes,
      ...slackRoutes,
      ...forwardRoutes,
      mcpRoute,
    ],
    app: appOf,
  },
  checks: (ctx) => ({
    ...ctx.rateWindow.checks,
    secrets: makeSecretsCheck(ctx, [SEALED_MAILS]),
  }),
  consumers: [...submissionConsumers, ...peopleConsumers],
  batchMax: 500,
  jobs: {
    liftAbandonedClosings,
    releaseOldIdempotencyKeys,
    removeEndedSessions,
    sendKeptMails,
    publishUnpublishedPeople,
    removeDeadFileReservations,
    keepAuditHeads,
    settleFiles,
    dropRecentBodies,
    reconcileBodies,
    checkHeldCalls,
    runBacktests,
  },
  everyMs: ({ heldCallChecks }) => ({ checkHeldCalls: heldCallChecks?.everyMs }),
  eraseSteps: () => ERASE_STEPS,
  tombstones: { table: 'submissions', id: 'id', isDeleted: 'deleted_at IS NOT NULL' },
  // An evaluator may take longer than a shutdown: waiting callers are answered before the listener closes.
  abortPending: ({ stopping }) => stopping.abort(new Error('The gateway stops')),
};

/** Starts the gateway: schema and first access, then background work, then the listeners. */
export async function startGateway(options: GatewayOptions): Promise<RunningGateway> {
  const { publicKey: assertionPublicKey } = options.assertionKeys;
  const { ctx, ...running } = await startService(GATEWAY, { ...options, assertionPublicKey });
  return { ...running, publicUrl: ctx.listener.url };
}

/** The parts that only the app of the public listener has. */
function appOf(ctx: Context) {
  const { listener, isTrustedProxy } = ctx;
  const addressOf = ({ req }: AppContext) => clientAddressOf(req, isTrustedProxy);
  return {
    identify: identifyCaller(ctx),
    clientAddressOf: addressOf,
    before: [
      ...(listener.isHttps ? [demandHttps] : []),
      guardHost(listener),
      serveDocs(describeApi(ctx.cookie.name)),
      serveDashboard({ ...ctx, clientAddressOf: addressOf }),
    ],
  };
}

type Base = BaseContext & Pick<Context, 'jobs'>;

async function openContext(
  base: Base,
  options: StartOptions,
  closers: ShutdownStack,
): Promise<Context> {
  const { db, log, clock, telemetry } = base;
  const { isSingleInstance, mail, isSignUpOpen, gauge, encryptor } = options;
  const { passwordHasher: hasher = SCRYPT } = options;
  await awaitDatabase(options, () => bootstrap({ db, clock, hasher }, options.bootstrap));
  if (isSingleInstance) await awaitDatabase(options, () => endLeases(db));
  const rateWindow = await awaitDatabase(options, () =>
    openRateWindow(base, options.rateWindow, closers),
  );
  watchRateWindow(telemetry.metrics, () => rateWindow.stats());
  const submissionRelay = openSubmissionRelay(base, options, closers);
  const outbox = openOutbox(base, options, closers);
  const peers = openPeers(base, options, closers);
  const { review, assertion } = peers;
  const mailer = mail && new Mailer(mail, { db, encryptor, log, clock });
  if (mailer) closers.add('mailer', () => mailer.close());
  const access = openAccess(base, { ...options, window: rateWindow.window }, closers);
  return {
    ...base,
    ...outbox,
    ...peers,
    ...access,
    ...openForwarding(base, { ...options, ...access, assertion }, closers),
    // The rows of the gateway itself tell which workspaces have ended.
    erased: endedWorkspaces(db),
    hashes: new HashQueue(hasher),
    turns: new WorkspaceTurns(),
    ...{ mailer, isSignUpOpen, rateWindow, gauge, encryptor },
    submitting: options,
    writer: new SubmissionWriter({ db, clock, rateWindow, relay: submissionRelay }),
    submissionCounts: new SubmissionCounts(telemetry.metrics),
    knownLookup: openKnownLookup(base.db),
    fetchSeats: openFetchSeats(),
    verdictRoom: openVerdictRoom(),
    verdictSeats: openVerdictSeats(),
    auditHeads: new AuditHeads({ db, clock, review, assertion }),
  };
}

/** Opens what identifies callers and limits their calls. */
function openAccess(
  { db, log, clock, telemetry }: Base,
  { window, ...options }: StartOptions & { readonly window: RateWindow },
  closers: ShutdownStack,
) {
  const { cookiePrefix: prefix, authSecret: secret, isTrustedProxy, publicUrl, limits } = options;
  const { signInLimits = DEFAULT_SIGN_IN_LIMITS } = options;
  const { publicHost: host, publicPort: port } = options;
  const listener = new PublicListener({ host, port, publicUrl });
  const { isHttps: isSecure } = listener;
  const tokens = new TokenLookup({ client: db, clock, log });
  closers.add('last uses of tokens', () => tokens.settled());
  const onLimited = countLimited(telemetry.metrics);
  const blocks = new SlotBlocks({ window, readMs: () => performance.now() });
  const browserSecret = deriveSecret(secret, 'known browser');
  return {
    ...{ listener, isTrustedProxy, tokens },
    cookie: new SessionCookie({ prefix, secret, isSecure }),
    knownBrowser: new KnownBrowserCookie({ prefix, secret: browserSecret, isSecure }),
    limiter: new Limiter({ limits, signInLimits, blocks, db, onLimited }),
  };
}

// As long as review lets the reader of an export pause.
const UNREAD_MS_MAX = 60_000;
// Three missed keep-alive comments of review: the connection counts as dead.
const STREAM_SILENCE_MS_MAX = 45_000;

/** Opens what forwards to the other services. */
function openForwarding(
  { db, clock, log, telemetry }: Base,
  options: StartOptions & Pick<Context, 'tokens' | 'assertion'>,
  closers: ShutdownStack,
) {
  const { peers, ownerAnswersWithinMs, heldCallChecks = HELD_CALL_CHECKS } = options;
  const { unreadMsMax = UNREAD_MS_MAX, filePace, tokens, assertion } = options;
  const sending = { baseUrls: peers, log, telemetry, answersWithinMs: ownerAnswersWithinMs };
  const sender = new OwnerSender(sending);
  closers.add('sender to owners', () => sender.close());
  const streaming = { connectionsMax: null, silenceMsMax: STREAM_SILENCE_MS_MAX };
  const streamSender = new OwnerSender({ ...sending, ...streaming });
  closers.add('sender of streams', () => streamSender.close());
  const checkMsMax = heldCallChecks.msMax;
  const heldCalls = new HeldCalls({ db, clock, tokens, log, checkMsMax });
  const settledFeed = new SettledFeed({ sender: streamSender, assertion });
  closers.add('feed of settled outputs', () => settledFeed.stop());
  const stopping = new AbortController();
  // There are as many listeners as waiting sync submissions.
  setMaxListeners(0, stopping.signal);
  stopping.signal.addEventListener('abort', () => heldCalls.endAll());
  return {
    ...{ sender, streamSender, heldCalls, settledFeed, unreadMsMax, stopping },
    ...{ waitSeats: openWaitSeats(telemetry.metrics), answerSeats: new AnswerSeats() },
    ...{ fileSeats: new FileSeats(filePace), pageSeats: new FileSeats(filePace) },
  };
}

function openSubmissionRelay(
  { db, bus, log, clock, telemetry }: Base,
  { isSingleInstance = false, relay: sweeping }: StartOptions,
  closers: ShutdownStack,
): OutboxRelay {
  const around = { bus, log, clock, telemetry, isSingleInstance, closers };
  const store = submissionOutbox(db);
  return startRelay({ ...around, ...sweeping, outbox: 'submissions', store });
}

// A person waits for it.
const TELLS_REVIEW_FOR_MS = 3_000;

/** Opens the clients of the other services. */
function openPeers(
  { log, clock, telemetry }: Base,
  { peers, assertionKeys, tellsReviewForMs = TELLS_REVIEW_FOR_MS }: StartOptions,
  closers: ShutdownStack,
) {
  const clientOf = (service: keyof typeof peers, connectionsMax?: number): ServiceClient => {
    const around = { baseUrl: peers[service], log, telemetry };
    const client = makeServiceClient({ service, ...around, connectionsMax });
    closers.add(`client of ${service}`, () => client.close());
    return client;
  };
  const issuer = makeAssertionIssuer(assertionKeys.privateKey, clock);
  return {
    ...{ issuer, tellsReviewForMs },
    assertion: issuer.as({ kind: 'service', service: 'gateway' }),
    evaluator: clientOf('evaluator'),
    verdicts: clientOf('evaluator', VERDICTS_MAX),
    review: clientOf('review'),
    media: clientOf('media'),
    fileClaims: clientOf('media', CLAIM_CONNECTIONS_MAX),
    instructions: clientOf('instructions'),
  };
}
