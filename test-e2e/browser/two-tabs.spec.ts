import type { Page } from '@playwright/test';

import { signIn } from '../harness/client.ts';
import { uniqueName } from '../harness/outputs.ts';
import { joinAs, makeAutomation, newAddress, PASSWORD, signUp } from '../harness/people.ts';
import type { System } from '../harness/system.ts';
import { expect, inspect, signInOn, test } from './browser-test.ts';
import {
  decisionOf,
  holdDecisions,
  holderOf,
  markPage,
  openQueue,
  seedQueue,
  textOf,
} from './queue-steps.ts';

/** A person in two workspaces that have waiting outputs with the same ID. */
async function seedBoth(system: System) {
  const [acme, bens] = [uniqueName('Acme'), uniqueName('Bens')];
  const email = newAddress('ben');
  const ann = await signUp(system, { email: newAddress('ann'), workspaceName: acme });
  const ben = await signUp(system, { email, workspaceName: bens });
  const automations = [await makeAutomation(system, ann), await makeAutomation(system, ben)];
  const invited = await ann.post('/api/members/invitations', { role: 'reviewer' });
  const joined = await signIn(system.url, email, PASSWORD);
  await joined.post(`/api/invitations/${String(invited.body['token'])}/accept`);
  const id = uniqueName('same').replace(' ', '-');
  for (const [index, automation] of automations.entries()) {
    await seedQueue({ automation }, [index === 0 ? 'Of Acme' : 'Of Ben'], { id });
  }
  const decisions = () => Promise.all(automations.map((automation) => decisionOf(automation, id)));
  return { acme, bens, person: { email, password: PASSWORD }, decisions };
}

async function chooseWorkspace(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Somebody' }).click();
  await page.getByRole('menuitemradio', { name }).click();
}

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'You are in another workspace' });

test('a decision never lands in a workspace that another tab switched to, and is sent when its page is back', async ({
  page,
  system,
}) => {
  const { acme, bens, person, decisions } = await seedBoth(system);
  const send = await holdDecisions(page);
  await signInOn(page, person);
  await chooseWorkspace(page, acme);
  await expect(textOf(page)).toHaveText('Of Acme');
  const stayed = await markPage(page);
  await page.keyboard.press('a');

  const second = await page.context().newPage();
  await second.goto('/');
  await chooseWorkspace(second, bens);
  await expect(textOf(second)).toHaveText('Of Ben');
  await send();

  await expect(dialogOf(page)).toBeVisible();
  await inspect(page, 'another-workspace');
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'another-workspace-phone');
  expect(await decisions()).toEqual([null, null]);
  await page.getByRole('button', { name: `Back to ${acme}` }).click();
  await expect.poll(decisions).toEqual(['approved', null]);
  await expect(dialogOf(page)).toBeHidden();
  await stayed();
  // Now the other page belongs to the workspace that was left.
  await expect(dialogOf(second)).toBeVisible();
  await second.getByRole('button', { name: 'Go to the other workspace' }).click();
  await expect(second.getByText('No outputs waiting')).toBeVisible();
});

test('a decision is not sent as another person who signed in from another tab', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One']);
  const [one] = ids as [string];
  const ben = await joinAs(system, 'reviewer');
  const send = await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  // Otherwise, the other person would claim it.
  await expect.poll(() => holderOf(system, one)).toBe(system.email);
  await page.keyboard.press('a');
  await signInOn(await page.context().newPage(), ben);
  await send();

  const dialog = page.getByRole('dialog', { name: 'Someone else is signed in' });
  await expect(dialog).toBeVisible();
  await inspect(page, 'somebody-else');
  expect(await decisionOf(system.automation, one)).toBeNull();
  await dialog.getByRole('button', { name: 'Go to their queue' }).click();
  await expect(page.getByRole('button', { name: 'reviewer' })).toBeVisible();

  await signInOn(page, system);
  await expect.poll(() => decisionOf(system.automation, one)).toBe('approved');
  const { body } = await system.automation.get(`/api/logs/${one}`);
  expect(body['decisions']).toMatchObject([{ by: system.email }]);
});

test('a decision is not sent as another person when its page is left', async ({ page, system }) => {
  const { project, ids } = await seedQueue(system, ['One']);
  const [one] = ids as [string];
  const ben = await joinAs(system, 'reviewer');
  await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  await expect.poll(() => holderOf(system, one)).toBe(system.email);
  await page.keyboard.press('a');
  await signInOn(await page.context().newPage(), ben, '/account');
  // A claim would keep the other person from deciding.
  const admin = await system.signIn();
  expect((await admin.delete(`/api/logs/${one}/claim`)).status).toBe(200);
  await page.goto('about:blank');

  await signInOn(page, system);
  await expect.poll(() => decisionOf(system.automation, one)).toBe('approved');
  const { body } = await system.automation.get(`/api/logs/${one}`);
  expect(body['decisions']).toMatchObject([{ by: system.email }]);
});

test('a page that is loaded anew after an outage does not become that of a person who signed in meanwhile', async ({
  page,
  system,
}) => {
  const ben = await joinAs(system, 'reviewer');
  await signInOn(page, system, '/account');
  await signInOn(await page.context().newPage(), ben, '/account');
  let isAway = true;
  await page.route('**/api/**', (route) =>
    isAway ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.getByRole('link', { name: /^Queue/ }).click();
  await expect(page.getByText('The service cannot be reached. Your work is kept')).toBeVisible();
  isAway = false;

  await expect(page.getByRole('dialog', { name: 'Someone else is signed in' })).toBeVisible();
});

test('a page shows no data of a workspace that another tab switched to', async ({
  page,
  system,
}) => {
  const { acme, bens, person } = await seedBoth(system);
  await signInOn(page, person);
  await chooseWorkspace(page, acme);
  await expect(textOf(page)).toHaveText('Of Acme');

  const second = await page.context().newPage();
  await second.goto('/');
  await chooseWorkspace(second, bens);
  await expect(textOf(second)).toHaveText('Of Ben');

  // The end of its event stream tells the page, without any action on it.
  await expect(dialogOf(page)).toBeVisible();
  await expect(page.getByText('Of Acme').first()).toBeVisible();
  await expect(page.getByText('Of Ben')).toHaveCount(0);
});

test('a page shows no data of another person who signed in from another tab', async ({
  page,
  system,
}) => {
  const ben = await joinAs(system, 'reviewer');
  await signInOn(page, system, '/account');
  await signInOn(await page.context().newPage(), ben, '/account');

  await page.getByRole('link', { name: 'Rules', exact: true }).click();

  const dialog = page.getByRole('dialog', { name: 'Someone else is signed in' });
  await expect(dialog).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No rules yet' })).toHaveCount(0);
});

test('a held decision is sent before the workspace is switched', async ({ page, system }) => {
  const { acme, bens, person, decisions } = await seedBoth(system);
  await holdDecisions(page);
  await signInOn(page, person);
  await chooseWorkspace(page, acme);
  await expect(textOf(page)).toHaveText('Of Acme');

  await page.keyboard.press('r');
  await chooseWorkspace(page, bens);

  await expect(textOf(page)).toHaveText('Of Ben');
  expect(await decisions()).toEqual(['rejected', null]);
});

test('text typed for an output is kept, and not shown for an output with the same ID in another workspace', async ({
  page,
  system,
}) => {
  const { acme, bens, person } = await seedBoth(system);
  const comment = page.getByPlaceholder('Comment (optional)');
  const corrected = page.getByLabel('Corrected output');
  const edit = page
    .getByRole('group', { name: 'Decision' })
    .getByRole('button', { name: 'Correct' });
  await signInOn(page, person);
  await chooseWorkspace(page, acme);
  await expect(textOf(page)).toHaveText('Of Acme');
  await comment.fill('Ask Ada first.');
  await edit.click();
  await corrected.fill('Corrected at Acme');
  await page.keyboard.press('Escape');

  await chooseWorkspace(page, bens);
  await expect(textOf(page)).toHaveText('Of Ben');
  await expect(comment).toHaveValue('');
  await edit.click();
  await expect(corrected).toHaveText('Of Ben');
  await page.keyboard.press('Escape');

  await chooseWorkspace(page, acme);
  await expect(textOf(page)).toHaveText('Of Acme');
  await expect(comment).toHaveValue('Ask Ada first.');
  await edit.click();
  await expect(corrected).toHaveText('Corrected at Acme');
});
