import { expect, inspect, signInOn, test } from './browser-test.ts';

test('an admin sets up a Slack app with the manifest that the page shows, and removes it', async ({
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
  await page.reload();
  await expect(form.getByLabel('App', { exact: true })).toHaveValue('A0TEST');
  await expect(form.getByLabel('Bot token')).toHaveValue('');
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect(form.getByRole('button', { name: 'Remove' })).toHaveCount(0);
  await expect(form.getByLabel('App', { exact: true })).toHaveValue('');
});
