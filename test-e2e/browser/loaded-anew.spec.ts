import type { Page } from '@playwright/test';

import { awaitVerdict, submit } from '../harness/outputs.ts';
import { expect, inspect, refuse, signInOn, test } from './browser-test.ts';

/** Has the page load what it shows anew, as it does where the network was away for a while. */
async function loadAnew(page: Page): Promise<void> {
  await page.clock.fastForward('01:00');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
}

test('a token that was replaced is shown also where the settings cannot be loaded anew', async ({
  page,
  system,
}) => {
  await signInOn(page, system, '/tokens');
  const replace = page.getByRole('button', { name: 'Replace' });
  await expect(replace).toBeEnabled();
  await refuse(page, '**/api/settings');
  await replace.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();

  await expect(page.getByText('This is shown only once')).toBeVisible();
  await expect(page.getByRole('dialog').locator('code')).toHaveText(/^wh-/);
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByRole('alert')).toHaveText(/Too many requests/);
  await expect(replace).toBeVisible();
  await inspect(page, 'tokens-stale');
});

test('a task that is being named stays where the tasks cannot be loaded anew', async ({
  page,
  system,
}) => {
  const { id } = await submit(system.automation, { project: 'Letters', output: 'Dear Ada' });
  await awaitVerdict(system.automation, id);
  await page.clock.install();
  await signInOn(page, system, '/projects');
  await page.getByRole('button', { name: /^Letters/ }).click();
  const name = page.getByLabel('New task');
  await name.fill('rep');
  await refuse(page, '**/api/projects/*/tasks');
  await loadAnew(page);

  await expect(page.getByRole('alert')).toHaveText(/Too many requests/);
  await expect(name).toHaveValue('rep');
  await inspect(page, 'tasks-stale');
});
