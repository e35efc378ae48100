import { expect, hold, inspect, signInOn, test } from './browser-test.ts';
import { rowsOf, seedQueue, textOf } from './queue-steps.ts';

// For the first load of the queue with an empty cache.
const SCRIPT_BYTES_MAX = 250_000;
// HTML, scripts, styles, fonts and the icon, without API requests.
const FILES_MAX = 40;

test('the first load of the queue is small', async ({ browser, page, system }) => {
  await seedQueue(system, ['Small']);
  await signInOn(page, system);
  // A new context has an empty cache.
  const context = await browser.newContext({
    storageState: await page.context().storageState(),
  });
  const fresh = await context.newPage();
  const scripts: Promise<number>[] = [];
  const files: string[] = [];
  fresh.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (!pathname.startsWith('/api/')) files.push(pathname);
  });
  fresh.on('requestfinished', (request) => {
    if (new URL(request.url()).pathname.endsWith('.js')) {
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    }
  });
  await fresh.goto('/');
  await expect(rowsOf(fresh).first()).toBeVisible();
  await expect(textOf(fresh)).toBeVisible();

  const bytes = (await Promise.all(scripts)).reduce((sum, each) => sum + each, 0);
  const figures = `${bytes} bytes of script in ${scripts.length} of ${files.length} files`;
  process.stdout.write(`first load of the queue: ${figures}\n`);
  expect(scripts.length).toBeGreaterThan(0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
  expect(files.length).toBeLessThanOrEqual(FILES_MAX);
  await context.close();
});

test('the page says that it is loading until its script and its data arrive', async ({
  page,
  system,
}) => {
  await seedQueue(system, ['Slow']);
  await signInOn(page, system);
  const loading = page.getByText('Loading…', { exact: true });
  const sendScripts = await hold(page, '**/*.js');
  const sendSession = await hold(page, '**/api/auth/get-session');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(loading).toBeVisible();
  await inspect(page, 'loading');
  const asked = page.waitForRequest('**/api/auth/get-session');
  sendScripts();
  await asked;
  await expect(loading).toBeVisible();
  sendSession();
  await expect(textOf(page)).toBeVisible();
  await expect(loading).toBeHidden();
});
