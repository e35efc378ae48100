import {
  awaitDatabase,
  type ShutdownStack,
  makeEgressGuard,
  makeServiceClient,
  type RunningService,
} from '@output-review/runtime';
import {
  type BaseContext,
  makeDrawSample,
  makeLinkOf,
  makeSecretsCheck,
  makeWorkspaceReplica,
  openOutbox,
  type Service,
  startService,
} from '@output-review/shared-kernel';

import { peopleConsumer } from './assignments/consumers.ts';
import { assignmentRoutes } from './assignments/routes.ts';
import { auditConsumer } from './audit/consumers.ts';
import { auditRoutes } from './audit/routes.ts';
import { releaseAllBacktests } from './backtests/backtests.sql.ts';
import { backtestRoutes } from './backtests/routes.ts';
import { endClaims } from './claims/claims.ts';
import { claimRoutes } from './claims/routes.ts';
import type { Context, ReviewOptions } from './context.ts';
import { DASHBOARD_FOLDER, serveDashboard } from './dashboard/dashboard.ts';
import { actOnDeadlines } from './deadlines/deadlines.ts';
import { decisionRoutes } from './decisions/routes.ts';
import { DeliveryAttempts } from './deliveries/attempts.ts';
import { makeDigests, removeOldDeliveries, sendDeliveries } from './deliveries/jobs.ts';
import { makeMailSink } from './deliveries/mail-sink.ts';
import { ATTEMPT_MS_MAX } from './deliveries/post-json.ts';
import { measureAttempts, watchDeliveries } from './deliveries/metrics.ts';
import { deliveryRoutes } from './deliveries/routes.ts';
import { DeliverySender } from './deliveries/sender.ts';
import { makeSlackSink } from './deliveries/slack-sink.ts';
import { makeWebhookSink } from './deliveries/webhook-sink.ts';
import { destinationRoutes } from './destinations/routes.ts';
import { SECRETS } from './destinations/sealed.ts';
import { makeUrlKeyOf } from './destinations/secrets.ts';
import { detailRoutes } from './details/routes.ts';
import { RuleVersions } from './details/rule-versions.ts';
import { ERASE_STEPS } from './erasure.ts';
import { exportRoutes } from './export/routes.ts';
import { ExportSeats } from './export/seats.ts';
import { intakeConsumers } from './intake/consumers.ts';
import { Intake } from './intake/intake.ts';
import { intakeRoutes } from './intake/routes.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { foldOldCounts } from './outputs/fold-counts.ts';
import { SearchTerms } from './outputs/search-terms.ts';
import { presenceRoutes } from './presence/routes.ts';
import { readingRoutes } from './reading/routes.ts';
import { removeExpired } from './removal/removal.ts';
import { removalRoutes } from './removal/routes.ts';
import { resendPending } from './runs/runs.ts';
import { watchPending } from './runs/metrics.ts';
import { runRoutes } from './runs/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { SlackApi } from './slack/api.ts';
import { emptyErasedMessages, notifyAppsOfDeletion } from './slack/jobs.ts';
import { slackRoutes } from './slack/routes.ts';
import { makeSlackAppSink } from './slack/sink.ts';
import { statisticsRoutes } from './statistics/routes.ts';
import { countNews } from './statistics/statistics.ts';
import { EventTail } from './streams/event-tail.ts';
import { commentStreams, tailEvents, trimOldEvents } from './streams/jobs.ts';
import { OpenStreams } from './streams/open-streams.ts';
import { streamRoutes } from './streams/routes.ts';
import { trustRoutes } from './trust/routes.ts';
import { viewRoutes } from './views/routes.ts';

export { slackApiGroup } from './config.ts';
export type { ReviewOptions } from './context.ts';

const REVIEW: Service<Context, ReviewOptions> = {
  service: 'review',
  migrations: MIGRATIONS,
  // Consumers use four and the relay one. The rest is for searches, each of which uses two.
  poolMax: 14,
  openContext,
  routes: [
    ...searchRoutes,
    ...viewRoutes,
    ...exportRoutes,
    ...backtestRoutes,
    ...detailRoutes,
    ...readingRoutes,
    ...assignmentRoutes,
    ...claimRoutes,
    ...decisionRoutes,
    ...runRoutes,
    ...removalRoutes,
    ...intakeRoutes,
    ...destinationRoutes,
    ...deliveryRoutes,
    ...slackRoutes,
    ...streamRoutes,
    ...statisticsRoutes,
    ...trustRoutes,
    ...auditRoutes,
    ...presenceRoutes,
  ],
  checks: (ctx) => ({ secrets: makeSecretsCheck(ctx, SECRETS) }),
  consumers: [...intakeConsumers, peopleConsumer, auditConsumer],
  // The most efficient size of a statement: more rows cost the same each, and hold locks longer.
  batchMax: 250,
  jobs: {
    ...{ resendPending, removeExpired, actOnDeadlines, sendDeliveries, removeOldDeliveries },
    ...{ makeDigests, tailEvents, commentStreams, trimOldEvents, countNews, endClaims },
    ...{ foldOldCounts, notifyAppsOfDeletion, emptyErasedMessages },
  },
  everyMs: ({ jobsEveryMs, eraseEveryMs }) => ({
    ...jobsEveryMs,
    emptyErasedMessages: eraseEveryMs,
  }),
  before: [serveDashboard(DASHBOARD_FOLDER)],
  eraseSteps: () => ERASE_STEPS,
  tombstones: { table: 'outputs', id: 'id', isDeleted: 'deleted_at IS NOT NULL' },
  abortPending: ({ leaving, streams }) => {
    leaving.abort(new Error('Review stops'));
    streams.endAll();
  },
};

/** Starts review: its tables, consumers, jobs and listener. */
export function startReview(options: ReviewOptions): Promise<RunningService> {
  return startService(REVIEW, options);
}

type Base = BaseContext & Pick<Context, 'jobs'>;

async function openContext(
  base: Base,
  options: ReviewOptions,
  closers: ShutdownStack,
): Promise<Context> {
  const { db, clock, telemetry, jobs } = base;
  const { encryptor, publicUrl, auditKey, slackApiUrl } = options;
  const outbox = openOutbox(base, options, closers);
  watchPending(telemetry.metrics, db);
  const clients = openClients(base, options, closers);
  const egress = makeEgressGuard(options);
  closers.add('egress guard', () => egress.close());
  const { deliveryTimeoutMs: timeoutMs = ATTEMPT_MS_MAX } = options;
  const slack = new SlackApi({ egress, baseUrl: slackApiUrl, timeoutMs });
  const terms = new SearchTerms();
  // Releases the claims of a killed process. No other process can have claimed anything.
  if (options.isSingleInstance) await awaitDatabase(options, () => releaseAllBacktests(db));
  return {
    ...base,
    ...outbox,
    ...clients,
    ...{ egress, encryptor, publicUrl, terms, sendsMails: options.mail !== null },
    workspaces: makeWorkspaceReplica(db),
    urlKeyOf: makeUrlKeyOf(auditKey),
    linkOf: makeLinkOf(auditKey),
    intake: new Intake({ db, clock, encryptor, terms, jobs, drawSample: makeDrawSample(auditKey) }),
    tail: new EventTail(db),
    streams: new OpenStreams(telemetry.metrics),
    exportSeats: new ExportSeats(),
    leaving: new AbortController(),
    slack,
    ...openDeliveries({ ...base, ...outbox, egress, slack }, options, closers),
  };
}

function openClients(
  { log, telemetry }: Base,
  { peers }: ReviewOptions,
  closers: ShutdownStack,
): Pick<Context, 'ruleVersions' | 'gateway' | 'evaluator' | 'instructions'> {
  const open = (service: keyof typeof peers) => {
    const client = makeServiceClient({ service, baseUrl: peers[service], log, telemetry });
    closers.add(`${service} client`, () => client.close());
    return client;
  };
  const gateway = open('gateway');
  const evaluator = open('evaluator');
  const instructions = open('instructions');
  return { ruleVersions: new RuleVersions(evaluator), gateway, evaluator, instructions };
}

/** Creates the delivery sender. */
function openDeliveries(
  base: Base & Pick<Context, 'auditEventOf' | 'relay' | 'egress' | 'slack'>,
  {
    encryptor,
    publicUrl,
    mail,
    deliveryTimeoutMs: timeoutMs,
    isSingleInstance = false,
  }: ReviewOptions,
  closers: ShutdownStack,
): Pick<Context, 'attempts' | 'sender'> {
  const { db, clock, log, telemetry, egress, jobs, slack } = base;
  watchDeliveries(telemetry.metrics, db);
  const webhook = makeWebhookSink({ egress, timeoutMs });
  const sinks = {
    ...{ webhook, subscription: webhook, callbacks: webhook },
    slack: makeSlackSink({ egress, publicUrl, timeoutMs }),
    slack_app: makeSlackAppSink({ db, encryptor, slack, publicUrl, timeoutMs }),
    email: makeMailSink({ mail, publicUrl, timeoutMs }),
  };
  const onAttempt = measureAttempts(telemetry.metrics);
  const attempts = new DeliveryAttempts({ ...base, publicUrl, sinks, onAttempt });
  const onFree = () => jobs.sendDeliveries.wake();
  const sender = new DeliverySender({
    db,
    encryptor,
    clock,
    log,
    attempts,
    isSingleInstance,
    onFree,
  });
  closers.add('deliveries', () => sender.stop());
  return { attempts, sender };
}
