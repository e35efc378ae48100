import type { Page, Route } from '@playwright/test';

import { signIn } from '../harness/client.ts';
import { uniqueName } from '../harness/outputs.ts';
import { joinAs } from '../harness/people.ts';
import { expect, inspect, loadedAnew, pressAfterG, signInOn, test } from './browser-test.ts';
import { holdDecisions, openQueue, release, rowsOf, seedQueue } from './queue-steps.ts';

const DESK = { width: 1280, height: 720 };
const PHONE = { width: 390, height: 844 };

/** The link of a view in the menu, with its count. */
const linkOf = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: new RegExp(name) });

async function saveAs(page: Page, name: string, isShared = false): Promise<void> {
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByLabel('View name').fill(name);
  if (isShared) await page.getByLabel('Share with the workspace').check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

const act = async (page: Page, name: string, action: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for view ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

test('a manager shares a queue view; a reviewer opens it from the menu, where its count updates', async ({
  browser,
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two'], { respondBy: 'PT30M' });
  await seedQueue(system, ['Elsewhere']);
  await openQueue(page, system, project);
  await page.getByLabel('Order').selectOption('Deadline');
  await saveAs(page, 'Support first', true);
  await expect(linkOf(page, 'Support first')).toHaveAttribute('aria-current', 'page');
  await inspect(page, 'queue-view');

  const ben = await joinAs(system, 'reviewer');
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: DESK });
  const other = await context.newPage();
  await signInOn(other, ben);
  await expect(rowsOf(other)).toHaveCount(3);
  await expect(linkOf(other, 'Support first')).toHaveText(/2$/);
  await linkOf(other, 'Support first').click();
  await expect(rowsOf(other)).toHaveCount(2);
  // They may not change it.
  await expect(other.getByRole('button', { name: /^Actions for view/ })).toHaveCount(0);
  await other.setViewportSize(PHONE);
  await other.getByRole('button', { name: 'Menu' }).click();
  await expect(other.getByRole('dialog').getByText('Shared views')).toBeVisible();
  await inspect(other, 'menu-views-phone');

  await system.automation.delete(`/api/logs/${ids[0] ?? ''}`);
  const admin = await signIn(system.url, system.email, system.password);
  await admin.patch(`/api/logs/${ids[1] ?? ''}/decision`, { decision: 'approved', takeOver: true });
  await expect(linkOf(other, 'Support first')).toHaveText(/1$/, { timeout: 40_000 });
  await context.close();
});

test('a view of outputs keeps its columns, and can be changed, renamed, shared and deleted', async ({
  page,
  system,
}) => {
  await signInOn(page, system, '/outputs');
  await page.getByLabel('Status').selectOption('Error');
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Latency' }).click();
  await page.keyboard.press('Escape');
  await saveAs(page, 'Errors');
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);

  await page.getByLabel('Status').selectOption('Flagged');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
  await act(page, 'Errors', 'Rename');
  await page.getByLabel('View name').fill('Held');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await act(page, 'Held', 'Share with the workspace');
  await expect(page.getByText('Shared views')).toBeVisible();
  await inspect(page, 'outputs-view');
  await page.setViewportSize(PHONE);
  await inspect(page, 'outputs-view-phone');
  await page.setViewportSize(DESK);
  await page.getByRole('link', { name: 'All', exact: true }).click();
  await page.reload();
  await linkOf(page, 'Held').click();

  await expect(page).toHaveURL(/status=flagged/);
  await expect(page).toHaveURL(/columns=[^&]*latencyMs/);
  await act(page, 'Held', 'Delete view');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(linkOf(page, 'Held')).toHaveCount(0);
  await expect(page).toHaveURL(/status=flagged/);
  await expect(page.getByRole('button', { name: 'Save view' })).toBeVisible();
});

test('a view of a deleted project opens with its other filters, says so, and can be fixed', async ({
  page,
  system,
}) => {
  const admin = await signIn(system.url, system.email, system.password);
  const { body: project } = await admin.post('/api/projects', { name: uniqueName('Gone') });
  const query = `project=${String(project['id'])}&status=error`;
  await admin.post('/api/views', { name: 'Old project', page: 'outputs', query });
  await admin.delete(`/api/projects/${String(project['id'])}`);
  await expect
    .poll(async () => (await admin.get('/api/views')).text)
    .toContain('There is no project');
  await signInOn(page, system);

  await expect(
    linkOf(page, 'Old project').getByLabel('Part of this view no longer exists'),
  ).toBeVisible();
  await linkOf(page, 'Old project').click();
  await expect(
    page.getByText('The view is shown without parts that no longer exist'),
  ).toBeVisible();
  await expect(page).toHaveURL(/\?status=error/);
  await expect(page).not.toHaveURL(/project=/);
  await inspect(page, 'view-faulty');
  await page.setViewportSize(PHONE);
  await inspect(page, 'view-faulty-phone');
  await page.setViewportSize(DESK);
  await page.getByRole('button', { name: 'Save without them' }).click();

  await expect(page.getByText('The view is shown without parts that no longer exist')).toHaveCount(
    0,
  );
  expect((await admin.get('/api/views')).text).toContain('"query":"status=error"');
});

test('browser views move to the server once, and a refused one stays in the browser', async ({
  page,
  system,
}) => {
  const admin = await signIn(system.url, system.email, system.password);
  await admin.post('/api/views', { name: 'Slow', page: 'outputs', query: 'status=pass' });
  await signInOn(page, system);
  const { body } = await admin.get('/api/auth/get-session');
  const { user, workspace } = body as { user: { id: string }; workspace: { id: string } };
  const key = `output-review.views.${user.id}.${workspace.id}`;
  const kept = [
    { name: 'Errors', params: { status: 'error', sortBy: 'costUsd', columns: 'output,costUsd' } },
    // A filter that no longer exists.
    { name: 'By mood', params: { mood: 'good', pending: true } },
    // The person has another view with this name.
    { name: 'Slow', params: { q: '7' } },
  ];
  const text = JSON.stringify(JSON.stringify(kept));
  await page.evaluate(`localStorage.setItem('${key}', ${text})`);
  const viewsOf = async () =>
    (JSON.parse((await admin.get('/api/views')).text) as Record<string, unknown>[]).map(
      ({ name, query, columns }) => ({ name, query, columns }),
    );

  await page.goto('/outputs');
  await expect(linkOf(page, 'Slow \\(2\\)')).toBeVisible();
  await page.reload();
  await expect(linkOf(page, 'Errors')).toBeVisible();
  await expect(page.getByRole('link', { name: 'By mood' })).toBeVisible();

  expect(await viewsOf()).toEqual([
    { name: 'Errors', query: 'sortBy=costUsd&status=error', columns: ['output', 'costUsd'] },
    { name: 'Slow', query: 'status=pass', columns: null },
    { name: 'Slow (2)', query: 'q=7', columns: null },
  ]);
  const left = await page.evaluate(`localStorage.getItem('${key}')`);
  expect(JSON.parse(String(left))).toEqual([kept[1]]);
  await page.getByRole('button', { name: 'Remove view By mood' }).click();
  await expect(page.getByRole('link', { name: 'By mood' })).toHaveCount(0);
});

test('Undo restores only its own one of two removed browser views', async ({ page, system }) => {
  const admin = await system.signIn();
  await holdDecisions(page);
  await signInOn(page, system);
  const { body } = await admin.get('/api/auth/get-session');
  const { user, workspace } = body as { user: { id: string }; workspace: { id: string } };
  // Filters that no longer exist.
  const kept = ['mood', 'weather'].map((name) => ({
    name: `By ${name}`,
    params: { [name]: 'good' },
  }));
  const text = JSON.stringify(JSON.stringify(kept));
  await page.evaluate(
    `localStorage.setItem('output-review.views.${user.id}.${workspace.id}', ${text})`,
  );
  await page.goto('/outputs');
  for (const { name } of kept)
    await page.getByRole('button', { name: `Remove view ${name}` }).click();
  await page.getByRole('log').getByRole('button', { name: 'Undo' }).first().click();

  await expect(page.getByRole('link', { name: 'By mood' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'By weather' })).toHaveCount(0);
});

/** Holds the requests for views with a method. @returns the held requests. */
async function holdViews(page: Page, method: string): Promise<readonly Route[]> {
  const held: Route[] = [];
  await page.route(/\/api\/views(\/|\?|$)/, (route) =>
    route.request().method() === method ? void held.push(route) : route.fallback(),
  );
  return held;
}

test('a change to a view applies to that view, even if another is opened meanwhile', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  for (const [name, status] of [
    ['Errors', 'error'],
    ['Passed', 'pass'],
  ]) {
    await admin.post('/api/views', { name, page: 'outputs', query: `status=${status}` });
  }
  await signInOn(page, system, '/outputs');
  await linkOf(page, 'Errors').click();
  const sent = await holdViews(page, 'PATCH');
  await act(page, 'Errors', 'Share with the workspace');
  await expect.poll(() => sent.length).toBe(1);
  await linkOf(page, 'Passed').click();
  const actions = page.getByRole('button', { name: 'Actions for view Passed' });
  await expect(actions).toBeVisible();
  // A refetch would show the real state and hide a wrong update.
  await holdViews(page, 'GET');
  await release(page, sent[0]!);

  await expect(page.getByText('View Errors saved')).toBeVisible();
  await expect(page.getByText('Shared views')).toBeVisible();
  for (const name of ['Errors', 'Passed']) await expect(linkOf(page, name)).toHaveCount(1);
  await expect(actions).toBeVisible();
});

test('a saved view is listed once, even if the list has it before the response', async ({
  page,
  system,
}) => {
  await page.clock.install();
  await signInOn(page, system, '/outputs?status=error');
  const answers: (() => Promise<void>)[] = [];
  await page.route('**/api/views', async (route) => {
    const response = await route.fetch();
    answers.push(() => route.fulfill({ response }));
  });
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByLabel('View name').fill('Errors');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => answers.length).toBe(1);
  await loadedAnew(page, '**/api/views?*');
  await holdViews(page, 'GET');
  await answers[0]!();

  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(linkOf(page, 'Errors')).toHaveCount(1);
});

test('a view saved or deleted after the user left the page does not navigate', async ({
  page,
  system,
}) => {
  await signInOn(page, system, '/rules');
  const rules = page.getByRole('heading', { name: 'Rules', level: 1 });
  const leave = async (sent: readonly Route[]): Promise<void> => {
    await expect.poll(() => sent.length).toBe(1);
    await page.goBack();
    await expect(rules).toBeVisible();
    await release(page, sent[0]!);
  };
  await page.getByRole('link', { name: 'Outputs', exact: true }).click();
  await page.getByLabel('Status').selectOption('Error');
  await expect(page).toHaveURL(/status=error/);
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByLabel('View name').fill('Errors');
  const made = await holdViews(page, 'POST');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await leave(made);
  await expect(linkOf(page, 'Errors')).toBeVisible();
  await expect(page).toHaveURL(/\/rules$/);

  await linkOf(page, 'Errors').click();
  await act(page, 'Errors', 'Delete view');
  const deleted = await holdViews(page, 'DELETE');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await leave(deleted);
  await expect(page.getByText('View Errors deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/rules$/);
});

test('the dialog to save a view closes when Back changes the params', async ({ page, system }) => {
  await signInOn(page, system, '/outputs?status=error');
  await page.getByRole('link', { name: 'Waiting for a decision' }).click();
  await page.getByLabel('Status').selectOption('Error');
  await expect(page).toHaveURL(/pending=true/);
  await expect(page).toHaveURL(/status=error/);
  const save = page.getByRole('button', { name: 'Save view' });
  await save.click();
  const name = page.getByLabel('View name');
  await name.fill('Errors that wait');
  await page.goBack();
  await expect(page).not.toHaveURL(/pending=true/);
  await expect(save).toBeVisible();
  await page.goForward();
  await expect(page).toHaveURL(/pending=true/);
  await expect(save).toBeVisible();
  await expect(name).toHaveCount(0);
});

test('closing a dialog returns the focus to its button', async ({ page, system }) => {
  await signInOn(page, system, '/outputs?status=error');
  const save = page.getByRole('button', { name: 'Save view' });
  await save.press('Enter');
  await expect(page.getByLabel('View name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(save).toBeFocused();
  await saveAs(page, 'Errors');

  const actions = page.getByRole('button', { name: 'Actions for view Errors' });
  await actions.press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
  await expect(page.getByLabel('View name')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(actions).toBeFocused();
});

test('a user who navigates while the queue opens is not taken to their own lane', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  await admin.post('/api/views', { name: 'Urgent', page: 'queue', query: 'order=deadline' });
  // An empty workspace shows the first steps and no lanes.
  await seedQueue(system, ['Waiting']);
  const held: Route[] = [];
  let isHeld = true;
  const fulfill = (route: Route) =>
    route.fulfill({ json: { executions: [], total: 7, nextCursor: null } });
  // It may be requested again after an event.
  await page.route(/assignee=me&limit=1&/, (route) =>
    isHeld ? void held.push(route) : fulfill(route),
  );
  const answer = async (): Promise<void> => {
    const answered = page.waitForResponse(/assignee=me&limit=1&/);
    isHeld = false;
    for (const route of held.splice(0)) await fulfill(route);
    await (await answered).finished();
  };

  await signInOn(page, system);
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await pressAfterG(page, 'o');
  await expect(page).toHaveURL(/\/outputs$/);
  await answer();
  await expect(page.getByRole('heading', { name: 'Outputs', exact: true })).toBeVisible();
  await page.getByRole('searchbox').fill('typed');
  await expect(page).toHaveURL(/\/outputs\?q=typed/);

  isHeld = true;
  await page.goto('/');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await linkOf(page, 'Urgent').click();
  await expect(page).toHaveURL(/order=deadline/);
  // The lanes are shown meanwhile.
  const lanes = page.getByRole('navigation', { name: 'Lanes' });
  await expect(lanes).toBeVisible();
  await answer();
  await expect(lanes.getByRole('link', { name: 'Mine 7' })).toBeVisible();
  await expect(page).toHaveURL(/order=deadline/);
});
