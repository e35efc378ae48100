import { describe, expect, test } from '@jest/globals';

import { Metrics } from '../../src/telemetry/metrics.ts';
import { silentLog } from '../../src/testing/index.ts';

const makeMetrics = (options: { scrapeTimeoutMs?: number } = {}) =>
  new Metrics({ log: silentLog, ...options });

function linesOf(text: string, name: string): string[] {
  return text.split('\n').filter((line) => line.startsWith(name));
}

describe('Metrics', () => {
  test('exports a counter with its labels', async () => {
    const metrics = makeMetrics();
    const family = metrics.counter({ name: 'things_total', help: 'Things.', labels: ['kind'] });
    const round = family.of({ kind: 'round' });

    round.add();
    round.add(2);
    family.of({ kind: 'flat' }).add();

    const text = await metrics.text();
    expect(linesOf(text, 'things_total')).toEqual([
      'things_total{kind="round"} 3',
      'things_total{kind="flat"} 1',
    ]);
    expect(text).toContain('# HELP things_total Things.\n# TYPE things_total counter');
  });

  test('a counter continues after a scrape', async () => {
    const metrics = makeMetrics();
    const tally = metrics.counter({ name: 'a_total', help: 'A.', labels: [] }).of({});

    tally.add();
    await metrics.text();
    tally.add();

    expect(linesOf(await metrics.text(), 'a_total')).toEqual(['a_total 2']);
  });

  test('exports a histogram with cumulative buckets, sum and count', async () => {
    const metrics = makeMetrics();
    const seconds = metrics
      .histogram({ name: 'b_seconds', help: 'B.', labels: ['way'], bounds: [0.1, 1] })
      .of({ way: 'in' });

    for (const value of [0.1, 0.5, 0.25, 7]) seconds.observe(value);

    expect(linesOf(await metrics.text(), 'b_seconds')).toEqual([
      'b_seconds_bucket{le="0.1",way="in"} 1',
      'b_seconds_bucket{le="1",way="in"} 3',
      'b_seconds_bucket{le="+Inf",way="in"} 4',
      'b_seconds_sum{way="in"} 7.85',
      'b_seconds_count{way="in"} 4',
    ]);
  });

  test('returns the same family when it is requested twice', async () => {
    const metrics = makeMetrics();
    const options = { name: 'c_total', help: 'C.', labels: ['pool'] as const };

    metrics.counter(options).of({ pool: 'a' }).add();
    metrics.counter(options).of({ pool: 'b' }).add();

    expect(linesOf(await metrics.text(), 'c_total')).toHaveLength(2);
  });

  test('reads a gauge again for each scrape', async () => {
    const metrics = makeMetrics();
    const gauge = metrics.gauge({ name: 'd_rows', help: 'D.', labels: [] });
    let rows = 0;
    metrics.beforeScrape({
      name: 'd',
      read: async () => gauge.set({}, (rows += 1)),
      clear: () => gauge.clear(),
    });

    await metrics.text();

    expect(linesOf(await metrics.text(), 'd_rows')).toEqual(['d_rows 2']);
  });

  test('a failing source loses its own gauges and is counted, but fails no scrape', async () => {
    const metrics = makeMetrics();
    const gone = metrics.gauge({ name: 'e_rows', help: 'E.', labels: ['table'] });
    const goneWhole = metrics.gauge({ name: 'e_all_rows', help: 'E.', labels: [] });
    const fine = metrics.gauge({ name: 'f_rows', help: 'F.', labels: [] });
    let isAway = false;
    metrics.beforeScrape({
      name: 'e',
      read: () => {
        if (isAway) throw new Error('The database is away.');
        gone.set({ table: 't' }, 1);
        goneWhole.set({}, 2);
      },
      clear: () => {
        gone.clear();
        goneWhole.clear();
      },
    });
    metrics.beforeScrape({ name: 'f', read: () => fine.set({}, 5), clear: () => fine.clear() });
    const before = await metrics.text();
    expect(linesOf(before, 'e_rows')).toHaveLength(1);
    expect(linesOf(before, 'e_all_rows')).toEqual(['e_all_rows 2']);

    isAway = true;
    const text = await metrics.text();

    expect(linesOf(text, 'e_rows')).toEqual([]);
    // A 0 would look like a value.
    expect(linesOf(text, 'e_all_rows')).toEqual([]);
    expect(linesOf(text, 'f_rows')).toEqual(['f_rows 5']);
    expect(linesOf(text, 'output_review_scrape_failures_total')).toEqual([
      'output_review_scrape_failures_total{source="e"} 1',
    ]);
  });

  test('a hanging source delays a scrape only up to its limit, and is read once', async () => {
    const metrics = makeMetrics({ scrapeTimeoutMs: 30 });
    let asked = 0;
    metrics.beforeScrape({
      name: 'hanging',
      read: () => {
        asked += 1;
        return new Promise(() => {});
      },
      clear: () => {},
    });

    // Without the limit it would hang forever.
    const began = performance.now();
    const texts = await Promise.all([metrics.text(), metrics.text()]);
    const text = await metrics.text();

    expect(performance.now() - began).toBeLessThan(20_000);
    expect(texts[0]).toContain('output_review_scrape_failures_total');
    expect(linesOf(text, 'output_review_scrape_failures_total')).toEqual([
      'output_review_scrape_failures_total{source="hanging"} 3',
    ]);
    expect(asked).toBe(1);
  });

  test('exports the process metrics under their standard names', async () => {
    const metrics = makeMetrics();

    metrics.watchProcess();

    const text = await metrics.text();
    expect(text).toMatch(/^process_cpu_seconds_total /m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^process_resident_memory_bytes /m);
  });
});
