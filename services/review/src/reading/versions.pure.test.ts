import { expect, test } from '@jest/globals';

import { resultsByVersion, type VersionCount } from './versions.pure.ts';

test('results by version are counted in one pass, however many versions callers name', () => {
  const versions = 10_000;
  let reads = 0;
  const counts = Array.from({ length: 2 * versions }, (_, n): VersionCount => ({
    get version() {
      reads += 1;
      return (n % versions) + 1;
    },
    ...{ status: n < versions ? 'pass' : 'flagged', isDecided: n < versions, count: 3 },
  }));

  const results = resultsByVersion(counts);

  expect(results).toHaveLength(versions);
  expect(results[0]).toEqual({
    ...{ version: versions, runs: 6, flagged: 3, decided: 3, successRate: 0.5 },
  });
  expect(reads).toBeLessThan(10 * counts.length);
});
