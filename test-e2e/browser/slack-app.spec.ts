import { SLACK_APP } from '@output-review/runtime/testing';

import { submit } from '../harness/outputs.ts';
import { PASSWORD } from '../harness/people.ts';
import { act, buttonsAbout, linkTokenOf, pressed } from '../harness/slack.ts';
import { expect, inspect, loadedAnew, refuse, signInOn, test } from './browser-test.ts';

test('an admin sets up a Slack app with the shown manifest, and removes it', async ({
  page,
  system,
}) => {
  await signInOn(page, system, '/settings');
  const manifest = page.getByLabel('Manifest of the Slack app');
  const { settings } = JSON.parse((await manifest.textContent()) ?? '') as {
    settings: { interactivity: { request_url: string } };
  };
  expect(settings.interactivity.request_url).toBe(`${system.url}/api/slack/interactions`);
  const fill = async (fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  };
  const form = page.locator('form').filter({ has: page.getByLabel('Signing secret') });
  await fill({
    'Slack workspace': 'T0TEST',
    'Bot token': 'xoxb-1',
    'Signing secret': 'a'.repeat(32),
  });
  await form.getByLabel('App', { exact: true }).fill('A0TEST');
  await form.getByLabel('Channel', { exact: true }).fill('#general');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Must be the ID of a channel, such as C0123ABCD')).toBeVisible();
  await form.scrollIntoViewIfNeeded();
  await inspect(page, 'settings-slack-app');
  await page.setViewportSize({ width: 390, height: 844 });
  await manifest.scrollIntoViewIfNeeded();
  await inspect(page, 'settings-slack-app-phone');
  await page.setViewportSize({ width: 1280, height: 720 });

  await form.getByLabel('Channel', { exact: true }).fill('C0TEST');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('button', { name: 'Remove' })).toBeVisible();
  await expect(form.getByLabel('Bot token')).toHaveValue('');

  // Concurrent changes by others stay, and no secret stays in its field to be sent again.
  const ids = { teamId: 'T0TEST', appId: 'A0TEST', channel: 'C0OTHER' };
  const admin = await system.signIn();
  expect((await admin.patch('/api/settings', { slackApp: ids })).status).toBe(200);
  const secret = form.getByLabel('Signing secret');
  await secret.fill('b'.repeat(32));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(secret).toHaveValue('');
  await expect(form.getByLabel('Channel', { exact: true })).toHaveValue('C0OTHER');
  const { body } = await admin.get('/api/settings');
  expect(body['slackApp']).toMatchObject(ids);
  await page.reload();
  await expect(form.getByLabel('App', { exact: true })).toHaveValue('A0TEST');
  await expect(form.getByLabel('Bot token')).toHaveValue('');
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect(form.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await expect(form.getByLabel('App', { exact: true })).toHaveValue('');
});

test('an email typed to sign in from Slack stays while the session is refetched', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/slack-link#a-token');
  const email = page.getByLabel('Email');
  await email.fill('nora@example.com');
  await loadedAnew(page, '**/api/auth/get-session');
  await expect(email).toHaveValue('nora@example.com');
});

test('a member links their Slack user on a page after the first click in Slack, and unlinks it', async ({
  page,
  system,
  slack,
}) => {
  await signInOn(page, system, '/settings');
  const saved = await page.request.patch('/api/settings', {
    data: { slackApp: SLACK_APP },
    headers: { origin: system.url },
  });
  expect(saved.status()).toBe(200);
  const { id } = await submit(system.automation, {
    ...{ project: 'Letters', output: 'A letter.', requireApproval: true },
  });
  // For an existing output: other tests share the service, and their workspaces have this app too.
  const button = (await buttonsAbout(slack, id))('approve');
  expect((await act(system, pressed('U0ADA', 'approve', button))).status).toBe(200);
  await expect.poll(() => linkTokenOf(slack, 'U0ADA')).not.toBe('');

  await page.context().clearCookies();
  await page.goto(`/slack-link#${linkTokenOf(slack, 'U0ADA')}`);
  await expect(page.getByText('Sign in to choose the account to link.')).toBeVisible();
  await inspect(page, 'slack-link-signed-out');
  await page.getByLabel('Email').fill(system.email);
  await page.getByLabel('Password').fill(PASSWORD);
  await refuse(page, '**/api/slack/link-requests/*', { times: 1 });
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText(`You’re signed in as ${system.email}.`)).toBeVisible();
  await inspect(page, 'slack-link');
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'slack-link-phone');
  await page.getByRole('button', { name: 'Link to my account' }).click();
  await expect(page.getByRole('heading', { name: 'Your Slack user is linked' })).toBeVisible();

  await page.goto('/account');
  const card = page.locator('section').filter({ hasText: 'Linked Slack users' });
  await expect(card.getByText('U0ADA in the Slack workspace T0TEST')).toBeVisible();
  await card.scrollIntoViewIfNeeded();
  await inspect(page, 'account-slack-phone');
  await page.setViewportSize({ width: 1280, height: 720 });
  await card.scrollIntoViewIfNeeded();
  await inspect(page, 'account-slack');
  await card.getByRole('button', { name: 'Unlink u0ada' }).click();
  await expect(page.getByText('Slack user unlinked')).toBeVisible();
  await expect(card.getByText('None. To link one, press a button')).toBeVisible();
  expect(await (await page.request.get('/api/slack/links')).json()).toEqual([]);
});
