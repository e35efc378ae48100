import { freePort } from '@output-review/runtime/testing';
import { type BrowserContext, chromium } from '@playwright/test';

import { CHROMIUM } from '../../harness/chromium.ts';
import { BENCH_ACCOUNT } from '../frame/service.ts';

/** A browser with a signed-in session. */
export interface SignedIn {
  readonly url: string;
  readonly context: BrowserContext;
  /** The port at which tools connect to the same browser. */
  readonly debuggingPort: number;
}

/** @param profile a new folder for the browser's profile. */
export async function openSignedIn(url: string, profile: string): Promise<SignedIn> {
  const debuggingPort = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    ...CHROMIUM,
    args: [...CHROMIUM.args, `--remote-debugging-port=${debuggingPort}`],
    viewport: { width: 1360, height: 850 },
  });
  const page = await context.newPage();
  await page.goto(`${url}/sign-in`);
  await page.getByLabel('Email').fill(BENCH_ACCOUNT.email);
  await page.getByLabel('Password', { exact: true }).fill(BENCH_ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  await page.close();
  return { url, context, debuggingPort };
}
