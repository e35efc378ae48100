import { readFile } from 'node:fs/promises';

import { describe, expect, test } from '@jest/globals';
import type { ServiceName } from '@output-review/contracts';

import { checkFacts } from './checks.pure.ts';
import type { Facts, Finding, ServiceFacts } from './facts.pure.ts';
import { age } from './limits.pure.ts';
import { readSamples } from './metrics.pure.ts';

const ROOT = new URL('../../../', import.meta.url);
const GIB = 1024 ** 3;
const NOW = new Date('2026-06-15T12:00:00Z');
const HEALTHY = [
  'output_review_build_info{release="1.2.3"} 1',
  `output_review_last_backup_timestamp_seconds ${NOW.getTime() / 1_000 - 36_000}`,
].join('\n');

/** A service with the same metrics at both looks, unless `before` is given. */
function aService(
  service: ServiceName,
  metrics: string,
  { before = metrics, ...other }: Partial<Omit<ServiceFacts, 'before'>> & { before?: string } = {},
): ServiceFacts {
  return {
    ...{ service, url: `http://${service}:9090`, clockAheadMs: 0 },
    readiness: { ready: true, checks: { database: 'ok' } },
    before: readSamples(`${HEALTHY}\n${before}`),
    after: readSamples(`${HEALTHY}\n${metrics}`),
    ...other,
  };
}

function check(service: ServiceFacts, more: Partial<Facts> = {}): Finding[] {
  const around = { watchedMs: 3_000, disk: null, certificates: [], at: NOW };
  return checkFacts({ services: [service], ...around, ...more }, '1.2.3');
}

const delivering = (age: number, more: string): string =>
  `output_review_deliveries_oldest_age_seconds ${age}\n${more}`;
const attempts = (count: number): string =>
  `output_review_delivery_attempt_duration_seconds_count{kind="webhook",outcome="failed"} ${count}`;

const troubleIn = (findings: readonly Finding[]) =>
  findings
    .filter(({ state }) => state === 'problem' || state === 'warning')
    .map(({ check: name, state, found }) => [name, state, found]);

const lag = (events: number, handled: number): string =>
  [
    `output_review_consumer_lag_events{topic="outputs.submitted",group="review"} ${events}`,
    `output_review_events_handled_total{topic="outputs.submitted",group="review",outcome="handled"} ${handled}`,
  ].join('\n');

const rateWindow = (modes: { readonly redis: number; readonly postgres: number }): string =>
  Object.entries(modes)
    .map(([mode, value]) => `output_review_rate_window_mode{mode="${mode}"} ${value}`)
    .join('\n');

/** Events that another group handled of the same topic, and the same group of another topic. */
const OTHERS = (handled: number): string =>
  [
    `output_review_events_handled_total{topic="outputs.submitted",group="evaluator"} ${handled}`,
    `output_review_events_handled_total{topic="outputs.evaluated",group="review"} ${handled}`,
  ].join('\n');

describe('a healthy system', () => {
  test('has no problems and one finding per check', () => {
    const findings = check(aService('media', ''), {
      disk: { path: '.data', freeBytes: 60 * GIB, totalBytes: 100 * GIB },
      certificates: [{ name: 'Redis', address: 'r:1', validTo: 'Jul 15 12:00:00 2026 GMT' }],
    });

    expect(troubleIn(findings)).toEqual([]);
    expect(findings.map(({ check: name }) => name)).toEqual(
      expect.arrayContaining(['services', 'clocks', 'lag', 'disk', 'certificates', 'last backup']),
    );
  });
});

test('reports services that are all down once', () => {
  const down = { failure: 'ECONNREFUSED' };
  const services = [
    aService('gateway', '', { readiness: down }),
    aService('media', '', { readiness: down }),
  ];

  expect(troubleIn(check(aService('media', ''), { services }))).toEqual([
    ['services', 'problem', 'none of them answers (ECONNREFUSED)'],
  ]);
});

test('reports each failed dependency of a service that cannot serve', () => {
  const checks = { database: 'refused', kafka: 'degraded: no leader' };

  expect(troubleIn(check(aService('media', '', { readiness: { ready: false, checks } })))).toEqual([
    ['services', 'problem', 'media: database: refused'],
    ['services', 'warning', 'media: kafka: degraded: no leader'],
  ]);
});

test('says what to do about secrets that no key decrypts', () => {
  const checks = { secrets: 'degraded: encrypted with an unknown key: 1 keys of judges' };

  expect(check(aService('media', '', { readiness: { ready: true, checks } }))).toContainEqual({
    ...{ check: 'services', state: 'warning', found: `media: secrets: ${checks.secrets}` },
    advice: expect.stringContaining('ENCRYPTION_KEY_PREVIOUS'),
    page: 'docs/running.md#exchanging-the-encryption-key',
  });
});

test('reports nothing as ok if no service answers', () => {
  const findings = check(
    aService('media', '', {
      ...{ readiness: { failure: 'ECONNREFUSED' }, clockAheadMs: null },
      ...{ before: '', after: readSamples('') },
    }),
  );

  expect(findings.filter(({ state }) => state === 'ok')).toEqual([]);
});

const BEHIND_A_RECEIVER =
  'review: one has waited 15 min for its first attempt because its receiver is slow or down';

describe('findings', () => {
  const cases: [string, ServiceFacts, unknown[]][] = [
    [
      'a service that is down',
      aService('media', '', { readiness: { failure: 'ECONNREFUSED' } }),
      ['services', 'problem', 'media at http://media:9090: ECONNREFUSED'],
    ],
    [
      'a service that cannot serve',
      aService('media', '', { readiness: { ready: false, checks: { database: 'refused' } } }),
      ['services', 'problem', 'media: database: refused'],
    ],
    [
      'a degraded service',
      aService('media', '', {
        readiness: { ready: true, checks: { database: 'ok', kafka: 'degraded: no leader' } },
      }),
      ['services', 'warning', 'media: kafka: degraded: no leader'],
    ],
    [
      'another release',
      { ...aService('media', ''), after: readSamples(HEALTHY.replace('1.2.3', '1.2.2')) },
      ['releases', 'warning', 'media 1.2.2; this command is of 1.2.3'],
    ],
    [
      'a clock that is behind',
      aService('media', '', { clockAheadMs: -3_600_000 }),
      ['clocks', 'problem', 'the clocks of media and of this machine differ by 60 min'],
    ],
    [
      'a database with another clock',
      aService('media', 'output_review_database_clock_skew_seconds 5'),
      ['clocks', 'problem', 'the clocks of media and of PostgreSQL differ by 5 s'],
    ],
    [
      'a Redis with another clock',
      aService('gateway', 'output_review_rate_window_clock_skew_seconds -5'),
      ['clocks', 'problem', 'the clocks of Redis and of PostgreSQL differ by 5 s'],
    ],
    [
      'a consumer without progress beside others with progress',
      aService('review', `${lag(7, 40)}\n${OTHERS(90)}`, { before: `${lag(5, 40)}\n${OTHERS(1)}` }),
      ['lag', 'problem', 'review: 7 of outputs.submitted wait, and none was handled in 3 s'],
    ],
    [
      'a consumer with a backlog',
      aService('review', lag(5_000, 90), { before: lag(5_100, 40) }),
      ['lag', 'warning', 'review: 5000 of outputs.submitted wait, and are being handled'],
    ],
    [
      'events that are not sent',
      aService('gateway', 'output_review_outbox_oldest_age_seconds{outbox="submissions"} 300'),
      ['outboxes', 'problem', 'gateway: "submissions" has not sent an event for 5 min'],
    ],
    [
      'dead letters',
      aService(
        'review',
        'output_review_dead_letters_open{topic="outputs.evaluated",group="review",code="INVALID"} 3',
      ),
      [
        'dead letters',
        'warning',
        'review: 3 of outputs.evaluated, which review could not handle (INVALID)',
      ],
    ],
    [
      'events that Kafka has lost',
      aService(
        'review',
        'output_review_topic_log_lost_timestamp_seconds{topic="outputs.evaluated",group="review"} 17',
      ),
      [
        'lost events',
        'warning',
        'review: Kafka has lost events of outputs.evaluated that review reads, since its start',
      ],
    ],
    [
      'deliveries that failed for good',
      aService('review', 'output_review_deliveries{state="dead"} 2'),
      ['deliveries that failed for good', 'warning', 'review: 2 are no longer retried'],
    ],
    [
      'deliveries without attempts',
      aService('review', delivering(900, attempts(7))),
      ['deliveries', 'problem', 'review: one has waited 15 min for its first attempt'],
    ],
    [
      'a receiver that is down as a warning',
      aService('review', delivering(900, 'output_review_deliveries{state="retrying"} 1')),
      ['deliveries', 'warning', BEHIND_A_RECEIVER],
    ],
    [
      'a receiver that is slow as a warning',
      aService('review', delivering(900, attempts(8)), { before: delivering(900, attempts(7)) }),
      ['deliveries', 'warning', BEHIND_A_RECEIVER],
    ],
    [
      'a gateway without Redis',
      aService('gateway', rateWindow({ redis: 0, postgres: 1 })),
      ['rate window', 'warning', expect.stringMatching(/^gateway: Redis is unavailable/)],
    ],
    [
      'a service without metrics',
      aService('review', '', { after: readSamples('') }),
      ['metrics', 'warning', 'review does not answer /metrics'],
    ],
    [
      'metrics that cannot be read',
      aService('review', 'output_review_scrape_failures_total{source="runs"} 4', {
        before: 'output_review_scrape_failures_total{source="runs"} 3',
      }),
      ['metrics', 'warning', 'review cannot read: runs'],
    ],
  ];

  test.each(cases)('report %s', (_, service, expected) => {
    expect(troubleIn(check(service))).toEqual([expected]);
  });

  test.each([
    [8, 20, 'ok'],
    [60, 1_000, 'ok'],
    [8, 100, 'warning'],
    [1, 100, 'problem'],
  ])('a disk with %s of %s GiB free is reported as %s', (free, total, state) => {
    const disk = { path: '.data', freeBytes: free * GIB, totalBytes: total * GIB };

    expect(check(aService('review', ''), { disk })).toContainEqual(
      expect.objectContaining({ check: 'disk', state }),
    );
  });

  test.each([
    ['Jun 14 12:00:00 2026 GMT', 'problem', 'has expired'],
    ['Jun 16 12:00:00 2026 GMT', 'problem', 'expires in 24 h'],
    ['Jun 29 11:00:00 2026 GMT', 'warning', 'expires in 14 days'],
  ])('a certificate that expires at %s is a %s', (validTo, state, found) => {
    const certificates = [{ name: 'Kafka', address: 'k:9093', validTo }];

    expect(troubleIn(check(aService('media', ''), { certificates }))).toEqual([
      ['certificates', state, `that of Kafka at k:9093 ${found}`],
    ]);
  });

  test('a certificate that cannot be read is unknown', () => {
    const certificates = [{ name: 'Kafka', address: 'k:9093', failure: 'ECONNREFUSED' }];

    expect(check(aService('media', ''), { certificates })).toContainEqual({
      ...{ check: 'certificates', state: 'unknown' },
      found: 'that of Kafka at k:9093: ECONNREFUSED',
    });
  });

  test.each([
    ['0', 'none was made by `npm run backup`'],
    [String(NOW.getTime() / 1_000 - 176_400), '2 days ago'],
  ])('a last backup at %s is a warning', (at, found) => {
    const service = aService('media', '');
    const after = readSamples(
      `${HEALTHY.split('\n')[0]}\noutput_review_last_backup_timestamp_seconds ${at}`,
    );

    expect(troubleIn(check({ ...service, after }))).toEqual([['last backup', 'warning', found]]);
  });

  test('an unreadable gauge that always exists is unknown, neither ok nor a problem', () => {
    const service = aService('media', '');
    const findings = check({ ...service, after: readSamples(HEALTHY.split('\n')[0] ?? '') });

    expect(findings).toContainEqual({
      ...{ check: 'pending outputs', state: 'unknown', found: 'no service can read it' },
    });
    expect(findings).toContainEqual({
      ...{ check: 'last backup', state: 'unknown', found: 'media cannot read it' },
    });
  });

  test('a missing series that exists only for problems is ok', () => {
    const service = aService('media', '');
    const findings = check({ ...service, after: readSamples(HEALTHY.split('\n')[0] ?? '') });

    expect(findings).toContainEqual({ check: 'dead letters', state: 'ok', found: 'none' });
  });

  test('have advice and a page that exists', async () => {
    const findings = cases
      .flatMap(([, service]) => check(service))
      .filter(({ state }) => state === 'problem' || state === 'warning');

    for (const { advice, page = '' } of findings) {
      const [path = '', section] = page.split('#');
      const text = await readFile(new URL(path, ROOT), 'utf8');
      expect(advice).toMatch(/\.$/);
      if (section !== undefined) expect(text.toLowerCase()).toContain(`### ${section}\n`);
    }
  });
});

describe('the limit of', () => {
  test.each([
    ['outboxes', 'problem', 'output_review_outbox_oldest_age_seconds', 60],
    ['pending outputs', 'problem', 'output_review_pending_outputs_oldest_age_seconds', 1_200],
    ['judge jobs', 'problem', 'output_review_judge_jobs_oldest_age_seconds', 600],
    ['deliveries', 'problem', 'output_review_deliveries_oldest_age_seconds', 600],
    ['files of submissions', 'warning', 'output_review_file_claims_oldest_age_seconds', 1_800],
    ['database connections', 'warning', 'output_review_database_connections_waiting', 0],
    ['stalls', 'warning', 'nodejs_eventloop_lag_p99_seconds', 0.5],
  ])('%s is that of its alert, at both looks: a %s', async (...[name, state, metric, above]) => {
    const found = (after: number, before: number) =>
      check(aService('review', `${metric} ${after}`, { before: `${metric} ${before}` }))
        .filter((each) => each.state === 'problem' || each.state === 'warning')
        .map(({ check: each, state: of, page = '' }) => [each, of, page.split('#')[1]]);
    const alerts = await readFile(new URL('deploy/prometheus/alerts.yml', ROOT), 'utf8');
    const [alert = ''] = alerts.split('- alert: ').filter((each) => each.includes(metric));

    expect(alert).toMatch(new RegExp(`${metric}.* > ${above}$`, 'm'));
    const section = alert.split('\n')[0]?.toLowerCase();
    expect(found(above + 0.1, above + 0.1)).toEqual([[name, state, section]]);
    expect([
      ...found(above, above),
      ...found(above + 0.1, above),
      ...found(above, above + 0.1),
    ]).toEqual([]);
  });
});

describe('findings do not report', () => {
  test.each([
    ['events that have just arrived', aService('review', lag(7, 40), { before: lag(0, 40) })],
    ['a backlog that is gone', aService('review', lag(0, 40), { before: lag(5, 40) })],
    ['a gateway with Redis', aService('gateway', rateWindow({ redis: 1, postgres: 0 }))],
    [
      'an earlier failure to read metrics',
      aService('review', 'output_review_scrape_failures_total{source="runs"} 4'),
    ],
    ['a few events in progress', aService('review', lag(7, 60), { before: lag(5, 40) })],
  ])('%s', (_, service) => {
    expect(troubleIn(check(service))).toEqual([]);
  });
});

test('parses quoted labels', () => {
  const samples = readSamples('a{x="1,\\"y\\"=",z="\\\\n\\n"} 2.5e3\nnonsense\nb 1\n# HELP b B');

  expect(samples.get('a')).toEqual([{ labels: { x: '1,"y"=', z: '\\n\n' }, value: 2_500 }]);
  expect([...samples.keys()]).toEqual(['a', 'b']);
});

test.each([
  [3, '3 s'],
  [300, '5 min'],
  [36_000, '10 h'],
  [259_200, '3 days'],
])('%s seconds are %s', (seconds, text) => {
  expect(age(seconds)).toBe(text);
});
