import type { Page } from '@playwright/test';

import type { Client, JsonObject } from '../harness/client.ts';
import { type JudgeServer, startJudgeServer } from '../harness/judge-server.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { makeAutomation, newAddress, PASSWORD, signUp } from '../harness/people.ts';
import type { System } from '../harness/system.ts';
import { expect, inspect, signInOn, test } from './browser-test.ts';

const FIRST = `# Answering customers

Reply to {{name}} in a friendly tone.

- Name a delivery date.
- Sign as the support team.`;

const DRAFTED = `# Answering customers

Reply to {{name}} in a friendly tone.

- Name no delivery date that the order does not have.
- Keep it to three sentences.
- Sign as the support team.`;

const NAMES = { project: 'Support', task: 'Letters' };

let model: JudgeServer;
let email: string;
let manager: Client;
let automation: Client;

test.beforeEach(async ({ page, system }) => {
  model = await startJudgeServer({ takesMs: 0 });
  email = newAddress('Mia');
  manager = await signUp(system, { email, workspaceName: uniqueName('Letters') });
  automation = await makeAutomation(system, manager);
  await signInOn(page, { email, password: PASSWORD });
});

test.afterEach(() => model.close());

test('instructions are written, and decisions on their outputs become notes, a suggestion and the next version', async ({
  page,
}) => {
  await manager.post('/api/rules', {
    ...{ name: 'No promises', type: 'keyword_forbidden', value: 'promise' },
  });
  await page.getByRole('link', { name: 'Instructions' }).click();
  await expect(page.getByText('No instructions yet')).toBeVisible();
  await inspect(page, 'instructions-none');

  await writeFirst(page);
  const promised = await run('We promise it for Friday.');
  await run('It is on its way.');
  await reject(promised, 'Promise no date that the order does not have.');
  // The note arrives by an event; notes are cited by position.
  await expect(page.getByRole('heading', { name: '1 queued note' })).toBeVisible();
  await page.getByLabel('Add a note').fill('Three sentences are enough.');
  await page.getByRole('button', { name: 'Queue note' }).click();
  await expect(page.getByRole('heading', { name: '2 queued notes' })).toBeVisible();
  const versions = page.getByRole('table', { name: 'Versions' });
  await expect(versions.getByRole('link', { name: '50%' })).toBeVisible();

  await page.getByRole('button', { name: 'Draft a suggestion' }).click();
  await expect(page.getByText('No model is set up')).toBeVisible();
  await setUpModel();
  model.fail(401);
  await page.getByRole('button', { name: 'Draft a suggestion' }).click();
  await expect(page.getByText('The provider refused the key.')).toBeVisible();
  await inspect(page, 'instructions-suggestion-failed');
  model.mend();
  model.hold();
  await page.getByRole('button', { name: 'Draft a suggestion' }).click();
  await expect(page.getByText('Drafting a suggestion')).toBeVisible();
  await inspect(page, 'instructions-drafting');
  model.say({
    content: DRAFTED,
    changes: [
      { summary: 'No date is named that the order does not have.', notes: [1] },
      { summary: 'Replies are kept to three sentences.', notes: [2] },
    ],
  });
  model.release();

  const changes = page.getByRole('list', { name: 'Changes and reasons' });
  await expect(changes.getByRole('listitem').first()).toContainText('Promise no date');
  await inspect(page, 'instructions-suggestion');
  const edit = page.getByRole('button', { name: 'Edit', exact: true }).first();
  await edit.click();
  await expectNoEmptyText(page);
  await edit.click();
  await add(page, '\n- Never blame the courier.', 'New text');
  await page.getByRole('button', { name: 'Accept as edited' }).click();
  const lines = page.getByRole('region', { name: 'Version 2' }).getByRole('listitem');
  await expect(lines.last()).toHaveText('Never blame the courier.');
  await expect(page.getByRole('heading', { name: 'Notes', exact: true })).toBeVisible();
  expect((await automation.post('/api/instructions', NAMES)).body).toMatchObject({
    ...{ version: 2, source: 'suggestion', content: `${DRAFTED}\n- Never blame the courier.` },
  });

  await run('It is on its way, {{name}}.');
  await expect(versions.getByRole('link', { name: '100%' })).toBeVisible();
  await inspect(page, 'instructions-document');
  await page.getByRole('button', { name: 'Show changes in version 2' }).click();
  const comparison = page.getByRole('dialog');
  await expect(comparison.locator('ins').first()).toBeVisible();
  await expect(comparison.getByText('2 outputs, 50% passed')).toBeVisible();
  await inspect(page, 'instructions-compare');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'All instructions' }).click();
  const rowOfAll = page.getByRole('row').filter({ hasText: 'Support / Letters' });
  await expect(rowOfAll).toContainText(email);
  await inspect(page, 'instructions');
  await page.getByRole('link', { name: 'Support / Letters' }).click();
  await versions.getByRole('row').nth(2).getByRole('link', { name: '1', exact: true }).click();
  await expect(page.getByRole('table')).toContainText('We promise it for Friday.');
});

test('saving after another person keeps both versions, and restores an earlier one', async ({
  context,
  page,
}) => {
  await automation.post('/api/instructions', { ...NAMES, default: FIRST });
  await manager.post('/api/instructions/feedback', { ...NAMES, comment: 'Greet by name.' });
  await openDocument(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await add(page, '\n- Greet by name.');
  const other = await context.newPage();
  await openDocument(other);
  await other.getByRole('button', { name: 'Edit', exact: true }).click();
  await textIn(other).fill(FIRST.replace('friendly', 'formal'));
  await save(other, 'The board wants it so.');
  await expect(other.getByText('Version 2 saved')).toBeVisible();

  await page.bringToFront();
  await page.getByRole('button', { name: 'Save…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason (optional)').fill('Customers like their names.');
  await dialog.getByLabel('Greet by name.').check();
  await inspect(page, 'instructions-save');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your changes')).toBeVisible();
  await expect(page.getByText('Changes in version 2')).toBeVisible();
  await inspect(page, 'instructions-conflict');
  await page.reload();
  await expect(textIn(page)).toContainText('Greet by name.');
  await page.getByRole('button', { name: 'Continue with mine' }).click();
  await page.getByRole('button', { name: 'Save…' }).click();
  await expect(dialog.getByLabel('Reason (optional)')).toHaveValue('Customers like their names.');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  const versions = page.getByRole('table', { name: 'Versions' });
  await expect(versions.getByRole('row').nth(1)).toContainText('Customers like their names.');
  await expect(page.getByRole('heading', { name: 'Notes', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Restore version 2' }).click();
  await inspect(page, 'instructions-restore');
  await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
  await expect(page.getByText('Version 2 restored as version 4')).toBeVisible();
  expect((await automation.post('/api/instructions', NAMES)).body).toMatchObject({
    ...{ version: 4, content: FIRST.replace('friendly', 'formal') },
  });
});

test('a reviewer can read, add and withdraw notes, and nothing else', async ({
  browser,
  system,
}) => {
  await automation.post('/api/instructions', { ...NAMES, default: FIRST });
  const reviewer = await join(system, 'reviewer');
  const context = await browser.newContext({ baseURL: system.url });
  const page = await context.newPage();
  await signInOn(page, { email: reviewer, password: PASSWORD });

  await openDocument(page);
  await page.getByLabel('Add a note').fill('Too long.');
  await page.getByRole('button', { name: 'Queue note' }).click();
  await expect(page.getByRole('heading', { name: '1 queued note' })).toBeVisible();
  for (const name of ['Edit', 'Draft a suggestion', 'Restore version 1']) {
    await expect(page.getByRole('button', { name, exact: true })).toBeHidden();
  }
  await page.getByRole('button', { name: 'Withdraw: Too long.' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(page.getByRole('heading', { name: 'Notes', exact: true })).toBeVisible();
  await context.close();
});

test('rejected and corrected outputs become a suggestion that links to each of them', async ({
  page,
}) => {
  await manager.post('/api/rules', {
    ...{ name: 'No promises', type: 'keyword_forbidden', value: 'promise' },
  });
  await automation.post('/api/instructions', { ...NAMES, default: FIRST });
  await setUpModel();
  await openDocument(page);
  await expect(page.getByText('No queued notes')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Draft a suggestion' })).toBeHidden();
  const promised = await run('We promise it for Friday.');
  const dated = await run('I promise that you have it tomorrow.');
  const long = await run('It is on its way, as you can see on the page of the courier.');
  const fine = await run('It is on its way.');
  await decide(promised, { decision: 'rejected' });
  await decide(dated, { decision: 'rejected' });
  await decide(long, { decision: 'changed', correctedOutput: 'It is on its way.' });
  await decide(fine, { decision: 'approved' });
  await manager.post('/api/instructions/feedback', { ...NAMES, comment: 'Greet by name.' });
  await page.reload();
  const sources = page.getByRole('group', { name: 'Draft from' });
  await sources.getByRole('button', { name: 'Both' }).click();
  await expect(page.getByText('and from the outputs of version 1')).toBeVisible();
  await inspect(page, 'instructions-draft-from');
  await sources.getByRole('button', { name: 'Outputs' }).click();
  model.say({
    content: DRAFTED,
    changes: [
      { summary: 'No date is named that the order does not have.', notes: [], outputs: [2, 3] },
      { summary: 'Replies are short.', notes: [], outputs: [1] },
    ],
  });
  await page.getByRole('button', { name: 'Draft a suggestion' }).click();

  const groups = page.getByRole('region', { name: 'What people corrected most since version 1' });
  await expect(
    groups.getByRole('listitem').filter({ hasText: 'Failed “No promises”' }),
  ).toContainText('2 outputs');
  await expect(page.getByText('From version 1 and 3 outputs.')).toBeVisible();
  await expect(groups.getByRole('link', { name: '1 approved' })).toBeVisible();
  await inspect(page, 'instructions-from-outputs');
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'instructions-from-outputs-phone');
  await page.setViewportSize({ width: 1360, height: 850 });
  await groups.getByRole('link', { name: dated }).click();
  // The text after the match of the rule, which is marked a moment later.
  await expect(page.getByRole('region', { name: 'Output', exact: true })).toContainText(
    'that you have it tomorrow.',
  );

  await change(manager.delete(`/api/logs/${dated}`));
  const query = new URLSearchParams(NAMES).toString();
  const suggestions = async () =>
    (await manager.get(`/api/instructions/suggestions?${query}`)).text;
  await expect.poll(suggestions).not.toContain(dated);
  await openDocument(page);
  await expect(groups.getByText('1 deleted since')).toBeVisible();
  await page.getByRole('button', { name: 'Accept', exact: true }).click();
  await expect(page.getByText('Suggestion accepted as version 2')).toBeVisible();
  // The decisions are about the previous version; the note is still queued.
  await expect(sources).toBeHidden();
  await expect(page.getByRole('heading', { name: '1 queued note' })).toBeVisible();
});

async function writeFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New instructions' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Project').fill(NAMES.project);
  await dialog.getByLabel('Task').fill(NAMES.task);
  await inspect(page, 'instructions-new');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Write instructions' }).click();
  await add(page, FIRST);
  await inspect(page, 'instructions-write');
  await save(page, '');
  await expect(page.getByRole('heading', { name: 'Answering customers' })).toBeVisible();
}

const textIn = (page: Page, name = 'Text') => page.getByRole('textbox', { name, exact: true });

async function openDocument(page: Page): Promise<void> {
  await page.goto('/instructions');
  await page.getByRole('link', { name: 'Support / Letters' }).click();
}

async function add(page: Page, text: string, name = 'Text'): Promise<void> {
  await textIn(page, name).click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.insertText(text);
}

/** Clears the text of a suggestion, which must not count as unchanged, and restores it. */
async function expectNoEmptyText(page: Page): Promise<void> {
  await textIn(page, 'New text').click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.press('Delete');
  await expect(page.getByText('Instructions can’t be empty.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Accept/ })).toBeDisabled();
  await inspect(page, 'instructions-suggestion-emptied');
  await page.getByRole('button', { name: 'Undo edits' }).click();
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeEnabled();
}

async function save(page: Page, reason: string): Promise<void> {
  await page.getByRole('button', { name: 'Save…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason (optional)').fill(reason);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
}

/** Submits an output like the automation, with the active version. */
async function run(output: string): Promise<string> {
  const { id } = await submit(automation, { ...NAMES, output });
  await awaitVerdict(automation, id);
  return id;
}

async function reject(id: string, comment: string): Promise<void> {
  await decide(id, { decision: 'rejected', comment });
}

async function decide(id: string, decision: JsonObject): Promise<void> {
  await change(manager.patch(`/api/logs/${id}/decision`, decision));
}

async function setUpModel(): Promise<void> {
  const entry = { provider: 'openai_compatible', model: 'local', apiKey: 'sk-test' };
  await change(
    manager.patch('/api/settings', {
      defaultJudgeProvider: entry.provider,
      judgeProviders: [{ ...entry, baseUrl: model.settings['JUDGE_BASE_URL'] }],
    }),
  );
}

async function join(system: System, role: string): Promise<string> {
  const { token } = await change(manager.post('/api/members/invitations', { role }));
  const person = { name: role, email: newAddress(role), password: PASSWORD };
  await change(system.stranger.post(`/api/invitations/${String(token)}/accept`, person));
  return person.email;
}

async function change(call: ReturnType<Client['post']>): Promise<JsonObject> {
  const { status, body, text } = await call;
  if (status >= 300) throw new Error(`A change answered ${status}: ${text}`);
  return body;
}
