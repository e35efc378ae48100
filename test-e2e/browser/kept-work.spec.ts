import type { Route } from '@playwright/test';

import { uniqueName } from '../harness/outputs.ts';
import { joinAs } from '../harness/people.ts';
import { endSession, expect, inspect, loadedAnew, signInOn, test } from './browser-test.ts';
import {
  decisionOf,
  holdDecisions,
  holderOf,
  openQueue,
  rowsOf,
  seedQueue,
  textOf,
} from './queue-steps.ts';

test('a decision made on an output page is also held in the queue, and undone once', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  const [one] = ids as [string, string];
  const sendHeld = await holdDecisions(page);
  await openQueue(page, system, project);
  await rowsOf(page).getByRole('button').first().click();
  await page.getByRole('link', { name: 'Open full page' }).click();
  await expect(page).toHaveURL(/\/outputs\//);
  // The URL changes before the page: until its files are loaded, the queue handles keys.
  await expect(rowsOf(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
  await page.keyboard.press('a');
  const held = page.getByText('Will be sent in a few seconds.');
  await expect(held).toBeVisible();

  await page.goBack();
  // The queue shows the same state.
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(textOf(page)).toHaveText('One');
  await expect(held).toBeVisible();
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeHidden();
  await inspect(page, 'queue-held');
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'queue-held-phone');
  await page.setViewportSize({ width: 1360, height: 850 });
  await page.keyboard.press('r');
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(held).toBeHidden();
  await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible();
  await sendHeld();
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Two');
  expect(await decisionOf(system.automation, one)).toBeNull();
});

test('the toast of a decision undoes that decision, even after another one', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  const [one, two] = ids as [string, string];
  const sendHeld = await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  await page.keyboard.press('a');
  await expect(textOf(page)).toHaveText('Two');
  await page.getByRole('link', { name: 'Open full page' }).click();
  await expect(rowsOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: /^Reject/ }).click();
  await expect(page.getByText('Will be sent in a few seconds.')).toBeVisible();
  await page.getByRole('log').getByRole('button', { name: 'Undo' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(textOf(page)).toHaveText('One');
  await sendHeld();

  await expect.poll(() => decisionOf(system.automation, two)).toBe('rejected');
  expect(await decisionOf(system.automation, one)).toBeNull();
});

test('undoing a decision restores its comment, and its choice to teach', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['One', 'Two']);
  await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  const comment = page.getByRole('textbox', { name: 'Comment' });
  const box = page.getByLabel(/^Teach/);
  await comment.fill('Too blunt');
  await box.check();
  await box.blur();
  await page.keyboard.press('r');
  await expect(textOf(page)).toHaveText('Two');
  await expect(comment).toHaveValue('');
  await expect(box).toHaveCount(0);
  await page.keyboard.press('u');
  await expect(textOf(page)).toHaveText('One');
  await expect(comment).toHaveValue('Too blunt');
  await expect(box).toBeChecked();
});

test('a refused decision keeps its comment until it is sent after taking over', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  const [one, two] = ids as [string, string];
  const sendHeld = await holdDecisions(page);
  await openQueue(page, system, project);
  const comment = page.getByRole('textbox', { name: 'Comment' });
  const reject = async (text: string, words: string): Promise<void> => {
    await expect(textOf(page)).toHaveText(text);
    await comment.fill(words);
    await comment.blur();
    await page.keyboard.press('r');
  };
  await reject('One', 'Too blunt');
  await reject('Two', 'Too long');
  await expect(rowsOf(page)).toHaveCount(0);
  const path = `/api/logs/${one}/decision`;
  await system.automation.patch(path, { decision: 'approved' });
  let isClaimed = true;
  await page.route(`**/api/logs/${two}/decision`, (route) => {
    if (!isClaimed) return route.continue();
    isClaimed = false;
    const json = { code: 'CLAIMED', error: 'Ben has it', claimedBy: 'ben@example.com' };
    return route.fulfill({ status: 409, json });
  });
  await sendHeld();
  await expect(page.getByText(/^Already decided by .+: Approved\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Take over' }).last().click();
  await expect.poll(() => decisionOf(system.automation, two)).toBe('rejected');

  await page.goto(`/outputs/${two}`);
  await page.getByRole('button', { name: 'Change decision' }).click();
  await expect(comment).toHaveValue('');
  await page.goto(`/outputs/${one}`);
  await page.getByRole('button', { name: 'Change decision' }).click();
  await expect(comment).toHaveValue('Too blunt');
});

test('held decisions are sent before the sign-out', async ({ page, system }) => {
  const { project, ids } = await seedQueue(system, ['Last of the day']);
  await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('Last of the day');
  await page.keyboard.press('a');
  await expect(rowsOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Somebody' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  expect(await decisionOf(system.automation, ids[0]!)).toBe('approved');
});

test('a decision from before a session ended is never sent as another person, and is sent when its own person is back', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One']);
  const [one] = ids as [string];
  const ben = await joinAs(system, 'reviewer');
  const sendHeld = await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  // Otherwise, the other person would claim it.
  await expect.poll(() => holderOf(system, one)).toBe(system.email);
  await page.keyboard.press('a');
  await expect(rowsOf(page)).toHaveCount(0);
  await endSession(page, system);
  await sendHeld();
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Email').fill(ben.email);
  await dialog.getByLabel('Password', { exact: true }).fill(ben.password);
  await page.keyboard.press('Enter');
  // The page reloads for the other person.
  await expect(page.getByRole('button', { name: 'reviewer' })).toBeVisible();
  expect(await decisionOf(system.automation, one)).toBeNull();

  await signInOn(page, system);
  await expect.poll(() => decisionOf(system.automation, one)).toBe('approved');
  const { body } = await system.automation.get(`/api/logs/${one}`);
  expect(body['decisions']).toMatchObject([{ by: system.email }]);
});

test('a password typed right after sending a dialog goes into the password field', async ({
  page,
  system,
}) => {
  await signInOn(page, system, '/projects');
  await page.getByRole('button', { name: 'New project' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Letters');
  await endSession(page, system);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused();
  await page.keyboard.type(system.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Letters').first()).toBeVisible();
});

test('a decision can be undone after the session was reloaded', async ({ page, system }) => {
  const { project, ids } = await seedQueue(system, ['One']);
  const sendHeld = await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  await page.keyboard.press('a');
  await expect(rowsOf(page)).toHaveCount(0);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Settings' }).click();
  const renamed = uniqueName('Renamed');
  await page.getByLabel('Name', { exact: true }).fill(renamed);
  await page.keyboard.press('Enter');
  await expect(page.getByText(renamed)).toBeVisible();
  await pages.getByRole('link', { name: /^Queue/ }).click();
  await expect(page.getByLabel('Search the queue')).toBeVisible();
  await page.keyboard.press('u');
  await expect(textOf(page)).toHaveText('One');
  await sendHeld();

  await page.keyboard.press('r');
  await expect(rowsOf(page)).toHaveCount(0);
  await sendHeld();
  await expect.poll(() => decisionOf(system.automation, ids[0]!)).toBe('rejected');
});

test('the filter for due outputs advances while the queue stays open overnight', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['Due']);
  await page.clock.install();
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('Due');
  await page.clock.fastForward('26:00:00');
  const asked = page.waitForRequest(/[?&]dueBefore=/);
  await page.getByRole('button', { name: 'Due soon' }).click();
  const dueBefore = new URL((await asked).url()).searchParams.get('dueBefore');
  expect(Date.parse(dueBefore!) - Date.now()).toBeGreaterThan(49 * 3_600_000);
});

test('the due outputs stay loaded while they are refetched', async ({ page, system }) => {
  const due = { respondBy: 'PT2H' };
  const { project } = await seedQueue(system, ['One', 'Two', 'Three'], due);
  // One row per page.
  const held: Route[] = [];
  let holdsNext = false;
  await page.route(/[?&]limit=100&/, (route) => {
    const url = route.request().url();
    if (holdsNext && url.includes('cursor=')) held.push(route);
    else return route.continue({ url: url.replace('limit=100', 'limit=1') });
    return undefined;
  });
  await page.clock.install();
  await openQueue(page, system, project);
  // Until then, the previous list is shown, which has the same number of rows.
  const loaded = page.waitForResponse(async (response) => {
    if (!response.url().includes('dueBefore=')) return false;
    return ((await response.json()) as { nextCursor: string | null }).nextCursor === null;
  });
  await page.getByRole('button', { name: 'Due soon' }).click();
  await expect(page).toHaveURL(/due=soon/);
  await loaded;
  await expect(rowsOf(page)).toHaveCount(3);
  holdsNext = true;
  await page.clock.fastForward('11:00');
  await expect.poll(() => held.length).toBeGreaterThan(0);
  await expect(rowsOf(page)).toHaveCount(3);
});

test('a rule being edited stays when its reload fails', async ({ page, system }) => {
  const admin = await system.signIn();
  const name = uniqueName('No promises');
  const made = await admin.post('/api/rules', {
    name,
    type: 'keyword_forbidden',
    value: 'promise',
  });
  const id = String(made.body['id']);
  await page.clock.install();
  await signInOn(page, system, `/rules/${id}`);
  const description = page.getByLabel('Description');
  await description.fill('Legal asked for it.');
  await page.route(`**/api/rules/${id}`, (route) =>
    route.fulfill({
      status: 404,
      json: { error: { code: 'NOT_FOUND', message: 'There is no such rule' } },
    }),
  );
  await loadedAnew(page, `**/api/rules/${id}`);
  await expect(description).toHaveValue('Legal asked for it.');
});

test('a deletion tried offline and cancelled is not sent when the network is back', async ({
  page,
  system,
}) => {
  const { ids } = await seedQueue(system, ['Keep me']);
  const path = `/api/logs/${ids[0]}`;
  const sent: string[] = [];
  page.on('requestfinished', (request) => void sent.push(`${request.method()} ${request.url()}`));
  await signInOn(page, system, `/outputs/${ids[0]}`);
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.context().setOffline(true);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  const back = page.waitForResponse('**/api/auth/get-session');
  await page.context().setOffline(false);
  await back;

  // A request that waited for the network would have been sent first.
  const asked = page.waitForResponse(`**${path}`);
  await page.reload();
  await asked;
  expect(sent.filter((request) => request.startsWith('DELETE'))).toEqual([]);
  expect((await system.automation.get(path)).status).toBe(200);
});

test('a field cannot be edited while it is being sent, and is cleared afterwards', async ({
  page,
  system,
}) => {
  const names = { project: uniqueName('Support'), task: 'Letters' };
  await system.automation.post('/api/instructions', { ...names, default: 'Greet.' });
  await signInOn(page, system, '/instructions');
  await page.getByRole('link', { name: `${names.project} / Letters` }).click();
  const held: Route[] = [];
  const holdPost = (route: Route): Promise<void> | undefined =>
    route.request().method() === 'POST' ? void held.push(route) : route.continue();
  await page.route('**/api/instructions/feedback', holdPost);
  const note = page.getByLabel('Add a note');
  await note.fill('Greet by name.');
  await page.getByRole('button', { name: 'Queue note' }).click();
  await expect.poll(() => held.length).toBe(1);
  await expect(note).not.toBeEditable();
  await held[0]!.continue();
  await expect(note).toHaveValue('');
  await expect(note).toBeEditable();

  await page.route('**/api/projects/*/tasks', holdPost);
  const pages = page.getByRole('navigation', { name: 'Pages' });
  await pages.getByRole('link', { name: 'Projects' }).click();
  await page.getByRole('button', { name: names.project, expanded: false }).click();
  const task = page.getByLabel('New task');
  await task.fill('Refunds');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect.poll(() => held.length).toBe(2);
  await expect(task).not.toBeEditable();
  await held[1]!.continue();
  await expect(task).toHaveValue('');
  await expect(task).toBeEditable();
});

test('the dialog of a version being saved cannot be closed, so its response discards no later input', async ({
  page,
  system,
}) => {
  const names = { project: uniqueName('Support'), task: 'Letters' };
  await system.automation.post('/api/instructions', { ...names, default: 'Greet.' });
  await signInOn(page, system, '/instructions');
  await page.getByRole('link', { name: `${names.project} / Letters` }).click();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Greet kindly.');
  const held: Route[] = [];
  await page.route('**/api/instructions/versions', (route) =>
    route.request().method() === 'POST' ? void held.push(route) : route.continue(),
  );
  await page.getByRole('button', { name: 'Save…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => held.length).toBe(1);
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled();
  await inspect(page, 'instructions-saving');
  await held[0]!.continue();
  await expect(page.getByText('Version 2 saved')).toBeVisible();
  await expect(dialog).toBeHidden();
});
