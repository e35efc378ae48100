import { setTimeout as delay } from 'node:timers/promises';

import type { Page } from '@playwright/test';

import type { Client } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, PASSWORD, signUp } from '../harness/people.ts';
import {
  expect,
  expectTableFits,
  inspect,
  NARROW,
  pressAfterG,
  refuse,
  signInOn,
  test,
} from './browser-test.ts';

const FLAGGED = 2;
const PASSED = 3;

test('the overview updates live, and each figure links to its outputs', async ({
  page,
  system,
}) => {
  const email = newAddress('manager');
  const admin = await signUp(system, { email, workspaceName: uniqueName('Overview') });
  const automation = await makeAutomation(system, admin);
  await page.clock.install();
  await signInOn(page, { email, password: PASSWORD }, '/overview');
  await expect(page.getByRole('heading', { name: 'Nothing to show yet' })).toBeVisible();
  await expect(page.getByText(/^Since .+, \d\d:00 (CEST|CET|GMT\+[12])$/)).toBeVisible();
  await inspect(page, 'overview-empty');

  const { project, other } = await fill(automation, admin);

  // Without a page reload.
  await expectSoon(page, (soon) =>
    expect(figure(page, 'Outputs')).toHaveAccessibleName(`Outputs: ${FLAGGED + PASSED + 1}`, soon),
  );
  await expect(figure(page, 'Flagged')).toHaveAccessibleName(`Flagged: ${FLAGGED}`);
  await expect(figure(page, 'Pass rate')).toHaveAccessibleName('Pass rate: 66.7%');
  await expect(figure(page, 'Waiting now')).toHaveAccessibleName('Waiting now: 1');
  // The time when it came in, not the timestamp that the automation sent.
  const glance = page.getByRole('region', { name: 'At a glance' });
  await expect(glance).toContainText(/Oldest came in (just now|\d+ min)/);
  const row = page.getByRole('row').filter({ hasText: project });
  await expect(row.getByRole('cell').nth(1)).toHaveText(String(FLAGGED + PASSED));
  await expect(row.getByRole('cell').nth(6)).not.toHaveText('–');
  await expect(row.getByRole('cell').nth(7)).toHaveText('$1.25');
  await expect(page.getByRole('table').getByRole('row').nth(1)).toContainText(project);
  await expect(page.getByText('90% within', { exact: true })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: '90% decided within' })).toBeVisible();
  await inspect(page, 'overview');
  await page.setViewportSize(NARROW);
  await expectTableFits(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('row').filter({ hasText: 'Output cost $1.25' })).toBeVisible();
  await row.scrollIntoViewIfNeeded();
  await inspect(page, 'overview-breakdown-phone');
  await page.setViewportSize({ width: 1360, height: 850 });

  // A project created while the page is open is shown by name.
  const later = uniqueName('Later');
  await submit(automation, { project: later, output: 'Good evening!' });
  await expectSoon(page, (soon) =>
    expect(page.getByRole('link', { name: later, exact: true })).toBeVisible(soon),
  );

  await row.getByRole('link', { name: `${FLAGGED} flagged in ${project}` }).click();
  await expect(page.getByRole('table', { name: 'Outputs' })).toHaveAttribute(
    'aria-rowcount',
    String(FLAGGED + 1),
  );
  await page.goBack();
  await page.getByRole('link', { name: other, exact: true }).click();
  await expect(page.getByRole('table', { name: 'Outputs' })).toHaveAttribute('aria-rowcount', '2');
});

test('data that failed to load is not shown as empty or deleted', async ({ page, system }) => {
  const project = uniqueName('Greetings');
  const { id } = await submit(system.automation, { project, task: 'reply', output: 'Hello!' });
  await awaitVerdict(system.automation, id);
  const paths = ['**/api/queue', '**/api/projects'];
  for (const path of paths) await refuse(page, path);
  for (const by of ['project', 'task']) {
    const refused = Promise.all(paths.map((path) => page.waitForResponse(path)));
    await signInOn(page, system, `/overview?by=${by}`);
    await refused;
    await expect(page.getByRole('row').getByRole('cell').first()).toHaveText('…');
    await expect(page.getByText('Waiting now')).toBeVisible();
    await expect(page.getByText('The queue is empty')).toHaveCount(0);
    await expect(page.getByText('Deleted', { exact: true })).toHaveCount(0);
  }
});

const HOUR_MS = 3_600_000;
const ROOM_MS = 90_000;

/** The test opens the last hour on several pages, so that hour must not end meanwhile. */
async function awaitRoomInHour(): Promise<void> {
  const leftMs = HOUR_MS - (Date.now() % HOUR_MS);
  if (leftMs > ROOM_MS) return;
  test.setTimeout(2 * ROOM_MS + leftMs);
  await delay(leftMs);
}

test('the view is in the URL, and charts can be read and followed by keyboard', async ({
  page,
  system,
}) => {
  await awaitRoomInHour();
  const project = uniqueName('Keyboard');
  // A prefix of another model's name, which must not match that model's outputs.
  const model = uniqueName('small');
  const { id } = await submit(system.automation, { project, model, output: 'Fine' });
  await submit(system.automation, { project, model: `${model}-2`, output: 'Fine' });
  await awaitVerdict(system.automation, id);
  await signInOn(page, system);
  await pressAfterG(page, 'v');
  await expect(page).toHaveURL(/\/overview$/);
  await page.getByRole('link', { name: '24 hours' }).click();
  await page.getByRole('combobox', { name: 'Group by' }).selectOption('By model');
  await expect(page).toHaveURL(/\/overview\?range=24h&by=model$/);
  await page.reload();
  await expect(page.getByRole('link', { name: '24 hours' })).toHaveAttribute('aria-current');
  await page.getByRole('link', { name: model, exact: true }).click();
  await expect(page.getByRole('table', { name: 'Outputs' })).toHaveAttribute('aria-rowcount', '2');
  await page.goBack();

  const results = page.getByRole('group', { name: 'Outputs by result: chart' });
  const latest = results.getByRole('link');
  await latest.focus();
  await expect(latest).toHaveAccessibleName(/Passed [1-9]/);
  await page.keyboard.press('ArrowLeft');
  await expect(latest).toHaveAccessibleName(/Passed 0, Flagged 0, Error 0/);
  await expect(latest).toBeFocused();
  await page.keyboard.press('End');
  await inspect(page, 'overview-day');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/outputs\?from=.*&to=/);
  await expect(page.getByRole('cell', { name: project }).first()).toBeVisible();

  await page.goBack();
  const looks = page.getByRole('group', { name: 'Outputs by result: view' });
  await looks.getByRole('button', { name: 'Table' }).click();
  const table = page.getByRole('table', { name: 'Outputs by result' });
  await expect(table.getByRole('row')).toHaveCount(25);
  await expect(table.getByRole('row').last().getByRole('cell').nth(1)).not.toHaveText('0');

  await page.getByRole('button', { name: 'Custom range' }).click();
  await page.getByRole('dialog').getByLabel('From').fill('2026-01-01');
  await page.getByRole('dialog').getByLabel('To').fill('2026-01-31');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'No activity in this period' })).toBeVisible();
  await page.getByRole('link', { name: 'Show 30 days' }).click();
  await expect(figure(page, 'Outputs')).toBeVisible();
});

test('axis labels and icons grow with the text size', async ({ page, system }) => {
  const { id } = await submit(system.automation, { project: uniqueName('Big'), output: 'Hello!' });
  await awaitVerdict(system.automation, id);
  await signInOn(page, system, '/overview');
  const label = page.locator('.visx-axis-bottom text').first();
  await expect(label).toHaveCSS('font-size', '11px');
  await page.evaluate(`document.documentElement.style.fontSize = '32px'`);
  await expect(label).toHaveCSS('font-size', '22px');
  const icon = page.getByRole('link', { name: 'Overview' }).locator('svg');
  await expect(icon).toHaveCSS('width', '32px');
  await inspect(page, 'overview-large-text');
});

/** Creates outputs in two projects; one has flagged outputs, and one of these is decided. */
async function fill(automation: Client, reviewer: Client) {
  const [project, other] = [uniqueName('Refunds'), uniqueName('Greetings')];
  await reviewer.post('/api/rules', {
    ...{ name: uniqueName('No guarantees'), type: 'keyword_forbidden', value: 'guaranteed' },
    projectName: project,
  });
  const send = async (body: Readonly<Record<string, unknown>>): Promise<string> => {
    const { id } = await submit(automation, { model: 'small-1', ...body });
    await awaitVerdict(automation, id);
    return id;
  };
  const held: string[] = [];
  for (let n = 0; n < FLAGGED; n += 1) {
    const timestamp = new Date(Date.now() - 2 * HOUR_MS).toISOString();
    const output = 'Your refund is guaranteed.';
    held.push(await send({ project, costUsd: 0.25, output, timestamp }));
  }
  for (let n = 0; n < PASSED; n += 1) {
    await send({ project, costUsd: 0.25, output: 'We look into it.' });
  }
  await send({ project: other, output: 'Good morning!' });
  const decided = await reviewer.patch(`/api/logs/${held[0]}/decision`, { decision: 'approved' });
  expect(decided.status).toBe(200);
  return { project, other };
}

/** Expects statistics, which the page reloads every ten seconds by its clock. Each attempt waits for a response. */
async function expectSoon(
  page: Page,
  expectThem: (soon: { readonly timeout: number }) => Promise<void>,
): Promise<void> {
  await expect(async () => {
    const answered = page.waitForResponse('**/api/stats?*');
    await page.clock.fastForward('00:10');
    await (await answered).finished();
    await expectThem({ timeout: 1_000 });
  }).toPass();
}

/** A headline figure, which links to its outputs. */
function figure(page: Page, name: string) {
  return page.getByRole('region', { name: 'At a glance' }).getByRole('link', { name: `${name}: ` });
}
