import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Page, Route } from '@playwright/test';

import { makeClient } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { joinAs, newAddress, PASSWORD } from '../harness/people.ts';
import { runShell, startProcess } from '../harness/process.ts';
import { expect, inspect, signInOn, test } from './browser-test.ts';

/** Fills in the form and sends it. */
async function signIn(
  page: Page,
  { email, password }: { readonly email: string; readonly password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

test('a visitor is asked to sign in, and then taken to the requested page', async ({
  page,
  system,
}) => {
  // A workspace without outputs shows the first steps.
  const { id } = await submit(system.automation, {
    project: uniqueName('Sign-in'),
    output: 'Fine',
  });
  await awaitVerdict(system.automation, id);
  await page.goto('/?due=soon');

  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await expect(page.getByLabel('Email')).toBeVisible();
  await inspect(page, 'sign-in');
  await signIn(page, { email: system.email, password: 'not it, but long enough' });
  await expect(page.getByRole('alert')).toContainText('incorrect');
  await page.getByLabel('Password', { exact: true }).fill(system.password);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/\?due=soon/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queue');
});

test('an email link opens its output after the sign-in, and never another site', async ({
  page,
  system,
}) => {
  const { id } = await submit(system.automation, {
    ...{ project: uniqueName('Mail'), id: 'letter:7.1', output: 'Held', requireApproval: true },
  });
  await awaitVerdict(system.automation, id);
  await page.goto(`/outputs/${encodeURIComponent(id)}`);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await signIn(page, system);

  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expect(page.getByText('Held', { exact: true }).first()).toBeVisible();
  for (const next of [
    '//example.com',
    '/\\example.com',
    '/\t/example.com',
    'https://example.com',
  ]) {
    await page.context().clearCookies();
    await page.goto(`/sign-in?next=${encodeURIComponent(next)}`);
    await signIn(page, system);
    await expect(page.getByRole('navigation', { name: 'Pages' })).toBeVisible();
    expect(new URL(page.url()).href).toBe(`${system.url}/`);
  }
});

test('signing in as another person after going back shows the page as that person', async ({
  page,
  system,
}) => {
  const ben = await joinAs(system, 'reviewer');
  await page.goto('/sign-in');
  await signIn(page, system);
  await expect(page.getByRole('button', { name: 'admin' })).toBeVisible();
  await page.goBack();
  await signIn(page, ben);

  await expect(page.getByRole('button', { name: 'reviewer' })).toBeVisible();
});

test('a first-time user opens the printed link, sees why an output is held, decides it and sees the result', async ({
  page,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'output-review-first-time-'));
  const service = await startProcess({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'warn' });
  const printed = (name: string): string =>
    new RegExp(`^ +${name} +(\\S+)$`, 'm').exec(service.stdout.join('\n'))?.[1] ?? '';
  try {
    await page.goto(printed('open'));
    await page.getByLabel('Email').fill(printed('sign in'));
    await page.getByLabel('Password', { exact: true }).fill(printed('password'));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('heading', { name: 'Send your first output' })).toBeVisible();
    const command = await page.locator('code', { hasText: 'curl' }).innerText();
    const terminal = runShell(`TOKEN=${printed('token')}\n${command}`);

    await expect(page.getByText('The sender requires approval by a person.')).toBeVisible();
    await inspect(page, 'first-output');
    await page.getByRole('button', { name: 'Approve' }).click();
    await expect(page.getByText('No outputs waiting for a decision')).toBeVisible();
    expect(await terminal).toContain('"humanDecision":"approved"');
    await page.getByRole('link', { name: 'Outputs' }).click();
    await page.getByRole('cell').first().getByRole('link').click();
    const timeline = page
      .getByRole('listitem')
      .filter({ hasText: /^(Accepted|Evaluated|Decided)/ });
    await expect(timeline).toContainText(['by the API', 'Passed', 'Approved']);
    await inspect(page, 'first-output-decided');
    const { body } = await makeClient(service.url, {
      authorization: `Bearer ${printed('token')}`,
    }).get('/api/logs');
    expect(body['executions']).toMatchObject([{ humanDecision: 'approved' }]);
  } finally {
    service.kill('SIGTERM');
    await service.exited;
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a new user gets a workspace, and instructions to send a first output', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('Your name').fill('Cy');
  await page.getByLabel('Email').fill(newAddress('cy'));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Workspace name').fill(uniqueName('Cys'));
  await inspect(page, 'sign-up');
  await page.getByRole('button', { name: 'Create account' }).click();

  await page.getByRole('button', { name: 'Create token' }).click();
  await expect(page.getByText('This is shown only once')).toBeVisible();
  await inspect(page, 'first-steps');
  const docs = page.getByRole('link', { name: 'How automations wait for a decision' });
  const docsPath = (await docs.getAttribute('href')) ?? '';
  const terminal = runShell(await page.locator('code', { hasText: 'curl' }).innerText());
  await expect(page.getByText('your refund is on its way').first()).toBeVisible();
  await page.getByRole('button', { name: 'Approve' }).first().click();

  expect(await terminal).toContain('"humanDecision":"approved"');
  await page.goto(docsPath);
  await expect(page.locator('#operations-Outputs-getOutputStatus')).toBeVisible();
});

for (const { path, button, api } of [
  { path: '/sign-up', button: 'Create account', api: 'sign-up/email' },
  { path: '/forgot-password', button: 'Email me a link', api: 'request-password-reset' },
  { path: '/confirm-email', button: 'Email me a link', api: 'send-verification-email' },
]) {
  test(`${path} names the address that the email went to, even if the field changed since`, async ({
    page,
  }) => {
    const held: Route[] = [];
    await page.route(`**/api/auth/${api}`, (route) => void held.push(route));
    await page.goto(path);
    const email = page.getByLabel('Email');
    await email.waitFor();
    const fields = page.locator('input:not([type=checkbox])');
    for (const field of await fields.all()) await field.fill(PASSWORD);
    await email.fill('cy@example.com');
    await page.getByRole('button', { name: button }).click();
    await expect.poll(() => held.length).toBe(1);
    await email.fill('di@example.com');
    await held[0]!.fulfill({ json: { needsVerification: true } });

    await expect(page.getByText(/cy@example\.com/)).toBeVisible();
    await inspect(page, `mailed-by-${api.replace('/', '-')}`);
  });
}

test('a user without a confirmation link can request another one', async ({ page }) => {
  await page.goto('/verify-email');
  const another = page.getByRole('link', { name: 'Request another confirmation link' });
  await another.click();
  await page.getByLabel('Email').fill(newAddress('cy'));
  await inspect(page, 'confirm-email');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await expect(page.getByText('no address has to be confirmed')).toBeVisible();

  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible();
  await expect(another).toBeHidden();
  await page.getByLabel('Email').fill(newAddress('cy'));
  await page.getByLabel('Password', { exact: true }).fill('a wrong password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(another).toBeVisible();
  await inspect(page, 'sign-in-refused-phone');
  await page.route('**/api/auth/send-verification-email', (route) =>
    route.fulfill({ json: { ok: true } }),
  );
  await another.click();
  await page.getByLabel('Email').fill('cy@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('an account for cy@example.com')).toBeVisible();
  await inspect(page, 'confirm-email-asked-phone');
});

test('the keyboard shortcuts are listed, and a chosen theme is kept', async ({ page, system }) => {
  await signInOn(page, system);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await inspect(page, 'keys');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Admin/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.reload();

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the page and its files need no sign-in, and unknown paths answer 404', async ({
  request,
}) => {
  const page = await request.get('/rules', { headers: { accept: 'text/html' } });
  const html = await page.text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  const file = await request.get(script, { headers: { 'accept-encoding': 'br' } });
  const again = await request.get(script, {
    headers: { 'if-none-match': file.headers()['etag'] ?? '' },
  });
  const head = await request.head(script);
  const missing = await request.get('/assets/nothing.js');
  const program = await request.get('/nothing', { headers: { accept: 'application/json' } });

  expect(page.headers()).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("script-src 'self';"),
    'x-content-type-options': 'nosniff',
  });
  expect(html).not.toContain('__CSP_NONCE__');
  expect(file.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
  expect([again.status(), head.status()]).toEqual([304, 200]);
  expect([missing.status(), program.status()]).toEqual([404, 404]);
  expect(await program.json()).toMatchObject({ code: 'NOT_FOUND' });
});
