import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

import TestSequencer from '@jest/test-sequencer';

const recorded = JSON.parse(readFileSync(new URL('durations.json', import.meta.url), 'utf8'));

// Below this a file mostly waits: for a lease to expire, or for a server that is down.
const CORES_OF_WAITING = 0.6;
// The average of files too short to be recorded.
const SHORT = { seconds: 0.5, cores: 1 };

/**
 * Runs the longest test files first, so that no worker ends alone with a long one. Files that mostly wait run one after
 * the other, so that the others keep the cores busy. jest has measured how long files take on this machine; a fresh
 * clone uses durations.json.
 */
export default class LongestFirst extends TestSequencer {
  #workers;

  constructor(options) {
    super(options);
    this.#workers = options.globalConfig.maxWorkers;
  }

  /** Journeys run first, one after the other, because they share a system. */
  sort(tests) {
    const sorted = super.sort(tests);
    const isJourney = (test) => test.path.includes('/test-e2e/journeys/');
    const others = sorted.filter((test) => !isJourney(test));
    return [...sorted.filter(isJourney), ...this.#spread(others)];
  }

  /** Simulates the run: a free worker takes a waiting file if none is running, otherwise a computing one. */
  #spread(tests) {
    const waiting = tests.filter((test) => recordOf(test).cores < CORES_OF_WAITING);
    const computing = tests.filter((test) => !waiting.includes(test));
    const freeAt = Array(this.#workers).fill(0);
    let waitsUntil = 0;
    return tests.map(() => {
      const now = Math.min(...freeAt);
      const isTimeToWait = now >= waitsUntil || computing.length === 0;
      const isWaiting = waiting.length > 0 && isTimeToWait;
      const test = (isWaiting ? waiting : computing).shift();
      const endsAt = now + this.time(test);
      freeAt[freeAt.indexOf(now)] = endsAt;
      if (isWaiting) waitsUntil = endsAt;
      return test;
    });
  }

  time(test) {
    return super.time(test) ?? 1000 * recordOf(test).seconds;
  }
}

function recordOf(test) {
  return recorded[basename(test.path)] ?? SHORT;
}
