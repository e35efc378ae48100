import { afterEach, expect, jest, test } from '@jest/globals';

import { watchDatabase } from '../../src/postgres/watch-database.ts';
import { Metrics } from '../../src/telemetry/metrics.ts';
import { silentLog } from '../../src/testing/index.ts';

const SKEW = 'output_review_database_clock_skew_seconds';

afterEach(() => {
  jest.restoreAllMocks();
});

/** The scrape of a database whose clock is ahead, if the query takes `tookMs`. */
async function scrape({ aheadMs = 0, tookMs = 0, validTo = null as Date | null }): Promise<string> {
  jest.spyOn(Date, 'now').mockReturnValue(1_000_000 + tookMs);
  jest.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(tookMs);
  const rows = [{ size: '7340032', at: new Date(1_000_000 + tookMs / 2 + aheadMs) }];
  const metrics = new Metrics({ log: silentLog });
  watchDatabase(metrics, {
    pool: 'review',
    db: {
      query: (() => Promise.resolve({ rows, rowCount: 1 })) as never,
      poolUsage: () => ({ inUse: 1, idle: 2, max: 3, waiting: 0 }),
      certificateValidTo: () => validTo,
    },
  });
  return metrics.text();
}

test('exports the size and the clock of the database', async () => {
  const text = await scrape({ aheadMs: 3_600_000, tookMs: 4 });

  expect(text).toContain(`${SKEW} 3600\n`);
  expect(text).toContain('output_review_database_size_bytes 7340032\n');
});

test('exports a negative skew for a clock that is behind', async () => {
  expect(await scrape({ aheadMs: -2_500, tookMs: 0 })).toContain(`${SKEW} -2.5\n`);
});

test('exports the expiry of the certificate, or 0 without one', async () => {
  const name = 'output_review_database_certificate_expiry_timestamp_seconds';
  const validTo = new Date('2027-01-01T00:00:00Z');

  expect(await scrape({ validTo })).toContain(`${name} 1798761600\n`);
  expect(await scrape({})).toContain(`${name} 0\n`);
});

test.each([
  ['a few milliseconds', { aheadMs: 40, tookMs: 0 }],
  ['less than the answer took', { aheadMs: 900, tookMs: 1_800 }],
])('a difference of %s is no skew', async (_, reading) => {
  expect(await scrape(reading)).toContain(`${SKEW} 0\n`);
});
