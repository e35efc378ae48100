import { eventually } from '@output-review/runtime/testing';
import type { Page } from '@playwright/test';

import type { Client } from '../harness/client.ts';
import { awaitVerdict, search, submit } from '../harness/outputs.ts';
import { joinAs } from '../harness/people.ts';
import type { EmbeddedSystem } from '../harness/system.ts';
import { expect, expectTableFits, inspect, NARROW, signInOn, test } from './browser-test.ts';
import { startOwnJudge } from './own-judge.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1360, height: 850 };

test('a draft is tested on stored outputs while it is edited, and made a live rule from there', async ({
  page,
  system,
}) => {
  const [refund, , promise] = await letters(system, [
    ['We promise a refund within two days.', 'rejected'],
    ['Thank you for your letter.', 'approved'],
    ['A promise is a promise.', 'approved'],
    ['We promise nothing.', null],
  ]);
  await signInOn(page, system, '/rules/new');
  const start = page.getByRole('button', { name: 'Backtest', exact: true });
  await expect(start).toBeDisabled();
  await page.getByLabel('Name', { exact: true }).fill('No promises');
  await page.getByRole('textbox', { name: 'Phrase' }).fill('promise');
  await page.getByLabel('Project').fill('Letters');
  await page.getByLabel('Approvals needed').selectOption('3');
  await start.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Project')).toHaveValue('Letters');
  await inspect(page, 'backtest-start');
  await page.setViewportSize(PHONE);
  await inspect(page, 'backtest-start-phone');
  await page.setViewportSize(DESK);
  await dialog.getByLabel('Maximum outputs').fill('1000');
  await dialog.getByLabel('Status').selectOption('pass');
  await dialog.getByRole('button', { name: 'Start backtest' }).click();

  await expect(page.getByText('Done')).toBeVisible();
  await expect(figure(page, 'Would fail')).toHaveText('Would fail375% of 4 outputs checked');
  await expect(figure(page, 'Newly failed')).toHaveText(/failed3/);
  await expect(figure(page, 'Agrees with people')).toHaveText(
    'Agrees with people66.7%On 2 of 3 that people decided',
  );
  const flips = page.getByRole('table', { name: 'Outputs decided differently' });
  await expect(flips.getByRole('row')).toHaveText([
    /Output/,
    /We promise nothing.*PassedFailedNot decided/,
    /A promise is a promise.*PassedFailedApproved/,
    /We promise a refund.*PassedFailedRejected or corrected/,
  ]);
  await expect(flips.getByRole('link', { name: /^A promise/ })).toHaveAttribute(
    'href',
    `/outputs/${promise}`,
  );
  await inspect(page, 'backtest-of-draft');
  await page.setViewportSize(PHONE);
  await figure(page, 'Would fail').scrollIntoViewIfNeeded();
  await inspect(page, 'backtest-of-draft-phone');
  await page.setViewportSize(DESK);
  // The form keeps its content.
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('No promises');
  await page.getByRole('button', { name: 'Create live rule' }).click();

  const row = page.getByRole('row').filter({ hasText: 'No promises' });
  await expect(row.getByLabel('Mode of No promises')).toHaveValue('live');
  await expect(row).toContainText('Letters');
  expect(await rules(await system.signIn())).toMatchObject([{ approvals: { needed: 3 } }]);
  const held = await submit(system.automation, { project: 'Letters', output: 'I promise.' });
  expect((await awaitVerdict(system.automation, held.id)).body).toMatchObject({
    status: 'flagged',
  });
  const { body } = await system.automation.get(`/api/logs/${refund}`);
  expect(body).toMatchObject({ status: 'pass', humanDecision: 'rejected' });

  // A rule that was created from it is not created again, even if its project was renamed.
  await rename(await system.signIn(), 'Letters', 'Post');
  await page.goto('/rules/backtests');
  await page.getByRole('link', { name: 'No promises' }).click();
  await expect(page.getByRole('button', { name: 'Make live' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Create live rule' })).toHaveCount(0);
  await inspect(page, 'backtest-of-draft-created');
  await page.getByRole('button', { name: 'Put in shadow' }).click();
  await expect(row.getByLabel('Mode of No promises')).toHaveValue('shadow');
  await row.getByRole('button', { name: 'Delete No promises' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  // While the dialog is open, rows cannot be found by role.
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row).toHaveCount(0);
  await page.goto('/rules/backtests');
  await page.getByRole('link', { name: 'No promises' }).click();
  await page.getByRole('button', { name: 'Create live rule' }).click();
  await expect(row).toContainText('Post');

  await page.goto('/rules/backtests');
  await expect(page.getByRole('row').nth(1)).toContainText('No promisesDraft');
  await inspect(page, 'backtests');
  await page.setViewportSize(PHONE);
  await expectTableFits(page);
  await inspect(page, 'backtests-phone');
  await page.getByRole('link', { name: 'No promises' }).click();
  await expect(flips.getByRole('row')).toHaveCount(4);
  await page.setViewportSize(NARROW);
  await expectTableFits(page);
  await page.setViewportSize(PHONE);
  await inspect(page, 'backtest-phone');
  await flips.scrollIntoViewIfNeeded();
  await inspect(page, 'backtest-flips-phone');
  await page.setViewportSize(DESK);
  await inspect(page, 'backtest');
});

test('a stored rule is tested as it is or with unsaved changes, and goes live from its backtest', async ({
  page,
  system,
}) => {
  await letters(system, [
    ['We promise a refund.', null],
    ['We guarantee a refund.', null],
  ]);
  const admin = await system.signIn();
  const { body: rule } = await admin.post('/api/rules', {
    ...{ name: 'No promises', type: 'keyword_forbidden', value: 'promise', mode: 'shadow' },
  });
  const address = `/rules/${String(rule['id'])}`;
  await signInOn(page, system, address);
  await expect(page.getByText('This rule has no backtests yet.')).toBeVisible();
  await start(page);
  await expect(figure(page, 'Would fail')).toHaveText(/fail1/);
  await expect(page.getByText('Version 1, started by')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Put in shadow' })).toBeDisabled();
  await expect(page.getByText('Not checked')).toBeVisible();
  await page.getByRole('button', { name: 'Make live' }).click();
  await expect(page.getByLabel('Mode of No promises')).toHaveValue('live');

  await page.getByRole('link', { name: 'No promises' }).click();
  await page.getByRole('textbox', { name: 'Phrase' }).fill('guarantee');
  await page.getByRole('button', { name: 'Backtest', exact: true }).click();
  await expect(page.getByText('Your unsaved changes are tested.')).toBeVisible();
  await page.keyboard.press('Escape');
  await start(page);
  await expect(page.getByText('Draft, started by')).toBeVisible();
  await expect(page.getByRole('link', { name: 'We guarantee a refund.' })).toBeVisible();
  await page.getByRole('button', { name: 'Save in shadow' }).click();
  await expect(page.getByLabel('Mode of No promises')).toHaveValue('shadow');
  expect(await rules(admin)).toMatchObject([{ value: 'guarantee', mode: 'shadow' }]);

  await page.goto(address);
  await page.getByRole('link', { name: /^Backtest of No promises/ }).click();
  await expect(page.getByRole('heading', { name: 'Backtest of No promises' })).toBeVisible();
  await expect(page.getByText('The rule was changed after this backtest.')).toBeVisible();
  await inspect(page, 'backtest-of-changed-rule');
  const viewer = await joinAs(system, 'viewer');
  await signInOn(page, viewer, page.url());
  await expect(page.getByText('Done')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make live' })).toBeHidden();
  await page.getByRole('link', { name: 'Open the rule' }).click();
  await expect(page.getByRole('table', { name: 'Backtests' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Backtest', exact: true })).toBeHidden();
  await expect(page.getByText('Only managers and admins can change rules.')).toBeVisible();
  await inspect(page, 'rule-of-viewer');
});

test('changes to a stored rule are saved from its backtest with their approvals, and keep changes by others', async ({
  page,
  system,
}) => {
  await letters(system, [['We promise a refund.', null]]);
  const admin = await system.signIn();
  const { body: rule } = await admin.post('/api/rules', {
    ...{ name: 'No promises', type: 'keyword_forbidden', value: 'promise', mode: 'shadow' },
  });
  const address = `/rules/${String(rule['id'])}`;
  await signInOn(page, system, address);
  await page.getByLabel('Approvals needed').selectOption('3');
  await start(page);
  await expect(figure(page, 'Would fail')).toHaveText(/fail1/);
  await admin.patch(`/api${address}`, { value: 'vow', description: 'Legal asked for it.' });
  await page.getByRole('button', { name: 'Save as live' }).click();
  await expect(page.getByLabel('Mode of No promises')).toHaveValue('live');

  expect(await rules(admin)).toMatchObject([
    {
      ...{ value: 'promise', mode: 'live', description: 'Legal asked for it.' },
      approvals: { needed: 3 },
    },
  ]);
});

test('input after the start of a backtest is discarded only after a confirmation, and not saved with the tested rule', async ({
  page,
  system,
}) => {
  await letters(system, [['We promise a refund.', null]]);
  const admin = await system.signIn();
  await signInOn(page, system, '/rules/new');
  const description = page.getByLabel('Description');
  await page.getByLabel('Name', { exact: true }).fill('No promises');
  await page.getByRole('textbox', { name: 'Phrase' }).fill('promise');
  await start(page);
  await expect(figure(page, 'Would fail')).toHaveText(/fail1/);
  await description.fill('Legal asked for it.');
  const create = page.getByRole('button', { name: 'Create live rule' });
  await create.click();
  const dialog = page.getByRole('dialog', { name: 'Discard your later changes?' });
  await expect(dialog).toBeVisible();
  await inspect(page, 'backtest-later-changes');
  await page.setViewportSize(PHONE);
  await inspect(page, 'backtest-later-changes-phone');
  await page.setViewportSize(DESK);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(description).toHaveValue('Legal asked for it.');
  expect(await rules(admin)).toEqual([]);

  await create.click();
  await dialog.getByRole('button', { name: 'Discard and continue' }).click();
  await expect(page.getByLabel('Mode of No promises')).toHaveValue('live');
  expect(await rules(admin)).toMatchObject([{ value: 'promise', description: null }]);
});

test('a judge has an estimate and a budget; its backtest shows progress, blocks another one, and can be cancelled', async ({
  page,
  system,
}) => {
  // More than are judged at once.
  const said = Array.from({ length: 9 }, (_, n) => [`You are rude ${n}.`, null] as const);
  await letters(system, said);
  const admin = await system.signIn();
  await signInOn(page, system, '/rules/new');
  await page.getByLabel('Name', { exact: true }).fill('Tone');
  await page.getByLabel('Type', { exact: true }).selectOption('llm_judge');
  await page.getByLabel('Criterion').fill('The letter is polite.');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Backtest', exact: true }).click();
  await dialog.getByRole('button', { name: 'Estimate cost' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Open settings');
  await inspect(page, 'backtest-no-model');

  await using judge = await startOwnJudge(admin, { inputPerMillion: 300, outputPerMillion: 1500 });
  judge.hold();
  await dialog.getByRole('button', { name: 'Estimate cost' }).click();
  await expect(dialog.getByText(/^9 outputs, about \$\d+\.\d\d\.$/)).toBeVisible();
  await dialog.getByLabel('Maximum outputs').fill('90');
  await expect(dialog.getByLabel('Budget (US dollars)')).toBeHidden();
  // An estimate applies to what was requested, even if the fields change before the response.
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/rules/backtests', async (route) => {
    await held;
    await route.continue();
  });
  const estimate = dialog.getByRole('button', { name: 'Estimate cost' });
  await estimate.click();
  // The dialog only reads, so it can be closed without waiting.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Backtest', exact: true }).click();
  await estimate.click();
  await dialog.getByLabel('Maximum outputs').fill('100');
  const estimated = page.waitForResponse('**/api/rules/backtests');
  answer();
  await estimated;
  await expect(estimate).toBeEnabled();
  await expect(dialog.getByLabel('Budget (US dollars)')).toBeHidden();
  await page.unroute('**/api/rules/backtests');
  await estimate.click();
  await expect(dialog.getByLabel('Budget (US dollars)')).toHaveValue(/^\d+\.\d\d$/);
  await inspect(page, 'backtest-budget');
  await page.setViewportSize(PHONE);
  await dialog.getByLabel('Budget (US dollars)').scrollIntoViewIfNeeded();
  await inspect(page, 'backtest-budget-phone');
  await page.setViewportSize(DESK);
  await dialog.getByLabel('Budget (US dollars)').fill('0.01');
  await dialog.getByRole('button', { name: 'Start backtest' }).click();
  await expect(page.getByText('0 of 9 outputs checked')).toBeVisible();
  await expect.poll(() => judge.received.length).toBeGreaterThan(0);
  await expect(page.getByText('Running')).toBeVisible();
  await inspect(page, 'backtest-running');

  await page.getByRole('button', { name: 'Backtest', exact: true }).click();
  await dialog.getByRole('button', { name: 'Estimate cost' }).click();
  await dialog.getByRole('button', { name: 'Start backtest' }).click();
  await expect(dialog.getByRole('link', { name: 'View it' })).toHaveAttribute(
    'href',
    /^\/rules\/backtests\/./,
  );
  await inspect(page, 'backtest-conflict');
  await page.keyboard.press('Escape');
  judge.release();
  await expect(page.getByText('Stopped')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('budget');
  await page.getByRole('alert').scrollIntoViewIfNeeded();
  await inspect(page, 'backtest-stopped');

  judge.hold();
  await start(page, async () => {
    await dialog.getByRole('button', { name: 'Estimate cost' }).click();
  });
  await page.getByRole('button', { name: 'Cancel backtest' }).click();
  await expect(page.getByText('Cancelled', { exact: true })).toBeVisible();
  judge.release();
});

type Said = readonly [text: string, decision: 'approved' | 'rejected' | null];

/** Creates passed outputs with decisions; each is a second newer than the one before. */
async function letters(system: EmbeddedSystem, said: readonly Said[]) {
  const { automation } = system;
  const admin = await system.signIn();
  const ids: string[] = [];
  for (const [index, [output, decision]] of said.entries()) {
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString();
    const { id } = await submit(automation, { project: 'Letters', output, timestamp });
    await awaitVerdict(automation, id);
    ids.push(id);
    if (decision) await admin.patch(`/api/logs/${id}/decision`, { decision, comment: 'So.' });
  }
  // Wait until search finds them.
  await eventually(async () => {
    expect(await search(automation, { status: 'pass' })).toMatchObject({ total: said.length });
  }, 30_000);
  return ids;
}

async function rename(client: Client, name: string, after: string): Promise<void> {
  const { text } = await client.get('/api/projects');
  const found = (JSON.parse(text) as { id: string; name: string }[]).find(
    (project) => project.name === name,
  );
  expect(await client.patch(`/api/projects/${found?.id}`, { name: after })).toMatchObject({
    status: 200,
  });
}

async function rules(client: Client): Promise<unknown> {
  const { text } = await client.get('/api/rules');
  return JSON.parse(text);
}

/** Starts a backtest from the form of a rule. */
async function start(page: Page, before = () => Promise.resolve()): Promise<void> {
  await page.getByRole('button', { name: 'Backtest', exact: true }).click();
  await before();
  await page.getByRole('button', { name: 'Start backtest' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** A figure of the result with its note. */
const figure = (page: Page, name: string) => page.locator('dl > div').filter({ hasText: name });
