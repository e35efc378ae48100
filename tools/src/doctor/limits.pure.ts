import type { Facts, Finding, ServiceFacts, State } from './facts.pure.ts';
import type { Sample, Samples } from './metrics.pure.ts';

/** A limit on a gauge: that of its alert in deploy/prometheus/alerts.yml, but any dead delivery is reported. */
interface Limit {
  readonly check: string;
  readonly metric: string;
  readonly above: number;
  readonly state: State;
  /** Labels of the series that count; all series by default. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Whether the series exists only if there is something to report. */
  readonly isSparse?: boolean;
  readonly fine: string;
  /** Describes the problem of one series. */
  readonly wrong: (series: { value: number; labels: Sample['labels'] }) => string;
  readonly advice: string;
  /** A milder finding, if the two looks at a service show a harmless reason. */
  readonly milder?: (looks: ServiceFacts) => Pick<Limit, 'state' | 'wrong' | 'advice'> | null;
  /** The name of the alert, which has a section in the runbook. */
  readonly alert: string;
}

const RUNBOOK = 'docs/observability.md';
const OUTBOX_SECONDS_MAX = 60;
const PENDING_SECONDS_MAX = 1_200;
const JOB_SECONDS_MAX = 600;
const DELIVERY_SECONDS_MAX = 600;
const CLAIM_SECONDS_MAX = 1_800;
const STALL_SECONDS_MAX = 0.5;

const SLOW_RECEIVER = {
  state: 'warning',
  wrong: ({ value }) =>
    `one has waited ${age(value)} for its first attempt because its receiver is slow or down`,
  advice:
    'See the receivers’ responses on the page of deliveries, and tell their owners. ' +
    'If it shows no new attempts, look for `send deliveries` in the log of review.',
} as const satisfies Partial<Limit>;

const LIMITS: readonly Limit[] = [
  {
    check: 'outboxes',
    metric: 'output_review_outbox_oldest_age_seconds',
    above: OUTBOX_SECONDS_MAX,
    state: 'problem',
    fine: 'no event waits to be sent',
    wrong: ({ value, labels }) => `"${labels['outbox']}" has not sent an event for ${age(value)}`,
    advice:
      'Check that Kafka runs and that each topic has a leader. No event is lost in the meantime.',
    alert: 'OutboxOld',
  },
  {
    check: 'lost events',
    metric: 'output_review_topic_log_lost_timestamp_seconds',
    isSparse: true,
    above: 0,
    state: 'warning',
    fine: 'none was found',
    wrong: ({ labels }) =>
      `Kafka has lost events of ${labels['topic']} that ${labels['group']} reads, since its start`,
    advice:
      'Look at the log of the service for the partitions. Outputs are resent automatically, deletions are not.',
    alert: 'TopicLogLost',
  },
  {
    check: 'dead letters',
    metric: 'output_review_dead_letters_open',
    isSparse: true,
    above: 0,
    state: 'warning',
    fine: 'none',
    wrong: ({ value, labels }) =>
      `${value} of ${labels['topic']}, which ${labels['group']} could not handle (${labels['code']})`,
    advice:
      'Run `npm run dead-letters -- list`, fix the cause, then `npm run dead-letters -- replay --all`.',
    alert: 'DeadLettersOpen',
  },
  {
    check: 'pending outputs',
    metric: 'output_review_pending_outputs_oldest_age_seconds',
    above: PENDING_SECONDS_MAX,
    state: 'problem',
    fine: 'no output waits long for its result',
    wrong: ({ value }) => `an output has waited ${age(value)} for its result`,
    advice:
      'Check lag, dead letters, judge jobs and outboxes for the cause. If many judge jobs ' +
      'are paused and calls end as `rate_limited`, raise the limit at the provider.',
    alert: 'OutputsPendingTooLong',
  },
  {
    check: 'judge jobs',
    metric: 'output_review_judge_jobs_oldest_age_seconds',
    above: JOB_SECONDS_MAX,
    state: 'problem',
    fine: 'none is late',
    wrong: ({ value, labels }) => `work "${labels['work']}" has been due for ${age(value)}`,
    advice: 'Check that evaluators run and that the provider of the judge answers; add evaluators.',
    alert: 'JudgeJobsOld',
  },
  {
    check: 'deliveries',
    metric: 'output_review_deliveries_oldest_age_seconds',
    above: DELIVERY_SECONDS_MAX,
    state: 'problem',
    fine: 'no delivery waits for its first attempt',
    wrong: ({ value }) => `one has waited ${age(value)} for its first attempt`,
    advice: 'Look for `send deliveries` in the log of review.',
    milder: (looks) => (isDelivering(looks) ? SLOW_RECEIVER : null),
    alert: 'DeliveriesStuck',
  },
  {
    check: 'deliveries that failed for good',
    metric: 'output_review_deliveries',
    labels: { state: 'dead' },
    above: 0,
    state: 'warning',
    fine: 'none',
    wrong: ({ value }) => `${value} are no longer retried`,
    advice:
      'See the receivers’ responses on the page of deliveries, then replay the deliveries there.',
    alert: 'DeliveriesDead',
  },
  {
    check: 'files of submissions',
    metric: 'output_review_file_claims_oldest_age_seconds',
    above: CLAIM_SECONDS_MAX,
    state: 'warning',
    fine: 'all are settled',
    wrong: ({ value }) => `media does not know for ${age(value)} whether one is still needed`,
    advice: 'Check that media reaches the gateway (GATEWAY_URL).',
    alert: 'FileClaimsUnsettled',
  },
  {
    check: 'rate window',
    metric: 'output_review_rate_window_mode',
    labels: { mode: 'postgres' },
    above: 0,
    state: 'warning',
    fine: 'counted in the configured store',
    wrong: () =>
      'Redis is unavailable or its clock is wrong; PostgreSQL counts submissions instead',
    advice: 'Restore Redis, or synchronize its clock; gateways return to it automatically.',
    alert: 'RateWindowInFallback',
  },
  {
    check: 'database connections',
    metric: 'output_review_database_connections_waiting',
    above: 0,
    state: 'warning',
    fine: 'nothing waits for one',
    wrong: ({ value, labels }) => `${value} wait for a connection of "${labels['pool']}"`,
    advice: 'Look for slow and blocked statements in pg_stat_activity.',
    alert: 'ConnectionPoolExhausted',
  },
  {
    check: 'stalls',
    metric: 'nodejs_eventloop_lag_p99_seconds',
    above: STALL_SECONDS_MAX,
    state: 'warning',
    fine: 'no process stalls',
    wrong: ({ value }) => `the process stalls for ${value.toFixed(1)} s at a time`,
    advice: 'Give it more CPU or memory, or add replicas.',
    alert: 'EventLoopBlocked',
  },
];

/** @returns one finding per limit, or one per service above it. */
export function checkLimits(facts: Facts): Finding[] {
  return LIMITS.flatMap((limit) => checkLimit(limit, facts));
}

/** The finding of a check if no service answered. */
export function unanswered(check: string): Finding {
  return { check, state: 'unknown', found: 'no service answers /metrics' };
}

function checkLimit(limit: Limit, { services }: Facts): Finding[] {
  const { check, metric, above, labels = {}, isSparse = false } = limit;
  if (services.every(({ after }) => after.size === 0)) {
    return [unanswered(check)];
  }
  if (!isSparse && services.every(({ after }) => !after.has(metric))) {
    return [{ check, state: 'unknown', found: 'no service can read it' }];
  }
  const page = `${RUNBOOK}#${limit.alert.toLowerCase()}`;
  const findings = services.flatMap((looks) => {
    const { state, wrong, advice } = limit.milder?.(looks) ?? limit;
    // Must be above the limit at both looks: short peaks are not a problem.
    const isAbove = seriesOf(looks.before.get(metric), labels).some(({ value }) => value > above);
    const after = seriesOf(looks.after.get(metric), labels);
    const found = isAbove ? after.filter(({ value }) => value > above) : [];
    return found.map((series) => ({
      ...{ check, state, found: `${looks.service}: ${wrong(series)}`, advice, page },
    }));
  });
  return findings.length > 0 ? findings : [{ check, state: 'ok', found: limit.fine }];
}

/** Whether attempts are being made or wait for a failing receiver, which blocks later deliveries to it. */
function isDelivering({ before, after }: ServiceFacts): boolean {
  const attempts = (look: Samples): number =>
    sumOf(look.get('output_review_delivery_attempt_duration_seconds_count'));
  const retrying = seriesOf(after.get('output_review_deliveries'), { state: 'retrying' });
  return attempts(after) > attempts(before) || sumOf(retrying) > 0;
}

const sumOf = (samples: readonly Sample[] = []): number =>
  samples.reduce((sum, { value }) => sum + value, 0);

function seriesOf(
  samples: readonly Sample[] | undefined,
  labels: Readonly<Record<string, string>>,
): readonly Sample[] {
  const wanted = Object.entries(labels);
  return (samples ?? []).filter((sample) =>
    wanted.every(([name, value]) => sample.labels[name] === value),
  );
}

/** A duration in readable units. */
export function age(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
