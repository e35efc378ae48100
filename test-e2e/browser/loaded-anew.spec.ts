import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { expect, hold, inspect, loadAnew, refuse, signInOn, test } from './browser-test.ts';
import { textOf } from './queue-steps.ts';
import { inBody } from './sample-files.ts';

test('a replaced token stays on screen when the settings fail to reload', async ({
  page,
  system,
}) => {
  await signInOn(page, system, '/tokens');
  const replace = page.getByRole('button', { name: 'Replace' });
  await expect(replace).toBeEnabled();
  await refuse(page, '**/api/settings');
  await replace.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click();

  await expect(page.getByText('This is shown only once')).toBeVisible();
  await expect(page.getByRole('dialog').locator('code')).toHaveText(/^wh-/);
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByRole('alert')).toHaveText(/Too many requests/);
  await expect(replace).toBeVisible();
  await inspect(page, 'tokens-stale');
});

test('a task name being typed stays when the tasks fail to reload', async ({ page, system }) => {
  const { id } = await submit(system.automation, { project: 'Letters', output: 'Dear Ada' });
  await awaitVerdict(system.automation, id);
  await page.clock.install();
  await signInOn(page, system, '/projects');
  await page.getByRole('button', { name: /^Letters/ }).click();
  const name = page.getByLabel('New task');
  await name.fill('rep');
  await refuse(page, '**/api/projects/*/tasks');
  await loadAnew(page);

  await expect(page.getByRole('alert')).toHaveText(/Too many requests/);
  await expect(name).toHaveValue('rep');
  await inspect(page, 'tasks-stale');
});

test('the overview stays when it fails to reload, and shows the error', async ({
  page,
  system,
}) => {
  const project = uniqueName('Greetings');
  const send = async (): Promise<void> => {
    const { id } = await submit(system.automation, { project, output: 'Hello!' });
    await awaitVerdict(system.automation, id);
  };
  await send();
  // At the start of an hour, the overview requests another range.
  await page.clock.install({ time: new Date().setUTCMinutes(30) });
  await signInOn(page, system, '/overview');
  const outputs = page.getByRole('link', { name: 'Outputs: 1' });
  const row = page.getByRole('row').filter({ hasText: project });
  await expect(outputs).toBeVisible();
  await expect(row).toBeVisible();
  await refuse(page, '**/api/stats?*');
  await loadAnew(page);

  await expect(page.getByRole('alert')).toHaveText([/Too many requests/, /Too many requests/]);
  await expect(outputs).toBeVisible();
  await expect(row).toBeVisible();
  await inspect(page, 'overview-stale');
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'overview-stale-phone');
});

test('a saved setting stays when an older response arrives late', async ({ page, system }) => {
  await page.clock.install();
  await signInOn(page, system, '/settings');
  const box = page.getByLabel('Let tokens decide');
  const late: (() => Promise<void>)[] = [];
  await expect(box).toBeChecked();
  await page.route('**/api/settings', async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    const response = await route.fetch();
    late.push(() => route.fulfill({ response }));
  });
  await loadAnew(page);
  await expect.poll(() => late.length).toBeGreaterThan(0);
  await box.click();
  await expect(page.getByRole('log').getByText('Saved')).toBeVisible();
  await expect(box).toBeEnabled();
  for (const answer of late) await answer();
  await page.clock.runFor(1_000);

  await expect(box).not.toBeChecked();
});

test('a preview that failed to load can be loaded again, and a timeline stays when it fails to reload', async ({
  page,
  system,
}) => {
  const attachments = [inBody('order.txt', 'Two lamps')];
  const body = { project: uniqueName('Orders'), output: 'See the file.', attachments };
  const { id } = await submit(system.automation, body);
  await awaitVerdict(system.automation, id);
  await page.clock.install();
  await refuse(page, '**/api/media-url?*');
  await signInOn(page, system, `/outputs/${id}`);
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/api/media-url?*');
  await again.click();
  await expect(page.getByText('Two lamps')).toBeVisible();
  await expect(page.getByText('Accepted')).toBeVisible();

  await refuse(page, '**/timeline');
  await loadAnew(page);
  await expect(again).toBeVisible();
  await expect(page.getByText('Accepted')).toBeVisible();
});

test('rule marks and Markdown are shown however long their code takes to load', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  const rule = { name: 'No promises', type: 'keyword_forbidden', value: 'promise' };
  await admin.post('/api/rules', rule);
  const output = '# Your order\n\nWe promise it.';
  const { id } = await submit(system.automation, { project: uniqueName('Orders'), output });
  await awaitVerdict(system.automation, id);
  await page.clock.install();
  const loadsLate = async (worker: string, show: () => Promise<unknown>): Promise<void> => {
    const goOn = await hold(page, `**/assets/${worker}-*.js`);
    const asked = page.waitForRequest(`**/assets/${worker}-*.js`);
    await show();
    await asked;
    await page.clock.fastForward('00:10');
    goOn();
  };
  await loadsLate('rule-marks-worker', () => signInOn(page, system, `/outputs/${id}`));
  await expect(textOf(page).locator('mark')).toHaveText(/^promise/);
  const formatted = page.getByRole('group', { name: 'View' }).getByText('Formatted');
  await loadsLate('markdown-worker', () => formatted.click());
  await expect(textOf(page).getByRole('heading', { name: 'Your order' })).toBeVisible();
});
