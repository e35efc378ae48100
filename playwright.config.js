import { defineConfig } from '@playwright/test';

import { CHROMIUM } from './test-e2e/harness/chromium.ts';

const REPORTERS = [['list'], ['./test-runner/fail-browser-on-warnings.js']];

export default defineConfig({
  testDir: 'test-e2e/browser',
  outputDir: '.cache/browser/results',
  // Each has a service of its own; half of the time of a test is waiting.
  workers: 2,
  // What a test waits for comes in its time; beside other work on few cores that is a long one.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: process.env.BROWSER_REPORT
    ? [...REPORTERS, ['json', { outputFile: process.env.BROWSER_REPORT }]]
    : REPORTERS,
  use: {
    browserName: 'chromium',
    actionTimeout: 60_000,
    launchOptions: CHROMIUM,
    viewport: { width: 1360, height: 850 },
    // The page changes its colours at once then: those in between are neither for a picture nor for axe.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  },
});
