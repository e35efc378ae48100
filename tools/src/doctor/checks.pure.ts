import type { Facts, Finding } from './facts.pure.ts';
import { age, checkLimits, unanswered } from './limits.pure.ts';
import type { Sample, Samples } from './metrics.pure.ts';

const RUNBOOK = 'docs/observability.md';
const CLOCKS_APART_MS_MAX = 2_000;
const LAG_EVENTS_MAX = 1_000;
const DAY_SECONDS = 86_400;
const DAY_MS = DAY_SECONDS * 1_000;
// Enough time to renew a certificate by hand. Automatic renewal happens earlier.
const CERTIFICATE_DAYS_MIN = 14;
const CERTIFICATE_DAYS_URGENT = 2;
const BACKUP_DAYS_MAX = 2;
const LAG_PAGE = `${RUNBOOK}#consumerlaggrowing`;
const GIB = 1024 ** 3;
// Free space on the file system of the data folder. It is too little only if it is below both values.
const DISK_MIN = {
  warning: { share: 0.1, bytes: 50 * GIB },
  problem: { share: 0.02, bytes: 5 * GIB },
};

/** Checks the health of a system, and says what to do about problems. */
export function checkFacts(facts: Facts, release: string): Finding[] {
  return [
    ...checkServices(facts),
    ...checkReleases(facts, release),
    ...checkClocks(facts),
    ...checkLag(facts),
    ...checkLimits(facts),
    ...checkMetrics(facts),
    checkDisk(facts),
    ...checkCertificates(facts),
    checkBackup(facts),
  ];
}

const DOWN = {
  advice: 'Restore it; the service recovers automatically.',
  page: 'docs/processes.md',
};
const LOST_KEY = {
  advice:
    'Start the services with the former key as ENCRYPTION_KEY_PREVIOUS, then run ' +
    '`npm run rotate-encryption-key`. If it is lost, enter these secrets again.',
  page: 'docs/running.md#exchanging-the-encryption-key',
};

/** Whether each service can be reached, and which dependencies fail. */
function checkServices({ services }: Facts): Finding[] {
  const reasons = services.flatMap(({ readiness }) =>
    'failure' in readiness ? [readiness.failure] : [],
  );
  const [reason] = reasons;
  if (reason !== undefined && services.length > 1 && reasons.length === services.length) {
    const found = `none of them answers (${reason})`;
    const advice = 'Start the service. If it was killed, the next start recovers automatically.';
    return [{ check: 'services', state: 'problem', found, advice, page: 'docs/running.md' }];
  }
  const findings = services.flatMap(({ service, url, readiness }): Finding[] => {
    if ('failure' in readiness) {
      const found = `${service} at ${url}: ${readiness.failure}`;
      const advice = 'Check that the process runs; the last lines of its log say why it stopped.';
      return [
        { check: 'services', state: 'problem', found, advice, page: `${RUNBOOK}#servicedown` },
      ];
    }
    const failed = Object.entries(readiness.checks).filter(([, result]) => result !== 'ok');
    return failed.map(([name, result]) => {
      const found = `${service}: ${name}: ${result}`;
      const state = result.startsWith('degraded') ? 'warning' : 'problem';
      return { check: 'services', state, found, ...(name === 'secrets' ? LOST_KEY : DOWN) };
    });
  });
  if (findings.length > 0) return findings;
  return [{ check: 'services', state: 'ok', found: `${services.length} are ready` }];
}

function checkReleases({ services }: Facts, release: string): Finding[] {
  const reported = services.flatMap(({ service, after }) => {
    const own = after.get('output_review_build_info')?.[0]?.labels['release'];
    return own === undefined ? [] : [{ service, own }];
  });
  if (reported.length === 0) {
    return [{ check: 'releases', state: 'unknown', found: 'no service reports its release' }];
  }
  const others = reported.filter(({ own }) => own !== release);
  if (others.length === 0) return [{ check: 'releases', state: 'ok', found: `all ${release}` }];
  const found = `${others.map(({ service, own }) => `${service} ${own}`).join(', ')}; this command is of ${release}`;
  return [
    {
      ...{ check: 'releases', state: 'warning', found, page: 'docs/running.md' },
      advice: 'Finish the upgrade, or run this command from the release of the services.',
    },
  ];
}

/** Compares the clocks of the services, of PostgreSQL and of Redis. */
function checkClocks({ services }: Facts): Finding[] {
  const findings = services.flatMap(({ service, clockAheadMs, after }): Finding[] => {
    const skews: [string, number][] = [
      [`the clocks of ${service} and of this machine`, clockAheadMs ?? 0],
      [
        `the clocks of ${service} and of PostgreSQL`,
        1_000 * valueOf(after, 'output_review_database_clock_skew_seconds'),
      ],
      [
        'the clocks of Redis and of PostgreSQL',
        1_000 * valueOf(after, 'output_review_rate_window_clock_skew_seconds'),
      ],
    ];
    return skews
      .filter(([, skewMs]) => Math.abs(skewMs) > CLOCKS_APART_MS_MAX)
      .map(([of, skewMs]) => {
        const found = `${of} differ by ${age(Math.abs(skewMs) / 1_000)}`;
        const advice = 'Synchronize the clocks of all hosts by NTP.';
        return { check: 'clocks', state: 'problem', found, advice, page: `${RUNBOOK}#clocksapart` };
      });
  });
  if (findings.length > 0) return findings;
  return services.some(({ clockAheadMs }) => clockAheadMs !== null)
    ? [{ check: 'clocks', state: 'ok', found: 'they agree' }]
    : [{ check: 'clocks', state: 'unknown', found: 'no service reports its time' }];
}

/** Whether each consumer group makes progress on its backlog. */
function checkLag({ services, watchedMs }: Facts): Finding[] {
  const findings = services.flatMap(({ after, before }) =>
    (after.get('output_review_consumer_lag_events') ?? []).flatMap(({ labels, value }) => {
      // Events that have just arrived are not a problem.
      const wasThere = lagOf(before, labels) > 0;
      if (value === 0 || !wasThere) return [];
      const handled = handledOf(after, labels) - handledOf(before, labels);
      const waiting = `${labels['group']}: ${value} of ${labels['topic']} wait`;
      return [handled > 0 ? gettingOn(waiting, value) : stuck(waiting, watchedMs)];
    }),
  );
  if (findings.length > 0) return findings;
  if (services.every(({ after }) => after.size === 0)) return [unanswered('lag')];
  return [{ check: 'lag', state: 'ok', found: 'no event waits for a consumer' }];
}

function gettingOn(waiting: string, events: number): Finding {
  const found = `${waiting}, and are being handled`;
  if (events <= LAG_EVENTS_MAX) return { check: 'lag', state: 'ok', found };
  const advice = 'If it keeps growing, add replicas of the evaluator.';
  return { check: 'lag', state: 'warning', found, advice, page: LAG_PAGE };
}

function stuck(waiting: string, watchedMs: number): Finding {
  const found = `${waiting}, and none was handled in ${age(watchedMs / 1_000)}`;
  const advice =
    'Look for `consumer is waiting for an outage to end` in its log, and for what it names.';
  return { check: 'lag', state: 'problem', found, advice, page: LAG_PAGE };
}

const lagOf = (samples: Samples, labels: Sample['labels']): number =>
  sumOf(samples, 'output_review_consumer_lag_events', labels);

const handledOf = (samples: Samples, labels: Sample['labels']): number =>
  sumOf(samples, 'output_review_events_handled_total', labels);

function sumOf(samples: Samples, metric: string, { topic, group }: Sample['labels']): number {
  return (samples.get(metric) ?? [])
    .filter(({ labels }) => labels['topic'] === topic && labels['group'] === group)
    .reduce((sum, { value }) => sum + value, 0);
}

/** Whether the services can read their metrics. */
function checkMetrics({ services }: Facts): Finding[] {
  const reachable = services.filter(({ readiness }) => 'ready' in readiness);
  const findings = reachable.flatMap(({ service, before, after }): Finding[] => {
    const name = 'output_review_scrape_failures_total';
    if (after.size === 0) {
      const found = `${service} does not answer /metrics`;
      const advice = 'Look for `metrics not read` in its log.';
      return [
        { check: 'metrics', state: 'warning', found, advice, page: `${RUNBOOK}#metricsincomplete` },
      ];
    }
    return failing(before.get(name) ?? [], after.get(name) ?? []).map((source) => {
      const found = `${service} cannot read: ${source}`;
      const advice = 'Its database may be slow or down. Look for `metrics not read` in its log.';
      return {
        check: 'metrics',
        state: 'warning',
        found,
        advice,
        page: `${RUNBOOK}#metricsincomplete`,
      };
    });
  });
  if (findings.length > 0) return findings;
  if (reachable.length === 0) return [unanswered('metrics')];
  return [{ check: 'metrics', state: 'ok', found: 'complete' }];
}

function failing(before: readonly Sample[], after: readonly Sample[]): string[] {
  return after.flatMap(({ labels: { source = '' }, value }) => {
    const earlier = before.find(({ labels }) => labels['source'] === source)?.value ?? 0;
    return value > earlier ? [source] : [];
  });
}

function checkDisk({ disk }: Facts): Finding {
  if (disk === null) {
    const found =
      'the data is on other machines: watch the volumes of PostgreSQL, Kafka and the object store there';
    return { check: 'disk', state: 'unknown', found };
  }
  const { path, freeBytes, totalBytes } = disk;
  const isBelow = (level: 'warning' | 'problem'): boolean =>
    freeBytes / totalBytes < DISK_MIN[level].share && freeBytes < DISK_MIN[level].bytes;
  const found = `${gib(freeBytes)} of ${gib(totalBytes)} free at ${path}`;
  if (!isBelow('warning')) return { check: 'disk', state: 'ok', found };
  return {
    ...{ check: 'disk', state: isBelow('problem') ? 'problem' : 'warning', found },
    advice: 'Free space or enlarge the disk. A full disk makes calls answer 503; nothing is lost.',
    page: 'docs/running.md',
  };
}

const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`;

const valueOf = (samples: Samples, name: string): number => samples.get(name)?.[0]?.value ?? 0;

/** Whether server certificates expire soon. */
function checkCertificates({ certificates, at }: Facts): Finding[] {
  const findings = certificates.flatMap(({ name, address, validTo, failure }): Finding[] => {
    const of = `that of ${name} at ${address}`;
    if (validTo === undefined) {
      return [{ check: 'certificates', state: 'unknown', found: `${of}: ${failure}` }];
    }
    const days = (Date.parse(validTo) - at.getTime()) / DAY_MS;
    if (days > CERTIFICATE_DAYS_MIN) return [];
    const advice = 'Renew it. Services use the new one for their next connections.';
    const found = days < 0 ? `${of} has expired` : `${of} expires in ${age(days * DAY_SECONDS)}`;
    const state = days < CERTIFICATE_DAYS_URGENT ? 'problem' : 'warning';
    return [{ check: 'certificates', state, found, advice, page: 'docs/services.md' }];
  });
  if (findings.length > 0) return findings;
  if (certificates.length > 0) {
    return [{ check: 'certificates', state: 'ok', found: `${certificates.length} are valid` }];
  }
  const found = 'no server with TLS is known here';
  return [{ check: 'certificates', state: 'unknown', found }];
}

/** The age of the last backup. */
function checkBackup({ services, at }: Facts): Finding {
  const media = services.find(({ service }) => service === 'media');
  const check = 'last backup';
  if (!media || media.after.size === 0)
    return { check, state: 'unknown', found: 'media does not answer' };
  const takenAt = media.after.get('output_review_last_backup_timestamp_seconds')?.[0]?.value;
  if (takenAt === undefined) return { check, state: 'unknown', found: 'media cannot read it' };
  const seconds = at.getTime() / 1_000 - takenAt;
  const isRecent = takenAt > 0 && seconds < BACKUP_DAYS_MAX * DAY_SECONDS;
  const found = takenAt > 0 ? `${age(seconds)} ago` : 'none was made by `npm run backup`';
  if (isRecent) return { check, state: 'ok', found };
  const advice = 'Back up regularly: `npm run backup -- --to FILE`, or as the page says.';
  return { check, state: 'warning', found, advice, page: 'docs/backup.md' };
}
