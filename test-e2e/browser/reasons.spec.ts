import { makeClient } from '../harness/client.ts';
import { expect, hold, inspect, signInOn, test } from './browser-test.ts';
import { decisionOf, holdDecisions, openQueue, rowsOf, seedQueue, textOf } from './queue-steps.ts';

test('an admin adds reasons, and a reviewer chooses one by its number when rejecting', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two', 'Three']);
  await signInOn(page, system, '/settings');
  for (const name of ['Wrong tone', 'Made-up facts', 'Off topic']) {
    await page.getByRole('button', { name: 'Add reason' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('checkbox', { name })).toBeChecked();
  }
  await page.getByRole('button', { name: 'Rename “Off topic”' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Not the question');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('checkbox', { name: 'Wrong tone' }).click();
  await expect(page.getByRole('checkbox', { name: 'Wrong tone' })).not.toBeChecked();
  // The switch shows the choice before it is saved, and is disabled until then.
  await expect(page.getByRole('checkbox', { name: 'Wrong tone' })).toBeEnabled();
  await inspect(page, 'settings-reasons');
  await expect(page.getByRole('checkbox', { name: 'Not the question' })).toBeChecked();

  const sendHeld = await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  await page.keyboard.press('r');
  const question = page.getByRole('dialog', { name: 'Why are you rejecting it?' });
  await expect(question.getByRole('listitem')).toHaveText(['Made-up facts1', 'Not the question2']);
  await inspect(page, 'queue-reasons');
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'queue-reasons-phone');
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('3');
  await expect(question).toBeVisible();
  await page.keyboard.press('2');
  await expect(textOf(page)).toHaveText('Two');
  await page.keyboard.press('r');
  await expect(question).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(textOf(page)).toHaveText('Three');
  await page.keyboard.press('r');
  await expect(question).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await sendHeld();
  await expect(rowsOf(page)).toHaveCount(1);

  const decided = async (index: number) =>
    (await system.automation.get(`/api/logs/${ids[index]!}`)).body;
  await expect
    .poll(() => decided(0))
    .toMatchObject({
      ...{ humanDecision: 'rejected', reasonIds: ['off-topic'] },
    });
  await expect.poll(() => decided(1)).toMatchObject({ humanDecision: 'rejected', reasonIds: [] });
  expect(await decided(2)).toMatchObject({ humanDecision: null });

  await page
    .getByRole('checkbox', { name: /^Select/ })
    .first()
    .click();
  await page
    .getByRole('group', { name: 'Selected outputs' })
    .getByRole('button', { name: 'Reject' })
    .click();
  const many = page.getByRole('dialog', { name: 'Reject 1 output?' });
  await many.getByRole('checkbox', { name: 'Made-up facts' }).check();
  await inspect(page, 'queue-reasons-of-many');
  await many.getByRole('button', { name: 'Reject 1' }).click();
  await expect(many.or(page.getByRole('dialog', { name: 'Done' }))).toContainText(
    '1 output was decided.',
  );
  expect(await decided(2)).toMatchObject({
    humanDecision: 'rejected',
    reasonIds: ['made-up-facts'],
  });

  await page.goto(`/outputs/${ids[0]!}`);
  await expect(page.getByText('Not the question').first()).toBeVisible();
  await inspect(page, 'output-reasons');

  await page.goto('/overview');
  const breakdown = page.getByRole('combobox', { name: 'Group by' });
  await breakdown.selectOption('By reason');
  const given = page.getByRole('table', { name: 'By reason' }).getByRole('row');
  await expect(given.filter({ hasText: 'Not the question' }).getByRole('cell').nth(1)).toHaveText(
    '1',
  );
  await given.last().scrollIntoViewIfNeeded();
  await inspect(page, 'overview-reasons');
  await page.setViewportSize({ width: 390, height: 844 });
  await given.last().scrollIntoViewIfNeeded();
  await inspect(page, 'overview-reasons-phone');
  await page.setViewportSize({ width: 1280, height: 720 });
  await breakdown.selectOption('By reviewer');
  await page.getByRole('link', { name: system.email, exact: true }).click();
  await expect(page).toHaveURL(/decidedBy=/);
  await expect(page.getByRole('table', { name: 'Outputs' })).toContainText(project);
});

test('reasons retired in quick succession all stay retired', async ({ page, system }) => {
  const admin = await system.signIn();
  const reasons = ['Tone', 'Facts'].map((name) => ({ id: name.toLowerCase(), name }));
  const decisionReasons = reasons.map((reason) => ({ ...reason, isActive: true }));
  await admin.patch('/api/settings', { decisionReasons });
  const release = await hold(page, '**/api/settings', 'PATCH');
  await signInOn(page, system, '/settings');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('checkbox', { name: 'Tone' }).click();
  await sent;
  await page.getByRole('checkbox', { name: 'Facts' }).click();
  await expect(page.getByRole('checkbox', { name: 'Facts' })).toBeDisabled();
  release();

  for (const { name } of reasons) {
    await expect(page.getByRole('checkbox', { name })).toBeEnabled();
    await expect(page.getByRole('checkbox', { name })).not.toBeChecked();
  }
  expect((await admin.get('/api/settings')).body['decisionReasons']).toEqual(
    reasons.map((reason) => ({ ...reason, isActive: false })),
  );
});

test('a rejection before the reasons are loaded asks once they are, and not if there are none', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['One', 'Two']);
  const answer = await hold(page, '**/api/settings');
  const sendHeld = await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  await page.keyboard.press('r');
  const question = page.getByRole('dialog', { name: 'Why are you rejecting it?' });
  await expect(question.getByText('Loading')).toBeVisible();
  await inspect(page, 'queue-reasons-unknown');
  answer();
  await expect(textOf(page)).toHaveText('Two');
  await expect(question).toHaveCount(0);
  await sendHeld();
  await expect(rowsOf(page)).toHaveCount(1);

  const admin = await system.signIn();
  const decisionReasons = [{ id: 'tone', name: 'Wrong tone', isActive: true }];
  expect((await admin.patch('/api/settings', { decisionReasons })).status).toBe(200);
  const answerAgain = await hold(page, '**/api/settings');
  await page.reload();
  await expect(textOf(page)).toHaveText('Two');
  await page.keyboard.press('r');
  await expect(question.getByText('Loading')).toBeVisible();
  answerAgain();
  await question.getByRole('button', { name: 'Wrong tone' }).click();
  await sendHeld();
  await expect(rowsOf(page)).toHaveCount(0);
});

test('digits of a password typed over the reason dialog choose no reason', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One']);
  const admin = await system.signIn();
  const decisionReasons = [{ id: 'tone', name: 'Wrong tone', isActive: true }];
  await admin.patch('/api/settings', { decisionReasons });
  const sendHeld = await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  await page.keyboard.press('r');
  const question = page.getByRole('dialog', { name: 'Why are you rejecting it?' });
  await expect(question.getByRole('listitem')).toHaveText(['Wrong tone1']);

  const cookie = (await page.context().cookies())
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');
  await makeClient(system.url, { cookie, origin: system.url }).post('/api/auth/sign-out');
  const signIn = page.getByRole('dialog', { name: 'Sign in again' });
  const password = signIn.getByLabel('Password', { exact: true });
  await password.click();
  await page.keyboard.type('1 password of 1');
  await expect(password).toHaveValue('1 password of 1');
  await password.fill(system.password);
  await page.keyboard.press('Enter');
  await expect(signIn).toBeHidden();

  await expect(question).toBeVisible();
  await sendHeld();
  expect(await decisionOf(system.automation, ids[0]!)).toBeNull();
  await page.keyboard.press('1');
  await expect(question).toBeHidden();
  await sendHeld();
  await expect.poll(() => decisionOf(system.automation, ids[0]!)).toBe('rejected');
});
