import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import TestSequencer from '@jest/test-sequencer';

const seconds = JSON.parse(readFileSync(new URL('durations.json', import.meta.url), 'utf8'));

/**
 * Runs the longest test files first, so that no worker is left alone with a long one at the end. jest does so by what
 * it measured on this machine; a fresh clone, which has measured nothing, goes by durations.json.
 */
export default class LongestFirst extends TestSequencer {
  /** One journey after the other, which share a system. */
  sort(tests) {
    const sorted = super.sort(tests);
    const isJourney = (test) => test.path.includes('/test-e2e/journeys/');
    return [...sorted.filter(isJourney), ...sorted.filter((test) => !isJourney(test))];
  }

  time(test) {
    return super.time(test) ?? 1000 * (seconds[basename(test.path)] ?? 0);
  }
}
