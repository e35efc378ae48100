import type { Page } from '@playwright/test';

import { joinAs } from '../harness/people.ts';
import type { System } from '../harness/system.ts';
import { expect, signInOn, test } from './browser-test.ts';
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

test('a decision that another person made before is not taken for the own one when its page was left', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['Pay 5,000']);
  const ben = await joinAs(system, 'reviewer');
  await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('Pay 5,000');
  await page.keyboard.press('a');
  await expect(rowsOf(page)).toHaveCount(0);
  const reject = { decision: 'rejected', takeOver: true };
  const { status } = await ben.client.patch(`/api/logs/${ids[0]}/decision`, reject);
  expect(status).toBe(200);
  await page.goto('about:blank');

  await comeBack(page);

  await expect(page.getByText(`Already decided by ${ben.email}: Rejected.`)).toBeVisible();
});

test('a changed decision that was not sent when its page was left is sent on return', async ({
  page,
  system,
}) => {
  const { ids } = await seedQueue(system, ['Pay 5,000']);
  const [id] = ids as [string];
  const admin = await system.signIn();
  await admin.patch(`/api/logs/${id}/decision`, { decision: 'approved' });
  await holdDecisions(page);
  await page.addInitScript(`
    const send = fetch;
    globalThis.fetch = (what, how) =>
      how?.keepalive ? Promise.reject(new Error('The page is gone')) : send(what, how);
  `);
  await signInOn(page, system, `/outputs/${id}`);
  await page.getByRole('button', { name: 'Change decision' }).click();
  await page.keyboard.press('r');
  await page.getByRole('dialog').getByRole('button', { name: 'Change decision' }).click();
  await expect(page.getByText('Will be sent in a few seconds.')).toBeVisible();
  await page.goto('about:blank');

  await comeBack(page);

  expect(await decisionOf(system.automation, id)).toBe('rejected');
});

test('a decision of a tab that crashed is sent by another tab within its first minute', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['Pay 5,000']);
  const [id] = ids as [string];
  await page.clock.install();
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('Pay 5,000');
  // From here on, it sends nothing.
  const crashed = await page.context().newPage();
  await holdDecisions(crashed);
  await openQueue(crashed, system, project);
  await expect(textOf(crashed)).toHaveText('Pay 5,000');
  await crashed.keyboard.press('a');
  await expect(rowsOf(crashed)).toHaveCount(0);
  expect(await decisionOf(system.automation, id)).toBeNull();

  await page.clock.fastForward('01:01');

  await expect.poll(() => decisionOf(system.automation, id)).toBe('approved');
});

test('an open tab sends the decision of a tab that crashes', async ({ page, system }) => {
  const { project, ids } = await seedQueue(system, ['Pay 5,000']);
  const [id] = ids as [string];
  await page.clock.install();
  await openQueue(page, system, project);
  // The time in which a page looks for decisions of pages before it is over.
  await page.clock.fastForward('01:01');
  const crashing = await page.context().newPage();
  // Like a crash: nothing runs any more, and the decision stays as it was.
  await crashing.addInitScript(
    `addEventListener('pagehide', (event) => event.stopImmediatePropagation())`,
  );
  await holdDecisions(crashing);
  await openQueue(crashing, system, project);
  await expect(textOf(crashing)).toHaveText('Pay 5,000');
  await crashing.keyboard.press('a');
  await expect(rowsOf(crashing)).toHaveCount(0);
  await page.clock.fastForward('00:10');
  expect(await decisionOf(system.automation, id)).toBeNull();

  await crashing.close();

  await expect(async () => {
    await page.clock.fastForward('00:05');
    expect(await decisionOf(system.automation, id)).toBe('approved');
  }).toPass();
});
