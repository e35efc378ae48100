import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { expect, inspect, signInOn, test } from './browser-test.ts';
import { typeOnAfter } from './queue-steps.ts';

// More than one API page, so that the list must load more.
const OUTPUTS = 60;

test('filters, order and columns are in the URL, and can be saved as a view', async ({
  page,
  system,
}) => {
  const project = uniqueName('Replies');
  const post = (index: number) =>
    submit(system.automation, {
      project,
      output: `Reply ${index}`,
      latencyMs: index,
      tags: ['eu'],
    });
  const sent = await Promise.all(Array.from({ length: OUTPUTS }, (_, index) => post(index)));
  await Promise.all(sent.map(({ id }) => awaitVerdict(system.automation, id)));
  await signInOn(page, system);

  await page.getByRole('link', { name: 'Outputs' }).click();
  // The queue has a field with the same label.
  await expect(page.getByRole('heading', { level: 1, name: 'Outputs' })).toBeVisible();
  const lastColumn = page.getByRole('columnheader', { name: 'Model' });
  await expect(lastColumn).toBeInViewport({ ratio: 1 });
  await inspect(page, 'outputs');
  await page.getByLabel('Project', { exact: true }).selectOption(project);
  await page.getByRole('button', { name: 'More filters' }).click();
  await page.getByLabel('Tags').fill('eu');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Latency' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('columnheader', { name: 'Latency' }).getByRole('button').click();

  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(OUTPUTS + 1));
  await expect(rowOf(page, 2)).toContainText('59 ms');
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByLabel('View name').fill('Slow replies');
  await page.keyboard.press('Enter');
  const view = page.getByRole('link', { name: /Slow replies/ });
  await expect(view).toHaveAttribute('aria-current');
  const all = page.getByRole('link', { name: 'All', exact: true });
  await expect(all).not.toHaveAttribute('aria-current');
  await all.click();
  await view.click();
  await page.reload();
  await expect(view).toHaveAttribute('aria-current');
  await expect(rowOf(page, 2)).toContainText('59 ms');
  await inspect(page, 'search');

  await rowOf(page, 2).hover();
  await expect(async () => {
    await page.mouse.wheel(0, 5_000);
    await expect(rowOf(page, OUTPUTS + 1)).toContainText('0 ms', { timeout: 500 });
  }).toPass();
  // Another order starts with its first row.
  await page.getByRole('columnheader', { name: 'Latency' }).getByRole('button').click();
  await expect(rowOf(page, 2)).toContainText('0 ms');
});

test('an empty workspace blames no filter and shows no rate', async ({ page, system }) => {
  await signInOn(page, system, '/outputs');
  await expect(page.getByRole('heading', { name: 'No outputs yet' })).toBeVisible();
  await expect(page.locator('dl > div').filter({ hasText: 'Pass rate' })).toHaveText('Pass rate–');
  await inspect(page, 'outputs-none');
  await page.getByLabel('Status').selectOption('flagged');
  await expect(page.getByText('No outputs match these filters.')).toBeVisible();
});

test('new outputs are announced, and nothing moves until they are requested', async ({
  page,
  system,
}) => {
  const project = uniqueName('Live');
  const first = await submit(system.automation, { project, output: 'The first' });
  await awaitVerdict(system.automation, first.id);
  await signInOn(
    page,
    system,
    `/outputs?project=${encodeURIComponent(project)}&columns=timestamp,output`,
  );
  await expect(rowOf(page, 2)).toContainText('The first');

  await submit(system.automation, { project, output: 'The second' });
  const news = page.getByRole('button', { name: '1 new output' });
  await expect(news).toBeVisible();
  await expect(rowOf(page, 2)).toContainText('The first');
  await news.click();

  await expect(rowOf(page, 2)).toContainText('The second');
  await expect(rowOf(page, 3)).toContainText('The first');
  await expect(news).toBeHidden();
});

test('a search that failed during an outage runs when the service is back', async ({
  page,
  system,
}) => {
  const project = uniqueName('Away');
  const { id } = await submit(system.automation, { project, output: 'Found in the end' });
  await awaitVerdict(system.automation, id);
  await signInOn(page, system);

  await page.route('**/api/**', (route) => route.abort('connectionrefused'));
  await page.getByRole('link', { name: 'Outputs' }).click();
  const failure = page.getByRole('main').getByText('The service cannot be reached.');
  await expect(failure).toBeVisible();
  await page.unroute('**/api/**');

  await expect(rowOf(page, 2)).toContainText('Found in the end');
  await expect(failure).toHaveCount(0);
});

test('text typed during a search stays and is searched for, and Back restores the previous one', async ({
  page,
  system,
}) => {
  const project = uniqueName('Refunds');
  const { id } = await submit(system.automation, { project, output: 'We refund it.' });
  await awaitVerdict(system.automation, id);
  await typeOnAfter(page, 'refun', 'd');
  await signInOn(page, system, '/outputs');
  const field = page.getByRole('searchbox');
  await field.fill('refun');
  await expect(page).toHaveURL(/[?&]q=refund(&|$)/);
  await expect(field).toHaveValue('refund');

  await page.getByRole('link', { name: 'All', exact: true }).click();
  await expect(field).toHaveValue('');
  await page.goBack();
  await expect(field).toHaveValue('refund');
});

/** A row by its index in the whole table, of which only a part is rendered. */
function rowOf(page: Page, index: number) {
  return page.locator(`[role="row"][aria-rowindex="${index}"]`);
}

test('the filtered outputs are exported with a chosen content and format', async ({
  page,
  system,
}) => {
  const project = uniqueName('Exported');
  const { id } = await submit(system.automation, { project, output: 'Exported.' });
  await submit(system.automation, { project: uniqueName('Other'), output: 'Left out.' });
  await awaitVerdict(system.automation, id);
  await signInOn(page, system);
  await page.goto(`${system.url}/outputs?project=${encodeURIComponent(project)}`);

  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByLabel('Format').selectOption('CSV');
  await inspect(page, 'export');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();

  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^outputs-full-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await download.path(), 'utf8');
  const lines = text.trimEnd().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^id,timestamp,/);
  expect(lines[1]).toMatch(new RegExp(`^${id},`));
  await expect(page.getByRole('dialog')).toBeHidden();
});
