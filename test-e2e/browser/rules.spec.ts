import type { Route } from '@playwright/test';
import { eventually } from '@output-review/runtime/testing';

import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import {
  expect,
  expectTableFits,
  inspect,
  PAINTED,
  refuse,
  signInOn,
  test,
} from './browser-test.ts';
import { startOwnJudge } from './own-judge.ts';
import { inBody } from './sample-files.ts';

test('a rule is tried while it is edited, applies once it is saved, and can be turned off', async ({
  page,
  system,
}) => {
  const project = uniqueName('Orders');
  const name = uniqueName('Total in bounds');
  await submit(system.automation, { project, output: '{"total": 20}' });
  await signInOn(page, system, '/rules/new');

  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Type', { exact: true }).selectOption('json_field_range');
  await page.getByLabel('Path').fill('total');
  await page.getByLabel('Maximum').fill('500');
  await page.getByLabel('Project').fill(project);
  await page.getByLabel('Output text').fill('{"total": 900}');
  await expect(page.getByText('at most 500 allowed')).toBeVisible();
  await inspect(page, 'rule');
  await page.getByLabel('Output text').fill('');
  await expect(page.getByText('The result updates as you type.')).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(project);

  const held = await submit(system.automation, { project, output: '{"total": 900}' });
  expect((await awaitVerdict(system.automation, held.id)).body).toMatchObject({
    status: 'flagged',
  });
  await page.reload();
  await expect(row.getByRole('cell').nth(4)).toHaveText('1');
  await inspect(page, 'rules');
  await row.getByLabel(`Mode of ${name}`).selectOption('off');
  await expect(row.getByLabel(`Mode of ${name}`)).toHaveValue('off');
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  // While the dialog is open, rows cannot be found by role.
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(row).toBeHidden();

  const { body } = await (await system.signIn()).get('/api/rules');
  expect(JSON.stringify(body)).not.toContain(name);
});

test('a rule saved after the user left the page does not navigate', async ({ page, system }) => {
  const name = uniqueName('No promises');
  const held: Route[] = [];
  await page.route('**/api/rules', (route) =>
    route.request().method() === 'POST' ? void held.push(route) : route.continue(),
  );
  await signInOn(page, system, '/rules/new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Type', { exact: true }).selectOption('max_length');
  await page.getByLabel('Maximum characters').fill('500');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => held.length).toBe(1);
  await page.getByRole('link', { name: 'Instructions', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Instructions', level: 1 })).toBeVisible();

  await held[0]?.continue();

  await expect(page.getByText(`${name} saved`)).toBeVisible();
  // A user who stayed would be taken to the list.
  await page.evaluate(PAINTED);
  await expect(page).toHaveURL(/\/instructions$/);
});

test('a page with an unsaved rule asks before it is left, by a link, Back or a reload', async ({
  page,
  system,
}) => {
  await signInOn(page, system, '/instructions');
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await page.getByRole('link', { name: 'New rule' }).first().click();
  const name = page.getByLabel('Name', { exact: true });
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
  // Nothing is lost yet.
  await page.getByRole('link', { name: 'All rules' }).click();
  await expect(name).toBeHidden();
  await page.goBack();
  await name.fill('No promises');

  const rules = page.getByRole('link', { name: 'All rules' });
  await rules.press('Enter');
  await expect(dialog).toBeVisible();
  await inspect(page, 'rule-unsaved');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(rules).toBeFocused();
  await page.goBack();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL(/\/rules\/new$/);
  await expect(name).toHaveValue('No promises');
  const asked = page.waitForEvent('dialog');
  void page.reload().catch(() => {});
  await (await asked).dismiss();
  await expect(name).toHaveValue('No promises');
  await page.goBack();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/rules$/);
});

test('a rule counts its own failures, and applies more widely once its task and project are cleared', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  const project = uniqueName('Refunds');
  const rule = async (name: string, value: string) => {
    const fields = { type: 'keyword_forbidden', value, projectName: project };
    await admin.post('/api/rules', { ...fields, name, taskName: 'Letters', description: 'Legal.' });
  };
  const [failed, beside] = [uniqueName('No promises'), uniqueName('No shouting')];
  await rule(failed, 'promise');
  await rule(beside, 'HURRY UP');
  const { id } = await submit(system.automation, {
    ...{ project, task: 'Letters', output: 'We promise.' },
  });
  await awaitVerdict(system.automation, id);
  await admin.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  await signInOn(page, system, '/rules');

  const cellsOf = (name: string) =>
    page.getByRole('row').filter({ hasText: name }).getByRole('cell');
  for (const [name, counts] of [
    [failed, ['1', '1', '1']],
    [beside, ['1', '0', '0']],
  ] as const) {
    for (const [at, count] of counts.entries()) {
      await expect(cellsOf(name).nth(3 + at)).toHaveText(count);
    }
  }
  await cellsOf(failed).nth(5).getByRole('link').click();
  await expect(page.getByRole('row').filter({ hasText: project })).toHaveCount(1);

  const widen = async (label: string, place: string) => {
    await page.goto('/rules');
    await page.getByRole('link', { name: failed }).click();
    await page.getByLabel(label).fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(cellsOf(failed).nth(2)).toHaveText(place);
  };
  await widen('Task', project);
  await widen('Project', 'All outputs');
  await admin.get('/api/rules').then(async ({ text }) => {
    const found = (JSON.parse(text) as { id: string; name: string }[]).find(
      ({ name }) => name === failed,
    );
    // It would apply to the outputs of all other tests.
    await admin.delete(`/api/rules/${found?.id}`);
  });
});

test('a failed count is not shown as loading', async ({ page, system }) => {
  const name = uniqueName('No promises');
  const rule = { name, type: 'keyword_forbidden', value: 'promise' };
  await (await system.signIn()).post('/api/rules', rule);
  await refuse(page, '**/api/logs?*');
  await signInOn(page, system, '/rules');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByLabel('Not available')).toHaveText(['–', '–', '–']);
  await inspect(page, 'rules-not-counted');
});

test('a shadow rule is marked in the list, and an output shows what would have failed', async ({
  page,
  system,
}) => {
  await using judge = await startOwnJudge(await system.signIn());
  const project = uniqueName('Letters');
  const name = uniqueName('Tone');
  await signInOn(page, system, '/rules/new');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Type', { exact: true }).selectOption('llm_judge');
  await page.getByLabel('Criterion').fill('The letter is polite.');
  await page.getByLabel('Project').fill(project);
  const rate = page.getByLabel('Outputs to judge (%)');
  await expect(rate).toBeHidden();
  await page.getByLabel('Mode', { exact: true }).selectOption('shadow');
  await rate.fill('50');
  await inspect(page, 'rule-in-shadow');
  await page.setViewportSize({ width: 390, height: 844 });
  await rate.scrollIntoViewIfNeeded();
  await inspect(page, 'rule-in-shadow-phone');
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByLabel(`Mode of ${name}`)).toHaveValue('shadow');
  await expectTableFits(page);
  await inspect(page, 'rules-in-shadow-phone');
  await page.setViewportSize({ width: 1360, height: 850 });
  await expect(row.getByText('Shadow').first()).toBeVisible();
  await inspect(page, 'rules-in-shadow');
  await row.getByRole('link', { name }).click();
  await expect(rate).toHaveValue('50');
  await rate.fill('100');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(row).toBeVisible();
  const short = { name: 'Not too short', type: 'min_length', value: '5', projectName: project };
  const admin = await system.signIn();
  for (const mode of ['shadow', 'live']) {
    expect((await admin.post('/api/rules', { ...short, mode })).status).toBe(201);
  }

  const { id } = await submit(system.automation, { project, output: 'You are rude.' });
  await eventually(async () => {
    const { text } = await system.automation.get(`/api/logs/${id}`);
    expect(text).toContain('"shadow":true');
  }, 60_000);
  await page.goto(`/outputs/${id}`);

  await expect(page.getByText('Would have failed')).toBeVisible();
  await expect(page.getByText('Would have passed')).toBeVisible();
  // The output, its live rule, and the evaluation in the timeline.
  await expect(page.getByText('Passed', { exact: true })).toHaveCount(3);
  await inspect(page, 'output-with-shadow');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('Would have failed').scrollIntoViewIfNeeded();
  await inspect(page, 'output-with-shadow-phone');
  expect(judge.received).toHaveLength(1);
});

test('a judge is tried on a stored output with only a file, reads the file, and then holds such outputs', async ({
  page,
  system,
}) => {
  await using judge = await startOwnJudge(await system.signIn());
  const body = {
    project: 'Letters',
    outputAttachments: [inBody('letter.txt', 'Dear customer, you are rude.')],
  };
  const { id } = await submit(system.automation, body);
  await awaitVerdict(system.automation, id);
  await signInOn(page, system, '/rules/new');

  await page.getByLabel('Name', { exact: true }).fill('Tone');
  await page.getByLabel('Type', { exact: true }).selectOption('llm_judge');
  await page.getByLabel('Criterion').fill('The letter is polite.');
  await page.getByLabel('Output ID').fill(id);
  await page.keyboard.press('Enter');
  await expect(page.getByText('letter.txt')).toBeVisible();
  const ask = page.getByRole('button', { name: 'Ask the judge' });
  await ask.click();
  await expect(page.getByText('There was nothing to read')).toBeVisible();
  expect(judge.received).toHaveLength(0);
  await page.getByLabel('Send the output’s files to the judge').check();
  await ask.click();
  await expect(page.getByText('Rule “Tone” is not met: It is rude.')).toBeVisible();
  await inspect(page, 'rule-on-output');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('It is rude.').scrollIntoViewIfNeeded();
  await inspect(page, 'rule-on-output-phone');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Tone' })).toBeVisible();

  const held = await submit(system.automation, body);
  expect((await awaitVerdict(system.automation, held.id)).body).toMatchObject({
    ...{ status: 'flagged', explanation: expect.stringContaining('It is rude.') },
  });
});

test('a judge that failed runs again only by another click', async ({ page, system }) => {
  await using judge = await startOwnJudge(await system.signIn());
  let asked = 0;
  let isLimited = true;
  await page.route('**/api/rules/evaluate', (route) => {
    asked += 1;
    if (!isLimited) return route.continue();
    const json = { error: 'Too many model calls.', code: 'RATE_LIMITED', fields: {} };
    return route.fulfill({ status: 429, json });
  });
  await signInOn(page, system, '/rules/new');
  await page.getByLabel('Type', { exact: true }).selectOption('llm_judge');
  await page.getByLabel('Output text').fill('You are rude.');
  const ask = page.getByRole('button', { name: 'Ask the judge' });
  await expect(ask).toBeDisabled();
  const criterion = page.getByLabel('Criterion');
  await criterion.fill('The letter is polite.');
  await ask.click();
  await expect(page.getByText('Too many model calls.')).toBeVisible();

  await criterion.fill('The letter is friendly.');
  await criterion.fill('The letter is polite.');
  await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
  isLimited = false;
  await ask.click();
  await expect(page.getByText('It is rude.')).toBeVisible();
  expect(asked).toBe(2);
  expect(judge.received).toHaveLength(1);
});

test('a search among many rules says that it found none', async ({ page, system }) => {
  const admin = await system.signIn();
  for (let n = 0; n < 21; n += 1) {
    const rule = { name: `Rule ${n}`, type: 'keyword_forbidden', value: 'promise' };
    expect((await admin.post('/api/rules', rule)).status).toBe(201);
  }
  await signInOn(page, system, '/rules');
  await page.getByLabel('Find a rule').fill('refund');
  await expect(page.getByRole('status').filter({ hasText: 'Nothing found' })).toBeVisible();
  await expect(page.getByRole('table')).toHaveCount(0);
  await inspect(page, 'rules-nothing-found');
  await page.getByLabel('Find a rule').fill('rule 20');
  await expect(page.getByRole('link', { name: 'Rule 20', exact: true })).toBeVisible();
});

test('a page of a rule that does not exist leads to the list', async ({ page, system }) => {
  await signInOn(page, system, '/rules/nothing');
  await expect(page.getByRole('alert')).toBeVisible();
  await inspect(page, 'rule-not-found');
  await page.getByRole('link', { name: 'All rules' }).click();
  await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible();
});
