import type { Page } from '@playwright/test';

import { joinAs } from '../harness/people.ts';
import type { System } from '../harness/system.ts';
import { expect, test } from './browser-test.ts';
import { decisionOf, holdDecisions, openQueue, rowsOf, seedQueue, textOf } from './queue-steps.ts';

const COMMENT = 'Known payee';

const commentOf = (page: Page) => page.getByRole('textbox', { name: 'Comment' });

/** Approves an output, and leaves the page while it can still be undone. */
async function approveAndLeave(page: Page, system: System, needed: number) {
  const approvals = needed > 1 ? { approvals: { needed } } : {};
  const { project, ids } = await seedQueue(system, ['Pay 5,000'], approvals);
  const path = `/api/logs/${ids[0]}`;
  await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('Pay 5,000');
  await commentOf(page).fill(COMMENT);
  await commentOf(page).blur();
  await page.keyboard.press('a');
  await expect(rowsOf(page)).toHaveCount(0);
  await page.goto('about:blank');
  const given = async () => (await system.automation.get(path)).body['approvals'];
  return { id: ids[0]!, path, given };
}

async function clear(system: System, path: string): Promise<void> {
  const ben = await joinAs(system, 'reviewer');
  expect((await ben.client.patch(`${path}/status`, { status: 'flagged' })).status).toBe(200);
}

/** Waits until all decisions kept from the left page are answered. */
async function comeBack(page: Page): Promise<void> {
  await page.goto('/');
  const kept = () => page.evaluate('localStorage.getItem("output-review.decisions")');
  await expect.poll(kept).toBeNull();
}

test('an approval revoked after its page was left is not sent again', async ({ page, system }) => {
  const { path, given } = await approveAndLeave(page, system, 2);
  await expect.poll(given).toMatchObject({ given: [{ by: system.email }] });
  await clear(system, path);

  await comeBack(page);

  expect(await given()).toMatchObject({ given: [] });
});

test('with hidden approvers, a possibly revoked approval is not sent again and its comment is kept', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  await admin.patch('/api/settings', { blindApprovals: true });
  const { path, given } = await approveAndLeave(page, system, 2);
  await expect.poll(given).toMatchObject({ given: [{ by: null }] });
  await clear(system, path);

  await comeBack(page);

  await expect(page.getByText('may have arrived')).toBeVisible();
  await expect(commentOf(page)).toHaveValue(COMMENT);
  expect(await given()).toMatchObject({ given: [] });
});

test('with hidden approvers, an approval that counts shows no warning', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  await admin.patch('/api/settings', { blindApprovals: true });
  const { given } = await approveAndLeave(page, system, 2);
  await expect.poll(given).toMatchObject({ given: [{ by: null }] });

  await comeBack(page);

  await expect(page.getByText('You’ve approved it.')).toBeVisible();
  await expect(page.getByText('may have arrived')).toBeHidden();
  await expect(commentOf(page)).toHaveValue('');
});

test('a decision revoked after its page was left is not sent again, even if the browser clock is fast', async ({
  page,
  system,
}) => {
  await page.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 60_000;
  });
  const { id, path } = await approveAndLeave(page, system, 1);
  await expect.poll(() => decisionOf(system.automation, id)).toBe('approved');
  await clear(system, path);

  await comeBack(page);

  expect(await decisionOf(system.automation, id)).toBeNull();
});
