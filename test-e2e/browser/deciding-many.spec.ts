import type { Page, Route } from '@playwright/test';

import { expect, inspect, test } from './browser-test.ts';
import {
  correctLate,
  decisionOf,
  holdAnswers,
  holdDecisions,
  openQueue,
  release,
  rowsOf,
  seedQueue,
  textOf,
} from './queue-steps.ts';

test('a bulk change in progress cannot be closed until its result is known', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['A', 'B']);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('A');
  const held: Route[] = [];
  await page.route('**/api/logs/bulk', (route) => void held.push(route));
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('B');
  await page.keyboard.press('Shift+X');
  await page
    .getByRole('group', { name: 'Selected outputs' })
    .getByRole('button', { name: 'Reject' })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject 2' }).click();
  await expect.poll(() => held.length).toBe(1);
  const cancel = dialog.getByRole('button', { name: 'Cancel' });
  await expect(cancel).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(cancel).toBeDisabled();
  await held[0]!.continue();
  await expect(dialog.getByText('2 outputs were decided.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  for (const id of ids) expect(await decisionOf(system.automation, id)).toBe('rejected');
});

/** Makes a bulk change fail after its first batch, as if a full batch of a thousand came between. */
async function breakOff(page: Page, first: string, rest: readonly string[]): Promise<void> {
  const between = Array.from({ length: 999 }, (_, n) => `between-${n}`);
  const executions = [first, ...between, ...rest].map((id) => ({ id }));
  await page.route(/\/api\/logs\?(.*&)?fields=id(&|$)/, (route) =>
    route.fulfill({ json: { executions, nextCursor: null, total: executions.length } }),
  );
  await page.route('**/api/logs/bulk', (route) => {
    const body = route.request().postDataJSON() as { ids: string[] };
    if (body.ids.includes(first)) {
      return route.continue({ postData: JSON.stringify({ ...body, ids: [first] }) });
    }
    return route.fulfill({ status: 503, json: { code: 'UNAVAILABLE', error: 'Try again later.' } });
  });
}

test('a bulk change that fails midway shows what was done, and keeps the rest selected', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['A', 'B']);
  const [a, b] = ids as [string, string];
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('A');
  await breakOff(page, a, [b]);
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Select all 2' }).click();
  const selected = page.getByRole('group', { name: 'Selected outputs' });
  await selected.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject 1,001' }).click();

  await expect(dialog).toContainText('1 output was decided.');
  await expect(dialog).toContainText('No response for 1 output, which may be unchanged:');
  await expect(dialog.getByRole('alert')).toHaveText('Try again later.');
  await inspect(page, 'queue-bulk-cut');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(selected).toContainText(/^1 selected/);
  expect(await decisionOf(system.automation, a)).toBe('rejected');
  expect(await decisionOf(system.automation, b)).toBeNull();
});

test('a correction answered during a bulk change leaves itself and the finished outputs deselected', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two', 'Three']);
  const [one, two, three] = ids as [string, string, string];
  await openQueue(page, system, project);
  await breakOff(page, two, [three, one]);
  const answers = await holdAnswers(page);
  await expect(textOf(page)).toHaveText('One');
  await page.keyboard.press('x');
  await correctLate(page);
  await expect.poll(() => answers.length).toBe(1);
  await expect(rowsOf(page)).toHaveCount(2);
  const selected = page.getByRole('group', { name: 'Selected outputs' });
  await selected.getByRole('button', { name: 'Select all 2' }).click();
  await selected.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog');
  const reject = dialog.getByRole('button', { name: 'Reject 1,002' });
  await expect(reject).toBeVisible();
  await answers[0]!();
  await reject.click();
  await expect(dialog).toContainText('No response for 2 outputs');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(selected).toContainText(/^1 selected/);
});

test('an output decided on its own leaves the selection, and is sent before the bulk change', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two', 'Three']);
  const sendHeld = await holdDecisions(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(`/${ids[0]}/decision`)) sent.push(request.method());
  });
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Two');
  await page.keyboard.press('x');
  await page.keyboard.press('k');
  await expect(textOf(page)).toHaveText('One');
  await page.keyboard.press('a');
  await expect(rowsOf(page)).toHaveCount(2);
  const selected = page.getByRole('group', { name: 'Selected outputs' });
  await expect(selected).toContainText('1 selected');
  await selected.getByRole('button', { name: 'Select all 2' }).click();
  await expect(selected).toContainText('2 selected');
  await selected.getByRole('button', { name: 'Reject' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reject 2' }).click();
  await expect(dialog.getByText('2 outputs were decided.')).toBeVisible();
  const decisions = await Promise.all(ids.map((id) => decisionOf(system.automation, id)));
  expect(decisions).toEqual(['approved', 'rejected', 'rejected']);

  // Its five seconds end only now.
  await sendHeld();
  await page.reload();
  await expect(page.getByText('No outputs waiting for a decision')).toBeVisible();
  expect(sent).toEqual(['PATCH']);
});

/** Holds the requests for the IDs of all matches. @returns the held requests, each to be released on its own. */
async function holdAll(page: Page): Promise<readonly Route[]> {
  const held: Route[] = [];
  await page.route(/\/api\/logs\?(?=.*limit=100(&|$)).*fields=id(&|$)/, (route) => {
    held.push(route);
  });
  return held;
}

test('bulk actions are disabled while all are being selected, and changing the selection cancels that', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['A', 'B', 'C', 'D']);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('A');
  const held = await holdAll(page);
  const selected = page.getByRole('group', { name: 'Selected outputs' });
  await page.keyboard.press('x');
  await selected.getByRole('button', { name: 'Select all 4' }).click();
  await expect.poll(() => held.length).toBe(1);
  for (const name of ['Approve', 'Reject', 'Assign']) {
    await expect(selected.getByRole('button', { name })).toBeDisabled();
  }
  await selected.getByRole('button', { name: 'Clear selection' }).click();
  await expect(selected).toBeHidden();
  await page.keyboard.press('x');
  await expect(selected).toContainText('1 selected');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('B');
  await page.keyboard.press('x');
  await expect(selected).toContainText('2 selected');

  await selected.getByRole('button', { name: 'Select all 4' }).click();
  await expect.poll(() => held.length).toBe(2);
  await release(page, held[1]!);
  await expect(selected).toContainText('4 selected');
  await selected.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('dialog')).toContainText('Approve 4 outputs?');
});

test('clearing the selection cancels the request for all matches', async ({ page, system }) => {
  const { project } = await seedQueue(system, ['A', 'B']);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('A');
  const held = await holdAll(page);
  const selected = page.getByRole('group', { name: 'Selected outputs' });
  await page.keyboard.press('x');
  await selected.getByRole('button', { name: 'Select all 2' }).click();
  await expect.poll(() => held.length).toBe(1);
  const givenUp = page.waitForEvent('requestfailed', (request) => request === held[0]!.request());
  await selected.getByRole('button', { name: 'Clear selection' }).click();
  await givenUp;

  await expect(selected).toBeHidden();
  await expect(page.getByRole('log')).toHaveText('');
});

test('in a queue of 100,000 outputs, counts are readable, and "select all" says how many it selects', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['One', 'Two']);
  await page.route(/\/api\/logs\?/, async (route) => {
    const response = await route.fetch();
    const found = (await response.json()) as { total: number };
    const total = found.total === 0 ? 0 : 100_000;
    await route.fulfill({ response, json: { ...found, total } });
  });
  await openQueue(page, system, project);
  await expect(page.getByRole('link', { name: 'Waiting 100,000' })).toBeVisible();
  await expect(page).toHaveTitle(/^Queue \(100,000\)/);
  await expect(textOf(page)).toHaveText('One');
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: 'Select the first 10,000' })).toBeVisible();
  // The page may just be loading a list again.
  await page.unrouteAll({ behavior: 'wait' });
});

test('a bulk change shows the other outputs if one of them was deleted meanwhile', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Select all 2' }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
  const admin = await system.signIn();
  expect((await admin.delete(`/api/logs/${ids[1]!}`)).status).toBe(200);
  await expect(rowsOf(page)).toHaveCount(1);
  const selected = page.getByRole('group', { name: 'Selected outputs' });
  await selected.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem')).toHaveText([/One/]);
  await dialog.getByRole('button', { name: 'Approve 2' }).click();
  await expect(dialog).toContainText('1 output was decided.');
  await expect(dialog).toContainText('Deleted');
});
