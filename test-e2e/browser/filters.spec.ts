import type { Page, Route } from '@playwright/test';

import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { joinAs } from '../harness/people.ts';
import { expect, hold, refuse, signInOn, test } from './browser-test.ts';
import { holderOf, openQueue, rowsOf, seedQueue, textOf } from './queue-steps.ts';

/** Runs steps before the page renders the first one, as on a slow machine. */
async function doAtOnce(page: Page, steps: readonly string[]): Promise<void> {
  await page.evaluate(steps.join(';'));
}

/** Selects an option by its text in a field by its label. */
const choose = (field: string, text: string): string => `{
  const label = [...document.querySelectorAll('label')].find((each) => each.textContent === '${field}');
  const select = document.getElementById(label.htmlFor);
  select.value = [...select.options].find((each) => each.text.includes('${text}')).value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}`;

const press = (role: string, text: string): string =>
  `[...document.querySelectorAll('${role}')].find((each) => each.textContent === '${text}').click()`;

test('queue filters set in quick succession all apply', async ({ page, system }) => {
  const { project } = await seedQueue(system, ['One']);
  const { project: other } = await seedQueue(system, ['Due'], { respondBy: 'PT2H' });
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  await doAtOnce(page, [choose('Project', other), press('button', 'Due soon')]);

  await expect(textOf(page)).toHaveText('Due');
  await expect(page).toHaveURL(/[?&]due=soon/);
  await expect(page.getByLabel('Project').locator('option:checked')).toHaveText(other);
  await expect(rowsOf(page)).toHaveCount(1);
});

test('the open output stays until the rows of another filter are loaded, and none of the former is claimed or selected', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two', 'Three']);
  const { project: other } = await seedQueue(system, ['Elsewhere']);
  await openQueue(page, system, project);
  for (const [key, text] of [
    ['j', 'Two'],
    ['j', 'Three'],
  ] as const) {
    await page.keyboard.press(key);
    await expect(textOf(page)).toHaveText(text);
  }
  await expect.poll(() => holderOf(system, ids[2]!)).toBe(system.email);
  const claimed: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') claimed.push(new URL(request.url()).pathname);
  });
  const goOn = await hold(page, '**/api/logs?*');
  await page.getByLabel('Project').selectOption({ label: other });
  // The count of the lane is not known yet.
  const lane = page.getByRole('navigation', { name: 'Lanes' }).locator('[aria-current]');
  await expect(lane).not.toHaveText(/\d/);
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(textOf(page)).toHaveText('Three');
  await page.keyboard.press('x');
  goOn();

  await expect(textOf(page)).toHaveText('Elsewhere');
  await page.keyboard.press('x');
  await expect(page.getByRole('group', { name: 'Selected outputs' })).toContainText(/^1 selected/);
  await expect.poll(() => claimed).toHaveLength(1);
  expect(claimed).not.toContain(`/api/logs/${ids[0]}/claim`);
});

test('projects that could not be loaded are not missing without a word, and are loaded once the field is focused', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['One']);
  for (const path of ['/', '/outputs']) {
    await refuse(page, '**/api/projects', { times: 1 });
    await signInOn(page, system, path);
    const field = page.getByLabel('Project');
    await expect(field).toHaveAccessibleDescription('Too many requests.');
    await field.focus();
    await expect(field.locator('option', { hasText: project })).toHaveCount(1);
    await expect(field).toHaveAccessibleDescription('');
  }
});

test('a filter set while the next page loads does not navigate back', async ({ page, system }) => {
  const { project } = await seedQueue(system, ['One']);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  const held: Route[] = [];
  await page.route('**/assets/search-page-*.js', (route) => void held.push(route));
  await page.getByRole('link', { name: 'Outputs', exact: true }).click();
  await expect(page).toHaveURL(/\/outputs$/);
  await page.getByRole('button', { name: 'Due soon' }).click();
  await expect.poll(() => held.length).toBeGreaterThan(0);
  for (const route of held) await route.continue();

  await expect(page.getByRole('heading', { name: 'Outputs', level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/outputs$/);
});

test('columns chosen in quick succession are all shown', async ({ page, system }) => {
  const { id } = await submit(system.automation, { project: uniqueName('Orders'), output: 'Fine' });
  await awaitVerdict(system.automation, id);
  await signInOn(page, system, '/outputs');
  await page.getByRole('button', { name: 'Columns' }).click();
  const column = (name: string) => page.getByRole('menuitemcheckbox', { name });
  await expect(column('Tags')).toBeVisible();
  const item = '[role=menuitemcheckbox]';
  await doAtOnce(page, [press(item, 'Latency'), press(item, 'Tags')]);

  for (const name of ['Latency', 'Tags']) await expect(column(name)).toBeChecked();
  await page.keyboard.press('Escape');
  for (const name of ['Latency', 'Tags']) {
    await expect(page.getByRole('columnheader', { name })).toBeVisible();
  }
});

test('delivery filters set in quick succession both apply', async ({ page, system }) => {
  const admin = await system.signIn();
  const url = 'http://127.0.0.1:9/';
  await admin.post('/api/subscriptions', { url, events: ['pass'] });
  await signInOn(page, system, '/deliveries');
  const to = page.getByLabel('Destination');
  await expect(to.locator('option', { hasText: url })).toHaveCount(1);
  const state = page.getByLabel('State');
  await doAtOnce(page, [choose('State', 'Failed'), choose('Destination', url)]);

  await expect(page).toHaveURL(/[?&]destinationId=/);
  await expect(page).toHaveURL(/[?&]state=/);
  await expect(state.locator('option:checked')).toHaveText('Failed');
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page).toHaveURL(/\/deliveries$/);
});

test('each kind of filter in the dialog applies, and a list of values from the URL stays', async ({
  page,
  system,
}) => {
  await signInOn(page, system, '/outputs?labelSource=reviewed%2Cbulk');
  await page.getByRole('button', { name: 'More filters' }).click();
  const dialog = page.getByRole('dialog');
  const field = (label: string) => dialog.getByLabel(label, { exact: true });
  await expect(field('Label source')).toHaveValue('reviewed,bulk');
  await field('Task').fill('reply');
  await field('From').fill('2026-03-05T10:00');
  await field('Sample').selectOption('No');
  await field('Claimed by').fill('none');
  await field('Instructions version').fill('3');
  await dialog.getByRole('button', { name: 'Show outputs' }).click();
  const set = page.getByRole('list', { name: 'Filters' }).getByRole('button');
  await expect(set).toHaveCount(6);
  for (const text of [
    ...['Task: reply', 'From: 5 Mar 2026, 10:00', 'Sample: No'],
    ...['Label source: One by one or In bulk', 'Claimed by: none', 'Instructions version: 3'],
  ]) {
    await expect(page.getByRole('button', { name: `Remove filter ${text}` })).toBeVisible();
  }
});

test('search suggests people of the workspace, and finds outputs claimed by one of them', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  const { email, client: ben } = await joinAs(system, 'reviewer');
  expect((await ben.post(`/api/logs/${ids[1] ?? ''}/claim`)).status).toBe(200);
  await signInOn(page, system);
  await page.goto(`${system.url}/outputs?project=${encodeURIComponent(project)}`);
  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '3');
  await page.getByRole('button', { name: 'More filters' }).click();
  const claimedBy = page.getByLabel('Claimed by');

  const listId = (await claimedBy.getAttribute('list')) ?? '';
  await expect(page.locator(`[id="${listId}"] option[value="${email}"]`)).toHaveCount(1);
  await claimedBy.fill(email);
  await page.getByRole('button', { name: 'Show outputs' }).click();

  await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', '2');
  await expect(page.locator(`a[href*="${ids[1] ?? ''}"]`).first()).toBeVisible();
});
