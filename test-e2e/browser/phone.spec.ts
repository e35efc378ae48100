import type { Page } from '@playwright/test';

import { newAddress, PASSWORD, signUp } from '../harness/people.ts';
import type { System } from '../harness/system.ts';
import {
  expect,
  expectNoSideways,
  expectTableFits,
  inspect,
  PAINTED,
  signInOn,
  test,
} from './browser-test.ts';
import { holdDecisions, openQueue, rowsOf, seedQueue, textOf } from './queue-steps.ts';

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1360, height: 850 };

test('the queue renders only the visible rows on a phone too', async ({ page, system }) => {
  const texts = Array.from({ length: 45 }, (_, index) => `Answer ${index}`);
  const { project } = await seedQueue(system, texts);
  await openQueue(page, system, project);
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('link', { name: 'Waiting 45' })).toBeVisible();
  await expect(rowsOf(page).first()).toContainText('Answer 0');
  await expect.poll(() => rowsOf(page).count()).toBeLessThan(30);
  await inspect(page, 'queue-many-phone');
  await rowsOf(page).first().hover();
  await expect(async () => {
    await page.mouse.wheel(0, 10_000);
    await expect(rowsOf(page).last()).toContainText('Answer 44', { timeout: 500 });
  }).toPass();
});

test('the toast of a decision leaves the buttons for the next one free on a phone', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['One', 'Two', 'Three']);
  // The toast stays as long.
  await holdDecisions(page);
  await openQueue(page, system, project);
  await page.setViewportSize(PHONE);
  await rowsOf(page).first().getByRole('button').click();
  for (const text of ['One', 'Two']) {
    await expect(textOf(page)).toHaveText(text);
    await page.getByRole('button', { name: /^Approve/ }).click();
  }
  await expect(textOf(page)).toHaveText('Three');
  const toast = await page.getByRole('log').getByText('Approved').boundingBox();
  const bar = await page.getByRole('group', { name: 'Decision' }).boundingBox();
  expect(toast?.y).toBeLessThan((bar?.y ?? 0) - (toast?.height ?? 0));
  await inspect(page, 'queue-decided-phone');
});

async function openOnPhone(page: Page, person: Pick<System, 'email' | 'password'>): Promise<void> {
  await signInOn(page, person, '/rules');
  await page.setViewportSize(PHONE);
}

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true });
const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

test('closing the menu returns the focus, and a screen that becomes wide closes it', async ({
  page,
  system,
}) => {
  await openOnPhone(page, system);
  await menuButton(page).press('Enter');
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menuButton(page)).toBeFocused();

  await menuButton(page).click();
  await expect(menu(page)).toBeVisible();
  await page.setViewportSize(WIDE);
  await page.getByRole('link', { name: 'Projects' }).click();
  await expect(page).toHaveURL(/\/projects$/);
  await page.setViewportSize(PHONE);
  await expect(menuButton(page)).toBeVisible();
  await expect(menu(page)).toHaveCount(0);
});

test('a menu with long names fits a phone', async ({ page, system }) => {
  const ann = { email: newAddress('ann'), workspaceName: 'Endless'.repeat(28) };
  const invitation = await (
    await signUp(system, ann)
  ).post('/api/members/invitations', { role: 'reviewer' });
  const admin = await system.signIn();
  await admin.post(`/api/invitations/${String(invitation.body['token'])}/accept`);
  await openOnPhone(page, system);
  await menuButton(page).click();
  await menu(page)
    .getByRole('button', { name: /Somebody/ })
    .click();
  const box = await page.getByRole('menu').boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(PHONE.width);
  await expectNoSideways(page);
});

test('a choice at the bottom of the overview keeps the position', async ({ page, system }) => {
  const { ids } = await seedQueue(system, ['One']);
  await system.automation.patch(`/api/logs/${ids[0]}/decision`, { decision: 'approved' });
  await signInOn(page, system, '/overview');
  await page.setViewportSize(PHONE);
  const choice = page.getByRole('combobox', { name: 'Group by' });
  await choice.scrollIntoViewIfNeeded();
  const top = () => page.evaluate<number>('scrollY');
  expect(await top()).toBeGreaterThan(0);
  await choice.selectOption('By model');
  await expect(page).toHaveURL(/by=model/);
  await expect(page.getByRole('columnheader', { name: 'Model' })).toBeVisible();
  expect(await top()).toBeGreaterThan(0);
});

test('the list of rules counts nothing that a phone does not show', async ({ page, system }) => {
  const admin = await system.signIn();
  await admin.post('/api/rules', { name: 'Tone', type: 'keyword_forbidden', value: 'promise' });
  const counted: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('ruleId=')) counted.push(request.url());
  });
  await signInOn(page, system, '/overview');
  await page.setViewportSize(PHONE);
  await menuButton(page).click();
  await menu(page).getByRole('link', { name: 'Rules', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Tone', exact: true })).toBeVisible();
  // A shown row would have sent its requests by then.
  await page.evaluate(PAINTED);
  expect(counted).toEqual([]);
  await page.setViewportSize(WIDE);
  await expect.poll(() => counted.length).toBe(3);
});

test('long names of members, tokens and instructions wrap in their tables', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  const long = 'Endless'.repeat(28);
  const { body: invited } = await admin.post('/api/members/invitations', { role: 'reviewer' });
  await system.stranger.post(`/api/invitations/${String(invited['token'])}/accept`, {
    ...{ name: long, email: newAddress('long'), password: PASSWORD },
  });
  await admin.post('/api/tokens', { name: long, scopes: ['read'] });
  const names = { project: long, task: long };
  await admin.post('/api/instructions/versions', {
    ...{ ...names, content: 'Be kind.', baseVersion: 0, teachComment: long },
  });
  await openOnPhone(page, system);
  for (const path of ['/members', '/tokens', '/instructions']) {
    await page.goto(path);
    await expect(page.getByRole('row').filter({ hasText: long })).toBeVisible();
    await expectTableFits(page);
    await inspect(page, `long-names-phone-${path.slice(1)}`);
  }
  await page.goto(`/instructions/document?${new URLSearchParams(names).toString()}`);
  const versions = page.getByRole('table', { name: 'Versions' });
  await expect(versions).toContainText('No outputs yet');
  await expectTableFits(page);
  await versions.scrollIntoViewIfNeeded();
  await inspect(page, 'versions-phone');
});

test('a tablet shows the list or an output, whose project and buttons fit', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['One', 'Two']);
  await openQueue(page, system, project);
  await page.setViewportSize({ width: 768, height: 1024 });
  await rowsOf(page).first().getByRole('button').click();
  await expect(textOf(page)).toHaveText('One');
  await expect(rowsOf(page)).toHaveCount(0);
  const heading = page.getByRole('heading', { name: `${project} / reply` });
  await expect.poll(async () => (await heading.boundingBox())?.width).toBeGreaterThan(150);
  const bar = await page.getByRole('group', { name: 'Decision' }).boundingBox();
  expect(bar?.height).toBeLessThan(100);
  await inspect(page, 'queue-output-tablet');
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
  await inspect(page, 'queue-tablet');
});

test('where only the list is shown, no output is claimed or decided unseen', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  await openQueue(page, system, project);
  await page.setViewportSize(PHONE);
  await page.goto('/audit');
  const changed: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') changed.push(new URL(request.url()).pathname);
  });
  await page.goto('/');
  await expect(rowsOf(page)).toHaveCount(2);
  await page.keyboard.press('a');
  await rowsOf(page).nth(1).getByRole('button').click();
  await expect(textOf(page)).toHaveText('Two');
  await expect.poll(() => changed).toContain(`/api/logs/${ids[1]}/claim`);
  expect(changed.filter((path) => path !== `/api/logs/${ids[1]}/claim`)).toEqual([]);
});
