import { expect, inspect, signInOn, test } from './browser-test.ts';

test('who is not signed in is asked to, and led on to where he wanted to go', async ({
  page,
  system,
}) => {
  await page.goto('/?due=soon');

  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await inspect(page, 'sign-in');
  await page.getByLabel('E-mail').fill(system.email);
  await page.getByLabel('Password', { exact: true }).fill('not it, but long enough');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toContainText('not right');
  await page.getByLabel('Password', { exact: true }).fill(system.password);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/\?due=soon/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queue');
});

test('a person finds the way by keyboard, and chooses a theme that stays', async ({
  page,
  system,
}) => {
  await signInOn(page, system);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await inspect(page, 'keys');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Admin/ }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.reload();

  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
