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

test('the page and its files are served to anybody, and nothing in their place', async ({
  request,
}) => {
  const page = await request.get('/rules', { headers: { accept: 'text/html' } });
  const html = await page.text();
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? '';
  const file = await request.get(script, { headers: { 'accept-encoding': 'br' } });
  const again = await request.get(script, {
    headers: { 'if-none-match': file.headers()['etag'] ?? '' },
  });
  const head = await request.head(script);
  const missing = await request.get('/assets/nothing.js');
  const program = await request.get('/nothing', { headers: { accept: 'application/json' } });

  expect(page.headers()).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("script-src 'self';"),
    'x-content-type-options': 'nosniff',
  });
  expect(html).not.toContain('__CSP_NONCE__');
  expect(file.headers()).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'br',
  });
  expect([again.status(), head.status()]).toEqual([304, 200]);
  expect([missing.status(), program.status()]).toEqual([404, 404]);
  expect(await program.json()).toMatchObject({ code: 'NOT_FOUND' });
});
