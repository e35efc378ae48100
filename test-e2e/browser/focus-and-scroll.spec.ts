import type { Locator, Page } from '@playwright/test';

import { uniqueName } from '../harness/outputs.ts';
import { joinAs } from '../harness/people.ts';
import { expect, hold, signInOn, test } from './browser-test.ts';
import { seedQueue } from './queue-steps.ts';

const scrollTop = (page: Page) => page.evaluate(`document.querySelector('#main').scrollTop`);
const toEnd = (page: Page) =>
  page.evaluate(`document.querySelector('#main').scrollTo({ top: 1e6 })`);

test('the next page of a list, and another page, start at their top; Back restores the position', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  for (let n = 0; n < 85; n += 1)
    await admin.post('/api/projects', { name: uniqueName('Letters') });
  await signInOn(page, system, '/audit');
  await page.getByRole('button', { name: 'Next' }).scrollIntoViewIfNeeded();
  await toEnd(page);
  const before = await scrollTop(page);
  expect(before).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByText('51–')).toBeAttached();
  await expect.poll(() => scrollTop(page)).toBe(0);
  await page.goBack();
  await expect(page.getByText('1–50 of')).toBeAttached();
  await expect.poll(() => scrollTop(page)).toBe(before);
});

test('on a wide screen, the page scrolls and the window does not', async ({ page, system }) => {
  await seedQueue(system, ['One']);
  await page.setViewportSize({ width: 1366, height: 600 });
  await signInOn(page, system, '/overview');
  await expect(page.getByRole('table', { name: 'By project' })).toBeAttached();
  await toEnd(page);
  expect(await page.evaluate('document.documentElement.scrollHeight - innerHeight')).toBe(0);
});

test('the focus stays in the page after a row was removed', async ({ page, system }) => {
  const admin = await system.signIn();
  await admin.post('/api/tokens', { name: 'Support bot', scopes: ['read'] });
  await signInOn(page, system, '/tokens');
  await page.getByRole('button', { name: 'Revoke Support bot' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).press('Enter');
  await expect(page.getByText('No named tokens yet')).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
});

test('the focus stays in the page after a row was removed without a question', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  await admin.post('/api/members/invitations', { role: 'viewer', email: 'bo@example.com' });
  await signInOn(page, system, '/members');
  const revoke = page.getByRole('button', { name: 'bo@example.com' });
  const goOn = await hold(page, '**/api/members/invitations/*');
  await revoke.press('Enter');
  await expect(revoke).toBeDisabled();
  await expect(revoke).toBeFocused();
  goOn();
  await expect(revoke).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('a button keeps the focus while it works', async ({ page, system }) => {
  const { ids } = await seedQueue(system, ['One']);
  const ben = await joinAs(system, 'reviewer');
  await signInOn(page, ben, `/outputs/${ids[0]}`);
  const goOn = await hold(page, '**/assignee');
  const assign = page.getByRole('button', { name: 'Assign to me' });
  await assign.press('Enter');
  await expect(assign).toBeDisabled();
  await expect(assign).toBeFocused();
  await page.keyboard.press('Enter');
  goOn();
  await expect(page.getByRole('button', { name: 'Give back' })).toBeFocused();
});

test('controls that save at once keep the focus, and refuse changes until they are saved', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  await admin.post('/api/rules', { name: 'Tone', type: 'keyword_forbidden', value: 'promise' });
  const { ids } = await seedQueue(system, ['One']);
  await signInOn(page, system);
  const expectKept = async (path: string, control: Locator, press: () => Promise<unknown>) => {
    const goOn = await hold(page, '**/api/**', 'PATCH');
    await page.goto(path);
    await control.focus();
    await press();
    await expect(control).toBeDisabled();
    await expect(control).toBeFocused();
    goOn();
    await expect(control).toBeEnabled();
    await expect(control).toBeFocused();
    await page.unrouteAll({ behavior: 'wait' });
  };
  const deadlines = page.getByLabel('Let deadlines approve');
  await expectKept('/settings', deadlines, async () => {
    await deadlines.press('Space');
    await expect(deadlines).toBeDisabled();
    await deadlines.press('Space');
  });
  await expect(deadlines).toBeChecked();
  const assignee = page.getByRole('combobox', { name: 'Assigned to' });
  await expectKept(`/outputs/${ids[0]}`, assignee, () =>
    assignee.selectOption({ label: 'Somebody' }),
  );
  const mode = page.getByLabel('Mode of Tone');
  await expectKept('/rules', mode, () => mode.selectOption('off'));
  await expect(mode).toHaveValue('off');
});

test('a page that opens is announced, shows that it loads, and gets a focus that its link had', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  await admin.post('/api/rules', { name: 'Tone', type: 'keyword_forbidden', value: 'promise' });
  await signInOn(page, system, '/rules');
  const announced = page.getByRole('status').filter({ hasText: 'Output Review' });
  await expect(page.getByRole('link', { name: 'Backtests' })).toBeVisible();
  await expect(announced).toHaveCount(0);
  const goOn = await hold(page, '**/assets/*.js');
  await page.getByRole('link', { name: 'Backtests' }).press('Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Loading…' })).toBeAttached();
  goOn();
  await expect(page.getByRole('heading', { name: 'Backtests', level: 1 })).toBeVisible();
  await expect(announced).toHaveText('Backtests · Output Review');
  await expect(page.getByRole('main')).toBeFocused();

  const menu = page.getByRole('navigation', { name: 'Pages' });
  const members = menu.getByRole('link', { name: 'Members' });
  await members.press('Enter');
  await expect(announced).toHaveText('Members · Output Review');
  await expect(members).toBeFocused();
});
