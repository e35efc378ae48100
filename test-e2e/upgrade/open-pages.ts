import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { chromium, type Page } from '@playwright/test';

import type { Ids } from '../faults/roles/samples.ts';
import { CHROMIUM } from '../harness/chromium.ts';
import type { System } from '../harness/system.ts';
import { HEAD } from './releases.ts';

// The routes declared by the dashboard.
const ROUTES = join(HEAD, 'services/dashboard/src/app/routes.tsx');
const PATHS = /\b(inShell\(|page\(|openPage\(|path:)\s*'(\/[^']*)'/g;
// A signed-in user sees these pages without alerts.
const IN_SHELL: ReadonlySet<string | undefined> = new Set(['inShell(', 'page(']);

/**
 * Opens every page of the dashboard in a browser as the admin.
 *
 * @returns how many were opened, and the faults
 */
export async function openPages(
  system: System,
  ids: Ids,
): Promise<{ readonly opened: number; readonly faults: readonly string[] }> {
  const browser = await chromium.launch(CHROMIUM);
  try {
    const page = await browser.newPage({ baseURL: system.url });
    const { email, password } = system;
    const data = { email, password };
    const signedIn = await page.request.post('/api/auth/sign-in/email', { data });
    if (!signedIn.ok()) throw new Error(`Signing in answered ${signedIn.status()}`);
    const paths = [...readFileSync(ROUTES, 'utf8').matchAll(PATHS)];
    const faults: string[] = [];
    for (const [, shell, path = ''] of paths) {
      const found = await open(page, addressOf(path, ids));
      // A page that needs a link shows an alert without one.
      const alerts = IN_SHELL.has(shell) ? found.alerts : [];
      faults.push(...[...found.failures, ...alerts].map((fault) => `${path}: ${fault}`));
    }
    return { opened: paths.length, faults };
  } finally {
    await browser.close();
  }
}

function addressOf(path: string, ids: Ids): string {
  const { project, task } = ids;
  if (path === '/instructions/document')
    return `${path}?${String(new URLSearchParams({ project, task }))}`;
  const id = {
    '/rules/$id': ids.ruleId,
    '/rules/backtests/$id': ids.backtestId,
    '/outputs/$id': ids.logId,
    '/deliveries/$id': ids.deliveryId,
  }[path];
  if (id === undefined && path.includes('$')) throw new Error(`No ID is known for ${path}`);
  return path.replace('$id', id ?? '');
}

/** Opens a page and waits until it is loaded. @returns failed responses, errors and alerts. */
async function open(page: Page, address: string) {
  const failures: string[] = [];
  const onError = (error: Error) => failures.push(String(error));
  const onResponse = (response: { status(): number; url(): string }) => {
    if (response.status() >= 500) failures.push(`${response.status()} of ${response.url()}`);
  };
  page.on('pageerror', onError).on('response', onResponse);
  await page.goto(address);
  await page.getByRole('heading').first().waitFor();
  await page.locator('[role=status] [aria-hidden]').first().waitFor({ state: 'detached' });
  const alerts = await page.getByRole('alert').allTextContents();
  page.off('pageerror', onError).off('response', onResponse);
  return { failures, alerts: alerts.filter((text) => text !== '') };
}
