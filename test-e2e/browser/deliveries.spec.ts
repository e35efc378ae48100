import type { Page } from '@playwright/test';
import { startWebhookReceiver, type WebhookReceiver } from '@output-review/runtime/testing';
import { Client as Database } from 'pg';

import type { JsonObject } from '../harness/client.ts';
import { submit, uniqueName } from '../harness/outputs.ts';
import type { EmbeddedSystem } from '../harness/system.ts';
import { expect, inspect, signInOn, test } from './browser-test.ts';

let receiver: WebhookReceiver;

test.beforeEach(async () => {
  receiver = await startWebhookReceiver();
});

test.afterEach(() => receiver[Symbol.asyncDispose]());

// The test triggers the next attempt.
const refuse = (): void => {
  receiver.answer = (response) =>
    response.writeHead(500, { 'retry-after': '3600' }).end('Out of paper.');
};
const accept = (): void => {
  receiver.answer = (response) => response.writeHead(204).end();
};

const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: receiver.url });

async function choose(page: Page, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions: Subscription: ${receiver.url}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Subscribes on the destinations page, to passed outputs only. */
async function subscribe(page: Page): Promise<void> {
  await page.goto('/destinations');
  await page.getByRole('button', { name: 'New subscription' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('URL').fill('http://10.0.0.1/');
  await dialog.getByRole('button', { name: 'Subscribe' }).click();
  await expect(dialog.getByLabel('URL')).toHaveAttribute('aria-invalid', 'true');
  const sign = dialog.getByRole('alert').filter({ hasText: 'Must begin with' }).locator('svg');
  // The icon keeps its size next to two lines.
  expect(await sign.boundingBox()).toMatchObject({ width: 13, height: 13 });
  await inspect(page, 'destination-new');
  await dialog.getByLabel('URL').fill(receiver.url);
  for (const event of await dialog.getByRole('checkbox').all()) await event.uncheck();
  await dialog.getByLabel('Passed').check();
  await dialog.getByRole('button', { name: 'Subscribe' }).click();
  await expect(dialog.locator('code')).toContainText('whsec_');
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(rowOf(page)).toContainText('On');
}

/** Reloads the page once the destination is in a state, since the list of destinations does not poll. */
async function reloadOnce(page: Page, system: EmbeddedSystem, state: JsonObject): Promise<void> {
  const admin = await system.signIn();
  const destinations = async () => (await admin.get('/api/destinations')).body['items'];
  const expected = expect.objectContaining({ address: receiver.url, ...state });
  await expect.poll(destinations).toContainEqual(expected);
  await page.reload();
}

/** Pretends that all deliveries failed for days; the next failure switches the destination off. */
async function failForDays({ embedded }: EmbeddedSystem, days: number): Promise<void> {
  const database = new Database({ connectionString: embedded.databaseUrlOf('review') });
  await database.connect();
  await database.query(
    `UPDATE review.destinations SET last_failed_at = now() - interval '1 hour',
       failing_since = now() - make_interval(days => $1)
     WHERE failing_since IS NOT NULL`,
    [days],
  );
  await database.end();
}

test('a subscription is created, tested, given a new secret, and deleted after a confirmation', async ({
  page,
  system,
}) => {
  await signInOn(page, system);
  await subscribe(page);
  refuse();

  await choose(page, 'Send test event');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByRole('dialog')).toContainText('Test event not delivered');
  await expect(page.getByRole('dialog')).toContainText('Out of paper.');
  await inspect(page, 'destination-test');
  accept();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByRole('dialog')).toContainText('Test event delivered');
  await page.getByRole('dialog').getByText('Close', { exact: true }).click();

  await choose(page, 'Rotate secret');
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await expect(page.getByRole('dialog').locator('code')).toContainText('whsec_');
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await choose(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  // While the dialog is open, rows cannot be found by role.
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(rowOf(page)).toHaveCount(0);
});

test('a failed delivery shows its response, is resent, and is linked from its output', async ({
  page,
  system,
}) => {
  refuse();
  const { id } = await submit(system.automation, {
    ...{ project: uniqueName('Letters'), output: 'Dear Ada' },
    ...{ callbackUrl: receiver.url, callbackEvents: 'pass' },
  });
  const admin = await system.signIn();
  const delivered = async () => (await admin.get(`/api/deliveries?logId=${id}`)).text;
  await expect.poll(delivered).toContain('retrying');
  await signInOn(page, system, `/outputs/${id}`);
  await page.getByRole('link', { name: 'Delivery failed' }).click();

  await expect(page).toHaveURL(new RegExp(`/deliveries\\?logId=`));
  const row = page.getByRole('row').filter({ hasText: id });
  await expect(row).toContainText('Retrying');
  await expect(row).toContainText('500');
  await page.getByLabel('State').selectOption('Failed');
  await expect(page.getByText('No deliveries found')).toBeVisible();
  await page.goBack();
  await inspect(page, 'deliveries');
  await row.getByRole('link', { name: 'Passed' }).click();
  await expect(page.getByText('Out of paper.').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Payload' })).toContainText('Dear Ada');
  await inspect(page, 'delivery');

  // Data loaded before does not include later deliveries.
  await page.getByRole('link', { name: id }).click();
  await expect(page.getByRole('link', { name: 'Delivery failed' })).toBeVisible();
  await page.goBack();
  accept();
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('The destination accepted it.')).toBeVisible();
  await expect(page.getByText('Response: 204')).toBeVisible();
  await page.getByRole('link', { name: id }).click();
  await expect(page.getByRole('link', { name: 'Delivered' })).toBeVisible();
});

test('a destination switched off for failures says so, and is switched on again', async ({
  page,
  system,
}) => {
  refuse();
  await signInOn(page, system);
  await subscribe(page);
  const output = { project: uniqueName('Letters'), output: 'Dear Ada' };
  await submit(system.automation, output);
  await reloadOnce(page, system, { endedReason: null, failingSince: expect.any(String) });
  await expect(rowOf(page)).toContainText('Failing');
  await failForDays(system, 6);
  await submit(system.automation, output);

  await reloadOnce(page, system, { endedReason: 'failing' });
  await expect(rowOf(page)).toContainText('Switched off');
  await expect(rowOf(page)).toContainText(/after failures since \d+ \w+ \d{4}, \d\d:\d\d/);
  await inspect(page, 'destinations');
  await page.goto('/rules');
  const banner = page.getByRole('status').filter({ hasText: /switched off/ });
  await expect(banner).toBeVisible();
  await inspect(page, 'switched-off');
  await banner.getByRole('link', { name: 'View destinations' }).click();
  accept();
  await choose(page, 'Switch on again');
  await inspect(page, 'destination-replay');
  await page.getByRole('button', { name: 'Switch on', exact: true }).click();
  await expect(page.getByText(/being resent$/)).toBeVisible();
  await expect(banner).toHaveCount(0);

  await expect(rowOf(page).getByText('On', { exact: true })).toBeVisible();
  await expect.poll(() => receiver.calls.at(-1)?.body).toMatchObject({ event: 'pass' });
  await expect(rowOf(page)).toContainText('now');
});
