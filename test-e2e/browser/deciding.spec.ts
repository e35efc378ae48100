import type { Page } from '@playwright/test';

import { awaitVerdict, submit } from '../harness/outputs.ts';
import { joinAs } from '../harness/people.ts';
import type { System } from '../harness/system.ts';
import { expect, inspect, NARROW, PAINTED, signInOn, test } from './browser-test.ts';
import {
  decisionOf,
  HELD,
  holdDecisions,
  openQueue,
  rowsOf,
  seedQueue,
  textOf,
} from './queue-steps.ts';
import { inBody } from './sample-files.ts';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

async function openOne(page: Page, system: System, id: string): Promise<void> {
  await signInOn(page, system, `/outputs/${id}`);
}

const bar = (page: Page) => page.getByRole('group', { name: 'Decision' });

test('a passed output is decided on its page, and the decision changed after a confirmation', async ({
  page,
  system,
}) => {
  const { id } = await submit(system.automation, { project: 'Letters', output: 'Dear Ada' });
  expect((await awaitVerdict(system.automation, id)).body).toMatchObject({ status: 'pass' });
  const decision = () => decisionOf(system.automation, id);
  const sendHeld = await holdDecisions(page);
  await openOne(page, system, id);

  await bar(page).getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText('Will be sent in a few seconds.')).toBeVisible();
  await inspect(page, 'output-decided-held');
  await page.getByRole('button', { name: 'Undo' }).click();
  await bar(page).getByRole('button', { name: 'Approve' }).click();
  await sendHeld();
  await expect.poll(decision).toBe('approved');

  await expect(bar(page)).toBeHidden();
  await page.getByRole('button', { name: 'Change decision' }).click();
  await bar(page).getByRole('button', { name: 'Reject' }).click();
  const question = page.getByRole('dialog', { name: 'Change from approved to rejected?' });
  await inspect(page, 'output-change-decision');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Will be sent in a few seconds.')).toBeHidden();
  await page.getByLabel('Comment (optional)').fill('It names no date.');
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await question.getByRole('button', { name: 'Change decision' }).click();
  await sendHeld();
  await expect.poll(decision).toBe('rejected');

  const { body } = await system.automation.get(`/api/logs/${id}`);
  expect(body).toMatchObject({
    comment: 'It names no date.',
    decisions: [
      { decision: 'approved', clearedAt: expect.any(String) },
      { decision: 'rejected', by: system.email, clearedAt: null },
    ],
  });
  await expect(page.getByText('Revoked')).toBeVisible();
});

test('the focus stays on the button of the same decision for the next output', async ({
  page,
  system,
}) => {
  const texts = ['One', 'Two', 'Three', 'Four'];
  const { project } = await seedQueue(system, texts);
  await openQueue(page, system, project);
  // Open each one, so that all are loaded.
  for (const text of texts.slice(1)) {
    await page.keyboard.press('j');
    await expect(textOf(page)).toHaveText(text);
  }
  for (const text of texts.slice(0, -1).toReversed()) {
    await page.keyboard.press('k');
    await expect(textOf(page)).toHaveText(text);
  }
  const reject = bar(page).getByRole('button', { name: /^Reject/ });
  await reject.focus();
  for (const text of texts.slice(1)) {
    await page.keyboard.press('Enter');
    await expect(textOf(page)).toHaveText(text);
    await expect(reject).toBeFocused();
  }
});

test('a key held down, a shortcut of the browser and a key behind a dialog decide nothing', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['One', 'Two', 'Three']);
  await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  for (const keys of ['Control+a', 'Alt+r', 'Meta+h', '?', 'a']) await page.keyboard.press(keys);
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).press('Escape');
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(textOf(page)).toHaveText('One');

  await page.keyboard.down('a');
  await expect(textOf(page)).toHaveText('Two');
  await page.keyboard.down('a');
  await page.keyboard.up('a');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Three');
  await expect(rowsOf(page)).toHaveCount(2);
});

test('the focus returns to the button once the next output has loaded', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  let come = (): void => {};
  const isLate = new Promise<void>((resolve) => (come = resolve));
  await page.route(`**/api/logs/${ids[1]}`, async (route) => {
    await isLate;
    await route.continue();
  });
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  const reject = bar(page).getByRole('button', { name: /^Reject/ });
  await reject.focus();
  await page.keyboard.press('Enter');
  await expect(textOf(page)).toBeHidden();
  await page.setViewportSize(NARROW);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Queue');
  await expect(page.getByRole('button', { name: 'Back to the list' })).toBeVisible();
  come();
  await expect(textOf(page)).toHaveText('Two');
  await expect(reject).toBeFocused();
});

test('the confirmation to change a decision closes with that decision, and does not return with the next', async ({
  page,
  system,
}) => {
  const { id } = await submit(system.automation, { project: 'Letters', output: 'Dear Ada' });
  await awaitVerdict(system.automation, id);
  const approve = async (): Promise<void> => {
    const path = `/api/logs/${id}/decision`;
    expect((await system.automation.patch(path, { decision: 'approved' })).status).toBe(200);
  };
  await approve();
  const ben = await joinAs(system, 'reviewer');
  await openOne(page, system, id);
  await page.getByRole('button', { name: 'Change decision' }).click();
  await bar(page).getByRole('button', { name: 'Reject' }).click();
  const question = page.getByRole('dialog', { name: 'Change from approved to rejected?' });
  await expect(question).toBeVisible();
  const flag = await ben.client.patch(`/api/logs/${id}/status`, { status: 'flagged' });
  expect(flag.status).toBe(200);
  await expect(question).toBeHidden();
  // Above the buttons; the timeline uses other words for both.
  const decided = 'Approvedby the API';
  await expect(page.getByRole('main')).not.toContainText(decided);
  await approve();

  await expect(page.getByRole('main')).toContainText(decided);
  await expect(question).toBeHidden();
});

test('changing a decision that another person changes first shows a notice, and starts over', async ({
  page,
  system,
}) => {
  const { id } = await submit(system.automation, { project: 'Letters', output: 'Dear Ada' });
  await awaitVerdict(system.automation, id);
  const ben = await joinAs(system, 'reviewer');
  const decideAsBen = async (decision: string): Promise<void> => {
    const body = { decision, override: true };
    expect((await ben.client.patch(`/api/logs/${id}/decision`, body)).status).toBe(200);
  };
  await decideAsBen('approved');
  await openOne(page, system, id);
  const change = page.getByRole('button', { name: 'Change decision' });
  await change.click();
  await page.getByLabel('Comment (optional)').fill('It names no date.');
  await decideAsBen('rejected');
  await expect(page.getByText(`${ben.email} changed the decision: Rejected.`)).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await inspect(page, 'output-decided-again');

  await change.click();
  await expect(page.getByLabel('Comment (optional)')).toHaveValue('It names no date.');
  await bar(page).getByRole('button', { name: 'Approve' }).click();
  const question = page.getByRole('dialog', { name: 'Change from rejected to approved?' });
  await expect(question).toBeVisible();
  await decideAsBen('handled');
  await expect(page.getByText(`${ben.email} changed the decision: Handled.`)).toBeVisible();
  await expect(question).toBeHidden();
  await page.setViewportSize(PHONE);
  await inspect(page, 'output-decided-again-phone');
});

test('a typed comment is prefilled in the redo dialog, and survives a correction', async ({
  page,
  system,
}) => {
  const { ids } = await seedQueue(system, ['Dear Ada', 'Dear Bob']);
  const [first, second] = ids as [string, string];
  await openOne(page, system, first);
  await page.getByLabel('Comment (optional)').fill('Name a date.');
  await bar(page).getByRole('button', { name: 'Redo' }).click();
  await expect(page.getByLabel('What should be different?')).toHaveValue('Name a date.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => decisionOf(system.automation, first)).toBe('changed');
  const { body } = await system.automation.get(`/api/logs/${first}`);
  expect(body).toMatchObject({ comment: 'Name a date.', correctedOutput: null });
  await expect(page.getByRole('main')).toContainText(`Redoby ${system.email}`);
  await expect(page.getByText('Corrected', { exact: true })).toHaveCount(0);

  await page.goto(`/outputs/${second}`);
  await page.getByLabel('Comment (optional)').fill('Always name a date.');
  await bar(page).getByRole('button', { name: 'Correct' }).click();
  const dialog = page.getByRole('dialog', { name: 'Correct the output' });
  await expect(dialog).toContainText('Your comment stays in its field');
  await page.getByLabel('Corrected output').press('End');
  await page.keyboard.type(', on Friday');
  await inspect(page, 'output-correction-with-comment');
  await page.getByRole('button', { name: 'Review correction' }).click();
  await page.getByRole('button', { name: 'Use correction' }).click();
  await expect.poll(() => decisionOf(system.automation, second)).toBe('changed');
  await expect(page.getByText('Corrected', { exact: true }).first()).toBeVisible();
  await inspect(page, 'output-corrected');
  await page.getByRole('button', { name: 'Change decision' }).click();
  await expect(page.getByLabel('Comment (optional)')).toHaveValue('Always name a date.');
});

test('a teaching comment is queued for the instructions, or the page says why not', async ({
  page,
  system,
}) => {
  const names = { project: 'Letters', task: 'reply' };
  await system.automation.post('/api/instructions', { ...names, default: 'Be kind.' });
  const held = { project: names.project, output: 'Dear Ada', requireApproval: true };
  const { id } = await submit(system.automation, { ...held, task: names.task });
  const { id: ofNone } = await submit(system.automation, held);
  for (const each of [id, ofNone]) await awaitVerdict(system.automation, each);
  const admin = await system.signIn();
  const notes = async () => {
    const query = new URLSearchParams(names).toString();
    return JSON.parse((await admin.get(`/api/instructions/feedback?${query}`)).text) as unknown;
  };
  await openOne(page, system, id);

  const box = page.getByLabel('Teach: queue the comment as a note for the instructions');
  await expect(box).toHaveCount(0);
  await page.getByLabel('Comment (optional)').fill('Greet by name.');
  await box.check();
  await inspect(page, 'output-teach');
  await bar(page).getByRole('button', { name: 'Approve' }).click();
  const queued = page.getByText('Comment queued as a note for the instructions');
  await expect(queued).toBeVisible();
  expect(await notes()).toMatchObject([{ comment: 'Greet by name.', logId: id }]);

  await page.getByRole('button', { name: 'Teach' }).click();
  const words = page.getByLabel('Note', { exact: true });
  await expect(words).toHaveValue('Greet by name.');
  await words.fill('');
  await expect(words).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Queue note' })).toBeDisabled();
  await words.fill('Name a date.');
  // A decision made just now is not shown in the future.
  await expect(page.getByText('now', { exact: true })).toHaveCount(0);
  await inspect(page, 'output-teach-decided');
  await page.getByRole('button', { name: 'Queue note' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await notes()).toMatchObject([{}, { comment: 'Name a date.', logId: id }]);

  await page.goto(`/outputs/${ofNone}`);
  await page.getByLabel('Comment (optional)').fill('Greet by name.');
  await bar(page).getByRole('button', { name: 'Redo' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/^Teach/)
    .check();
  await page.setViewportSize(PHONE);
  await inspect(page, 'output-redo-teach-phone');
  await page.getByRole('button', { name: 'Ask for a redo' }).click();
  await expect(page.getByText('The comment wasn’t queued: this output has no task')).toBeVisible();
  expect(await decisionOf(system.automation, ofNone)).toBe('changed');
  expect(await notes()).toHaveLength(2);
});

test('editing details saves only the changed fields; viewers can neither edit nor decide', async ({
  page,
  system,
}) => {
  const { id } = await submit(system.automation, {
    ...{ project: 'Letters', output: 'Dear Ada', sessionId: 'chat 1', tags: ['eu'] },
    metadata: { plan: 'free', seats: 3, old: true },
    attachments: [inBody('order.txt', 'A lamp')],
  });
  await awaitVerdict(system.automation, id);
  await openOne(page, system, id);
  await page.getByRole('button', { name: 'Edit details' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog.getByLabel('Subject').fill('customer 7');
  await dialog.getByLabel('Tags').fill('eu, urgent');
  await dialog.getByLabel('Metadata').fill('{"plan": "free"');
  await expect(dialog.getByText('This isn’t a JSON object.')).toBeVisible();
  await dialog.getByLabel('Metadata').fill('{"plan": "pro", "seats": 3}');
  await dialog.getByLabel('Label of order.txt').fill('The order');
  await inspect(page, 'output-details');
  await page.setViewportSize(PHONE);
  await inspect(page, 'output-details-phone');
  // A concurrent change by another person.
  await system.automation.patch(`/api/logs/${id}`, { metadata: { seats: 4 } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Details saved')).toBeVisible();
  await expect(dialog).toBeHidden();

  const { body } = await system.automation.get(`/api/logs/${id}`);
  expect(body).toMatchObject({
    ...{ sessionId: 'chat 1', subjectId: 'customer 7', actorId: null, tags: ['eu', 'urgent'] },
    attachments: [{ label: 'The order' }],
  });
  expect(body['metadata']).toEqual({ plan: 'pro', seats: 4 });
  await expect(page.getByText('urgent')).toBeVisible();
  await inspect(page, 'output-phone');

  await page.setViewportSize(DESK);
  const viewer = await joinAs(system, 'viewer');
  await page.context().clearCookies();
  await openOne(page, { ...system, ...viewer }, id);
  await expect(page.getByText('customer 7')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit details' })).toHaveCount(0);
  await expect(bar(page)).toHaveCount(0);
});

test('an output with many decisions shows the latest, and earlier ones on request', async ({
  page,
  system,
}) => {
  const { ids } = await seedQueue(system, ['One']);
  const admin = await system.signIn();
  for (let n = 1; n <= 25; n += 1) {
    const body = {
      decision: n % 2 ? 'rejected' : 'approved',
      override: true,
      comment: `Note ${n}.`,
    };
    await admin.patch(`/api/logs/${ids[0]}/decision`, body);
  }
  await openOne(page, system, ids[0]!);
  const note = (n: number) => page.getByText(`Note ${n}.`, { exact: true });
  await expect(note(6)).toBeVisible();
  await expect(page.getByText('Accepted')).toHaveCount(0);
  await inspect(page, 'output-many-decisions');
  const earlier = page.getByRole('button', { name: /^Show \d+ earlier$/ });
  await expect(earlier).toHaveCount(2);
  await expect(note(5)).toHaveCount(0);
  for (const count of [1, 0]) {
    await earlier.first().click();
    await expect(earlier).toHaveCount(count);
  }
  await expect(note(1)).toBeVisible();
  await expect(page.getByText('Accepted')).toBeVisible();
});

test('a long message leaves the decision buttons free, at each width of the queue', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  await page.route('**/api/logs/*/decision', (route) => {
    const json = { error: 'You may not decide it any more.', code: 'FORBIDDEN', fields: {} };
    return route.fulfill({ status: 403, json });
  });
  const sendHeld = await holdDecisions(page, [HELD.decisions, HELD.errors]);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  await page.keyboard.press('a');
  await expect(textOf(page)).toHaveText('Two');
  await sendHeld();
  const message = page.getByRole('log').getByText(`Couldn’t decide ${ids[0]}`);
  const approve = page.getByRole('button', { name: /^Approve/ });
  await expect(message).toBeVisible();
  for (const width of [1360, 1024, 800]) {
    await page.setViewportSize({ width, height: 850 });
    await page.evaluate(PAINTED);
    const [said, button] = await Promise.all([message.boundingBox(), approve.boundingBox()]);
    if (said === null || button === null) throw new Error('Not shown');
    const isBeside = said.x + said.width < button.x;
    expect(isBeside || said.y + said.height < button.y).toBe(true);
  }
  await inspect(page, 'queue-refused');
});
