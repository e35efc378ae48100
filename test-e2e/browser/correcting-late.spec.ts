import type { Page, Route } from '@playwright/test';

import { expect, test } from './browser-test.ts';
import {
  correct,
  correctLate,
  decisionOf,
  holdAnswers,
  openQueue,
  release,
  rowsOf,
  seedQueue,
  textOf,
} from './queue-steps.ts';

/** Types a lesson to send with the decision. */
async function fillLesson(page: Page, words: string): Promise<void> {
  await page.getByPlaceholder('Comment (optional)').fill(words);
  const box = page.getByLabel(/^Teach/);
  await box.check();
  await box.blur();
}

/** Answers requests that teach, and lets all others through. */
async function onLesson(page: Page, answer: (route: Route) => unknown): Promise<void> {
  await page.route('**/api/logs/*/decision', async (route) => {
    if (route.request().postData()?.includes('"teach":true')) await answer(route);
    else await route.continue();
  });
}

test('a correction counts even if its lesson cannot be queued, and the lesson is kept', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  const [one] = ids as [string, string];
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  const json = { code: 'UNAVAILABLE', error: 'Try again later.' };
  await onLesson(page, (route) => route.fulfill({ status: 503, json }));
  const failToTeach = async (lesson: string): Promise<void> => {
    await fillLesson(page, lesson);
    await correct(page);
    await page.keyboard.press('Enter');
    await expect(
      page.getByText('Your decision was sent, but the comment wasn’t queued: Try again later.'),
    ).toBeVisible();
  };
  await failToTeach('Always ask Ada first.');
  await expect(textOf(page)).toHaveText('Two');
  await expect(page.getByRole('dialog')).toBeHidden();
  expect(await decisionOf(system.automation, one)).toBe('changed');

  await page.goto(`/outputs/${one}`);
  await page.getByRole('button', { name: 'Teach' }).click();
  await expect(page.getByLabel('Note', { exact: true })).toHaveValue('Always ask Ada first.');

  // If the dialog has another lesson, this one stays in the comment field.
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  const change = page.getByRole('button', { name: 'Change decision' });
  await change.click();
  await failToTeach('Ask Bob too.');
  await change.click();
  await expect(page.getByPlaceholder('Comment (optional)')).toHaveValue('Ask Bob too.');
});

test('a lesson answered after the user moved on does not navigate', async ({ page, system }) => {
  const { project } = await seedQueue(system, ['One', 'Two', 'Three', 'Four']);
  await openQueue(page, system, project);
  const held: Route[] = [];
  await onLesson(page, (route) => held.push(route));
  const teachBy = async (text: string): Promise<void> => {
    await expect(textOf(page)).toHaveText(text);
    await fillLesson(page, 'Always ask Ada first.');
    await correct(page);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  };
  await teachBy('One');
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(textOf(page)).toHaveText('Two');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Three');
  await expect.poll(() => held.length).toBe(1);
  await release(page, held[0]!);
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Four');

  await teachBy('Four');
  await expect.poll(() => held.length).toBe(2);
  await startRule(page);
  await release(page, held[1]!);
  await expectRule(page);
});

test('a correction answered after the user moved on does not navigate', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['One', 'Two', 'Three', 'Four']);
  await openQueue(page, system, project);
  const answers = await holdAnswers(page);
  await expect(textOf(page)).toHaveText('One');
  await correctLate(page);
  await expect(rowsOf(page)).toHaveCount(3);
  for (const next of ['Two', 'Three']) {
    await page.keyboard.press('j');
    await expect(textOf(page)).toHaveText(next);
  }
  await expect.poll(() => answers.length).toBe(1);
  await answers[0]!();
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Four');

  await correctLate(page);
  await startRule(page);
  await expect.poll(() => answers.length).toBe(2);
  await answers[1]!();
  await expectRule(page);
});

test('a late response to a correction keeps a selection made elsewhere since', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['One', 'Two']);
  const other = await seedQueue(system, ['Three', 'Four']);
  await openQueue(page, system, project);
  const answers = await holdAnswers(page);
  await expect(textOf(page)).toHaveText('One');
  await correctLate(page);
  await page.getByLabel('Project').selectOption({ label: other.project });
  await expect(textOf(page)).toHaveText('Three');
  await page.keyboard.press('x');
  const selected = page.getByRole('group', { name: 'Selected outputs' });
  await expect(selected).toContainText('1 selected');
  await expect.poll(() => answers.length).toBe(1);
  await answers[0]!();
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Four');
  await page.keyboard.press('x');
  await expect(selected).toContainText('2 selected');
});

/** Opens another page and types there. */
async function startRule(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Rules' }).click();
  await page.getByRole('link', { name: 'New rule' }).click();
  await page.getByLabel('Name', { exact: true }).fill('No apologies');
}

/** Expects that the rule is still in the form. */
async function expectRule(page: Page): Promise<void> {
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('No apologies');
  await expect(page).toHaveURL(/\/rules\/new$/);
}
