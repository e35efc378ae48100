import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { type SlackServer, startSlackServer } from '@output-review/runtime/testing';
import { expect, type Page, test as base } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

import { makeClient } from '../harness/client.ts';
import { uniqueName } from '../harness/outputs.ts';
import { newAddress, PASSWORD, signUp } from '../harness/people.ts';
import {
  describeSystem,
  type EmbeddedSystem,
  startEmbeddedSystem,
  type System,
} from '../harness/system.ts';

interface Services {
  /** The fake Slack that this worker's service calls. */
  readonly slack: SlackServer;
  /** This worker's own service, with default limits. */
  readonly service: EmbeddedSystem;
}

interface Fixtures {
  /** This test's own workspace, so that other tests do not use up its rate limit. */
  readonly system: EmbeddedSystem;
  readonly noFaults: undefined;
}

/** A browser test in its own workspace. */
export const test = base.extend<Fixtures, Services>({
  slack: [
    async ({}, use) => {
      await using slack = await startSlackServer();
      await use(slack);
    },
    { scope: 'worker' },
  ],
  service: [
    async ({ slack }, use) => {
      const service = await startEmbeddedSystem({
        RATE_LIMIT_PER_MINUTE: '60',
        SIGN_UP: 'open',
        // Test receivers listen here.
        EGRESS_ALLOW_CIDRS: '127.0.0.1/32',
        SLACK_API_URL: slack.url,
      });
      await use(service);
      await service.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  system: async ({ service }, use) => {
    const email = newAddress('admin');
    const admin = await signUp(service, { email, workspaceName: uniqueName('Workspace') });
    const { body } = await admin.post('/api/settings/rotate-token');
    const token = String(body['webhookToken']);
    await use({
      ...service,
      ...describeSystem({ url: service.url, email, password: PASSWORD, token }),
    });
  },
  baseURL: async ({ service }, use) => use(service.url),
  // Any CSP violation or uncaught error fails the test.
  noFaults: [
    async ({ page }, use) => {
      const faults: string[] = [];
      page.on('pageerror', (error) => faults.push(String(error)));
      page.on('console', (message) => {
        if (message.text().includes('Content Security Policy')) faults.push(message.text());
      });
      await use(undefined);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect } from '@playwright/test';

/** Signs in by an API call and opens a page. sign-in.spec.ts uses the form. */
export async function signInOn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
  path = '/',
): Promise<void> {
  const answer = await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
  expect(answer.status()).toBe(200);
  await page.goto(path);
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
}

/** The minimum width that pages must fit, by WCAG 2.2 (1.4.10). */
export const NARROW = { width: 320, height: 640 };

/** Expects that a table fits the page: it may scroll in its card, but the page does not. */
export async function expectTableFits(page: Page): Promise<void> {
  const box = await page.getByRole('table').boundingBox();
  const width = page.viewportSize()?.width ?? 0;
  expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(width);
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSideways(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth - innerWidth'))
    .toBeLessThanOrEqual(0);
}

/** Answers requests to a path with 429, always or a few times. */
export async function refuse(
  page: Page,
  path: string,
  options: { readonly times?: number } = {},
): Promise<void> {
  const json = { error: 'Too many requests.', code: 'RATE_LIMITED', fields: {} };
  await page.route(path, (route) => route.fulfill({ status: 429, json }), options);
}

/** Holds requests to a path, by default with any method, until the returned function is called. */
export async function hold(page: Page, path: string, method?: string): Promise<() => void> {
  let goOn = (): void => {};
  const isHeld = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(path, async (route) => {
    if (method === undefined || route.request().method() === method) await isHeld;
    await route.continue();
  });
  return goOn;
}

/** Makes the page reload its data, as after a network outage. Needs `page.clock.install()`. */
export async function loadAnew(page: Page): Promise<void> {
  await page.clock.fastForward('01:00');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
}

/** The same, and waits until the page shows the response from a path. */
export async function loadedAnew(page: Page, path: string): Promise<void> {
  const answered = page.waitForResponse(path);
  await loadAnew(page);
  await answered;
  await page.clock.runFor(1_000);
}

/** Ends the session without the page noticing. */
export async function endSession(page: Page, { url }: Pick<System, 'url'>): Promise<void> {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  await makeClient(url, { cookie, origin: url }).post('/api/auth/sign-out');
}

/**
 * Presses `g` and a key without waiting for the page in between. The keys must come within a second, and on a busy
 * machine the page may take that long for one.
 */
export async function pressAfterG(page: Page, key: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(key)]);
}

// A theme is painted in parts; the second frame has all of it.
export const PAINTED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`;

const SCREENSHOTS = fileURLToPath(new URL('../../.cache/browser/pages/', import.meta.url));

// Each page takes half as long to load it as the file that the package exports.
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Themes differ only in colours, so other rules are checked in one theme. */
const RULES = {
  light: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  dark: ['color-contrast', 'link-in-text-block'],
} as const;

/** Takes a screenshot in both themes for inspection, and runs axe on both. */
export async function inspect(page: Page, name: string): Promise<void> {
  mkdirSync(SCREENSHOTS, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(PAINTED);
    await page.screenshot({
      path: `${SCREENSHOTS}${name}-${colorScheme}.png`,
      animations: 'disabled',
    });
    expect(await findViolations(page, RULES[colorScheme])).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: null });
}

/** The axe rules that the page violates, each with the elements. */
async function findViolations(page: Page, runOnly: readonly string[]): Promise<unknown[]> {
  for (const frame of page.frames()) {
    if (!(await frame.evaluate('Boolean(window.axe)'))) await frame.evaluate(AXE);
  }
  // Passes are most of the page, and reporting them takes as long as the check.
  const options = { runOnly: [...runOnly], resultTypes: ['violations'] } satisfies RunOptions;
  const violations = await page.evaluate<AxeResults['violations']>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}
