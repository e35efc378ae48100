import type { Page } from '@playwright/test';

import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import type { System } from '../harness/system.ts';
import { expect, inspect, signInOn, test } from './browser-test.ts';
import { correct, openQueue, rowsOf, seedQueue, textOf } from './queue-steps.ts';

const PHONE = { width: 390, height: 844 };

const ACTION = {
  ...{ name: 'refund', summary: 'Refund 500 EUR to Ada' },
  params: {
    ...{ amount: 500, reason: 'The lamp broke.', notify: true, copies: ['ada@example.com'] },
    account: { iban: 'DE02', holder: null },
  },
};

/** Proposes an action where a rule allows at most 100. */
async function propose(system: System, more: object = {}): Promise<string> {
  const project = uniqueName('Refunds');
  const value = JSON.stringify({ path: 'action.params.amount', max: 100 });
  const rule = { name: 'At most 100', type: 'json_field_range', value, projectName: project };
  await (await system.signIn()).post('/api/rules', rule);
  const { id } = await submit(system.automation, { project, action: ACTION, ...more });
  await awaitVerdict(system.automation, id);
  return id;
}

const bar = (page: Page) => page.getByRole('group', { name: 'Decision' });

test('params of an action are corrected in a form, and sent despite a failed rule after a confirmation', async ({
  page,
  system,
}) => {
  const id = await propose(system);
  await signInOn(page, system, `/outputs/${id}`);
  await bar(page).getByRole('button', { name: 'Correct' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct the action' });
  const params = dialog.getByRole('group', { name: 'Parameters of refund' });
  await expect(params.getByLabel('amount')).toBeFocused();
  const next = dialog.getByRole('button', { name: 'Review correction' });
  await expect(next).toBeDisabled();

  await params.getByLabel('amount').fill('much');
  await expect(params.getByText('This isn’t a number.')).toBeVisible();
  await params.getByLabel('amount').fill('250');
  await params.getByLabel('reason').fill('The lamp broke twice.');
  await params.getByLabel('notify').uncheck();
  await params.getByRole('button', { name: 'Add to copies' }).click();
  await expect(params.getByLabel('copies 2', { exact: true })).toBeFocused();
  await page.keyboard.type('bob@example.com');
  await params.getByLabel('account').fill('{"iban": "DE03"');
  await expect(params.getByText('This isn’t valid JSON.')).toBeVisible();
  await expect(next).toBeDisabled();
  await inspect(page, 'correct-action');
  await page.setViewportSize(PHONE);
  await inspect(page, 'correct-action-phone');
  await params.getByLabel('account').fill('{"iban": "DE03"}');
  await next.click();
  await expect(page.getByRole('region', { name: 'Parameters' }).locator('ins')).toContainText([
    '250',
    'twice',
    'false',
    'bob@example.com',
    'DE03',
  ]);
  await inspect(page, 'correct-action-review-phone');
  await page.keyboard.press('Enter');

  const objection = page.getByRole('region', { name: 'Your correction didn’t pass 1 rule' });
  await expect(objection).toBeFocused();
  await expect(objection).toContainText('is 250, at most 100 allowed');
  await inspect(page, 'correct-action-flagged-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await inspect(page, 'correct-action-flagged');
  await page.getByRole('button', { name: 'Send anyway' }).click();

  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText('Confirmed although these rules did not pass')).toBeVisible();
  const { body } = await system.automation.get(`/api/logs/${id}/status`);
  expect(body).toMatchObject({ humanDecision: 'changed', correctedOutput: null });
  expect(body['correctedAction']).toEqual({
    params: {
      ...{ amount: 250, reason: 'The lamp broke twice.', notify: false },
      ...{ copies: ['ada@example.com', 'bob@example.com'], account: { iban: 'DE03' } },
    },
  });
  await expect(page.getByRole('region', { name: 'Corrected parameters' })).toContainText('250');
  await inspect(page, 'corrected-action');
});

test('a correction that fails a rule is revised; params and text are sent together, also as JSON', async ({
  page,
  system,
}) => {
  const id = await propose(system, { output: 'Dear Ada, you get 500.' });
  await signInOn(page, system, `/outputs/${id}`);
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('amount').fill('200');
  await dialog.getByRole('button', { name: 'Review correction' }).click();
  await dialog.getByRole('button', { name: 'Use correction' }).click();
  await expect(dialog.getByRole('button', { name: 'Send anyway' })).toBeVisible();

  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByRole('button', { name: 'Edit as JSON' }).click();
  const json = dialog.getByLabel('Parameters as JSON');
  await expect(json).toHaveValue(/"amount": 200/);
  await json.fill('[50]');
  await expect(dialog.getByText('This isn’t a JSON object.')).toBeVisible();
  await json.fill('{"amount": 50, "note": "half"}');
  // Typed text survives a reload.
  await page.reload();
  await bar(page).getByRole('button', { name: 'Correct' }).click();
  await dialog.getByRole('button', { name: 'Edit as form' }).click();
  await expect(dialog.getByLabel('note')).toHaveValue('half');
  await dialog.getByLabel('Corrected output').fill('Dear Ada, you get 50.');
  await inspect(page, 'correct-both');
  await dialog.getByRole('button', { name: 'Review correction' }).click();
  await expect(dialog.getByRole('region', { name: 'Output' }).locator('del')).toHaveText('500');
  await dialog.getByRole('button', { name: 'Use correction' }).click();

  await expect(dialog).toBeHidden();
  const { body } = await system.automation.get(`/api/logs/${id}`);
  expect(body).toMatchObject({
    ...{ humanDecision: 'changed', correctedOutput: 'Dear Ada, you get 50.' },
    correctedAction: { params: { amount: 50, note: 'half' } },
  });
});

test('a param field keeps the caret when its text outgrows one line', async ({ page, system }) => {
  const reason = 'a'.repeat(75);
  const action = { ...ACTION, params: { ...ACTION.params, reason } };
  const id = await propose(system, { action });
  await signInOn(page, system, `/outputs/${id}`);
  await bar(page).getByRole('button', { name: 'Correct' }).click();
  const field = page.getByRole('dialog').getByLabel('reason');
  await field.press('End');
  await page.keyboard.type('0123456789'.repeat(2));
  await expect(field).toHaveValue(`${reason}${'0123456789'.repeat(2)}`);
  await expect(field).toBeFocused();
});

test('params keep their line breaks, in lists too, and line breaks alone are no change', async ({
  page,
  system,
}) => {
  const steps = ['Begin', 'Call Ada.\n\nThen write'];
  const action = { ...ACTION, params: { amount: 50, steps, note: 'Dear Ada\r\nthe lamp' } };
  const id = await propose(system, { action, requireApproval: true });
  await signInOn(page, system, `/outputs/${id}`);
  await bar(page).getByRole('button', { name: 'Correct' }).click();
  const dialog = page.getByRole('dialog');
  const next = dialog.getByRole('button', { name: 'Review correction' });
  const type = async (name: string, text: string): Promise<void> => {
    await dialog.getByLabel(name, { exact: true }).press('Control+End');
    await page.keyboard.type(text);
  };
  for (const name of ['steps 2', 'note']) {
    await type(name, 'x');
    await expect(next).toBeEnabled();
    await page.keyboard.press('Backspace');
    await expect(next).toBeDisabled();
  }
  await type('note', '!');
  await dialog.getByRole('button', { name: 'Remove steps 1' }).click();
  await type('steps 1', '!');
  await next.click();
  await dialog.getByRole('button', { name: 'Use correction' }).click();
  await expect(dialog).toBeHidden();
  const { body } = await system.automation.get(`/api/logs/${id}`);
  expect(body['correctedAction']).toEqual({
    params: { amount: 50, steps: ['Call Ada.\n\nThen write!'], note: 'Dear Ada\r\nthe lamp!' },
  });
});

test('a text keeps its line endings, and line endings alone are no change', async ({
  page,
  system,
}) => {
  const { ids } = await seedQueue(system, ['Dear Ada\r\nthe lamp\r\nBye', 'One\r\nTwo\nThree']);
  const [windows, mixed] = ids as [string, string];
  const dialog = page.getByRole('dialog');
  const next = dialog.getByRole('button', { name: 'Review correction' });
  const edit = async (id: string): Promise<void> => {
    await signInOn(page, system, `/outputs/${id}`);
    await bar(page).getByRole('button', { name: 'Correct' }).click();
    await expect(dialog.getByLabel('Corrected output')).toBeFocused();
    await page.keyboard.type('x');
    await expect(next).toBeEnabled();
    await page.keyboard.press('Backspace');
    await expect(next).toBeDisabled();
  };
  await edit(mixed);
  await edit(windows);
  await page.keyboard.press('End');
  await page.keyboard.type(',');
  await page.keyboard.press('Enter');
  await next.click();
  await dialog.getByRole('button', { name: 'Use correction' }).click();
  await expect(dialog).toBeHidden();
  const { body } = await system.automation.get(`/api/logs/${windows}`);
  expect(body['correctedOutput']).toBe('Dear Ada,\r\n\r\nthe lamp\r\nBye');
});

test('a correction in the queue waits for its response, then opens the next output; an earlier decision is named', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  const [one, two] = ids as [string, string];
  await openQueue(page, system, project);
  await expect(textOf(page)).toContainText('One');
  const dialog = page.getByRole('dialog');
  await correct(page);
  await page.route('**/api/logs/*/decision', (route) => route.abort(), { times: 1 });
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The service cannot be reached.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Use correction' }).click();
  await expect(textOf(page)).toContainText('Two');
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  const { body } = await system.automation.get(`/api/logs/${one}`);
  expect(body).toMatchObject({ humanDecision: 'changed', correctedOutput: 'One more' });

  await correct(page);
  // Data loaded during the decision may be older; it arrives after the correction is refused.
  const refused = page.waitForResponse('**/api/logs/*/decision');
  let hasBegun = () => {};
  const begun = new Promise<void>((resolve) => (hasBegun = resolve));
  await page.route(
    `**/api/logs/${two}`,
    async (route) => {
      const response = await route.fetch();
      hasBegun();
      await (await refused).finished();
      await route.fulfill({ response });
    },
    { times: 1 },
  );
  // The event stream tells the page, possibly while the correction is in flight.
  await page.route('**/api/logs/*/decision', async (route) => {
    await begun;
    const { status } = await system.automation.patch(`/api/logs/${two}/decision`, {
      decision: 'rejected',
    });
    expect(status).toBe(200);
    await route.continue();
  });
  // The event stream tells the page about it.
  await submit(system.automation, { project, output: 'Three' });
  await page.keyboard.press('Enter');
  expect((await refused).status()).toBe(409);
  await expect(page.getByText('Already decided by the API: Rejected.')).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('an editor that failed to load can be loaded again, and the page around it stays', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['Dear Ada']);
  const chunk = '**/assets/editor-view-*.js';
  await page.route(chunk, (route) => route.fulfill({ status: 404 }));
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('Dear Ada');
  await page.keyboard.press('e');
  const dialog = page.getByRole('dialog');
  const failure = dialog.getByRole('alert');
  await expect(failure).toContainText('This part of the page couldn’t be loaded');
  await inspect(page, 'editor-not-loaded');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(rowsOf(page)).toHaveCount(1);

  await page.keyboard.press('e');
  await expect(failure).toBeVisible();
  await page.unroute(chunk);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByLabel('Corrected output')).toBeVisible();
  await expect(failure).toBeHidden();
});
