import { defineConfig } from '@playwright/test';

import { CHROMIUM } from './test-e2e/harness/chromium.ts';

const REPORTERS = [['list'], ['./test-runner/fail-browser-on-warnings.js']];

export default defineConfig({
  testDir: 'test-e2e/browser',
  outputDir: '.cache/browser/results',
  // Each worker has its own service. A test waits for a third of its time, so three keep two cores busy.
  workers: 3,
  // A high limit: on few busy cores, an expected result may take long to arrive.
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
    // Disables colour transitions, so that screenshots and axe never see intermediate colours.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  },
});
