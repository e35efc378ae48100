import { expect, inspect, signInOn, test } from './browser-test.ts';
import { holdDecisions, openQueue, rowsOf, seedQueue, textOf } from './queue-steps.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { joinAs } from '../harness/people.ts';

test('the queue and the output page show how many approvals an output has, and from whom', async ({
  page,
  system,
}) => {
  const project = uniqueName('Bank');
  const { id } = await submit(system.automation, {
    ...{ project, output: 'Transfer 5,000 to Ada?', approvals: { needed: 2 } },
  });
  await awaitVerdict(system.automation, id);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('Transfer 5,000 to Ada?');
  await expect(page.getByRole('group').getByText('0 of 2 approvals')).toBeVisible();
  await expect(page.getByRole('list').getByText('0 of 2 approvals')).toBeVisible();
  await inspect(page, 'queue-approvals');
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'queue-approvals-phone');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('a');

  await expect
    .poll(async () => (await system.automation.get(`/api/logs/${id}`)).body)
    .toMatchObject({ humanDecision: null, approvals: { given: [{ by: system.email }] } });
  await page.goto(`/outputs/${id}`);
  await expect(page.getByText(`1 of 2 approvals: ${system.email}`)).toBeVisible();
  await expect(page.getByText('You’ve approved it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Reject' })).toBeEnabled();
  // The key of the disabled button does nothing, so the other keys still work.
  await page.keyboard.press('a');
  await page.keyboard.press('c');
  await expect(page.getByRole('dialog', { name: 'Ask for a redo' })).toBeVisible();
  await page.keyboard.press('Escape');
  await inspect(page, 'output-approvals');
});

test('others see at once what an approval returns to the queue, and how many approvals it has', async ({
  page,
  system,
}) => {
  const project = uniqueName('Bank');
  const { id } = await submit(system.automation, {
    ...{ project, output: 'Transfer 5,000 to Ada?', approvals: { needed: 3 } },
  });
  await awaitVerdict(system.automation, id);
  const [ann, ben] = [await joinAs(system, 'reviewer'), await joinAs(system, 'reviewer')];
  await ann.client.patch(`/api/logs/${id}/decision`, { decision: 'rejected' });
  await openQueue(page, system, project);
  await expect(page.getByText('No outputs waiting for a decision')).toBeVisible();

  await ann.client.patch(`/api/logs/${id}/decision`, { decision: 'approved', override: true });
  await expect(rowsOf(page)).toContainText('1 of 3 approvals');
  await expect(textOf(page)).toHaveText('Transfer 5,000 to Ada?');
  await ben.client.patch(`/api/logs/${id}/decision`, { decision: 'approved', takeOver: true });

  await expect(rowsOf(page)).toContainText('2 of 3 approvals');
  await expect(page.getByRole('group').getByText('2 of 3 approvals')).toBeVisible();
});

test('an output that needs several approvals offers no correction, and a refused correction shows the reason', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['One', 'Two']);
  const output = 'Transfer 5,000 to Ada?';
  const { id } = await submit(system.automation, { project, output, approvals: { needed: 2 } });
  await awaitVerdict(system.automation, id);
  await signInOn(page, system, `/outputs/${id}`);
  const decision = page.getByRole('group', { name: 'Decision' });
  await expect(decision.getByRole('button', { name: 'Redo' })).toBeVisible();
  await expect(decision.getByRole('button', { name: 'Correct' })).toHaveCount(0);

  // The output may come to need several approvals during a correction.
  await page.route('**/api/logs/*/decision', (route) => {
    const fields = { correctedOutput: 'Send a comment instead.' };
    const json = { code: 'VALIDATION_FAILED', error: 'See `fields`.', fields };
    return route.fulfill({ status: 400, json });
  });
  await openQueue(page, system, project);
  await decision.getByRole('button', { name: 'Correct' }).click();
  await page.getByLabel('Corrected output').fill('Another');
  await page.getByRole('button', { name: 'Review correction' }).click();
  await page.getByRole('button', { name: 'Use correction' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'The correction can’t be used. Send a comment instead.',
  );
});

test('an approval counts even if its comment cannot teach, and the page says so', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two'], { approvals: { needed: 2 } });
  const sendHeld = await holdDecisions(page);
  await openQueue(page, system, project);
  const approveAndTeach = async (text: string): Promise<void> => {
    await expect(textOf(page)).toHaveText(text);
    await page.getByPlaceholder('Comment (optional)').fill('Always ask Ada first.');
    const box = page.getByLabel(/^Teach/);
    await box.check();
    await box.blur();
    await page.keyboard.press('a');
  };
  await approveAndTeach('One');
  await sendHeld();
  await expect(page.getByText('wasn’t queued: the output isn’t decided yet')).toBeVisible();

  await page.route('**/api/logs/*/decision', (route) => {
    if (!route.request().postData()?.includes('"teach":true')) return route.continue();
    const json = { code: 'FORBIDDEN', error: 'You may not teach.', fields: {} };
    return route.fulfill({ status: 403, json });
  });
  await approveAndTeach('Two');
  await sendHeld();
  await expect(
    page.getByText('Your decision was sent, but the comment wasn’t queued: You may not teach.'),
  ).toBeVisible();
  await expect(page.getByText('Couldn’t decide')).toHaveCount(0);
  for (const id of ids) {
    const { body } = await system.automation.get(`/api/logs/${id}`);
    expect(body).toMatchObject({ approvals: { given: [{ by: system.email }] } });
  }
});

test('an admin hides who approved until the decision', async ({ page, system }) => {
  await signInOn(page, system, '/settings');
  const blind = page.getByRole('checkbox', { name: 'Hide who approved until the decision' });

  await blind.click();

  await expect(blind).toBeChecked();
  // The switch shows the choice before it is saved, and is disabled until then.
  await expect(blind).toBeEnabled();
  await page.reload();
  await expect(blind).toBeChecked();
  await blind.click();
  await expect(blind).not.toBeChecked();
});

test('a manager requires several approvals for a rule, one of them from a group', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  const [me] = (await admin.get('/api/people')).body as unknown as { userId: string }[];
  const group = uniqueName('Finance');
  await admin.post('/api/groups', { name: group, userIds: [me?.userId] });
  await signInOn(page, system, '/rules/new');
  const name = uniqueName('Transfers');
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Phrase', { exact: true }).fill('transfer');
  await expect(page.getByLabel('At least one approver from')).toBeHidden();
  await page.getByLabel('Approvals needed').selectOption('2 people');
  await page.getByLabel('At least one approver from').selectOption(group);
  await inspect(page, 'rule-approvals');
  await page.getByRole('button', { name: 'Save' }).click();

  await expect(page.getByText(`${name} saved`)).toBeVisible();
  await page.getByRole('row').filter({ hasText: name }).getByRole('link').first().click();
  await expect(page.getByLabel('Approvals needed')).toHaveValue('2');
  await expect(page.getByLabel('At least one approver from').locator('option:checked')).toHaveText(
    group,
  );
});
