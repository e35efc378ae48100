import type { Page } from '@playwright/test';

import { expect, inspect, test } from './browser-test.ts';
import { decisionOf, holdDecisions, openQueue, rowsOf, seedQueue, textOf } from './queue-steps.ts';

// As the service limits them by default.
const WRITES_PER_MINUTE = 120;
const BURST = 50;
const LEFT = 20;
// The limit holds for a minute; then all that waited is sent, one after another.
const SENT_WITHIN_MS = 180_000;

test('fifty keys at once, of which the service takes twenty: the rest waits, is seen to wait, outlives a reload, and goes out in its order', async ({
  page,
  system,
}) => {
  const names = Array.from({ length: BURST }, (_, index) => `Answer ${index}`);
  const { project, ids } = await seedQueue(system, names);
  const admin = await system.signIn();
  const flag = (): Promise<unknown> => admin.patch('/api/logs/nothing/status', {});
  // The keys take their time, and the minute begins behind them.
  const send = await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(page.getByText(`Waiting ${BURST}`)).toBeVisible();
  for (const name of names) {
    await expect(textOf(page)).toHaveText(name);
    await page.keyboard.press(name.endsWith('9') ? 'r' : 'a');
  }
  await expect(page.getByText('No outputs waiting for a decision')).toBeVisible();
  await Promise.all(Array.from({ length: WRITES_PER_MINUTE - LEFT }, flag));
  const answers = answersOf(page, ids);
  await send();
  await expect(waiting(page)).toBeVisible();
  // What is on its way as the page is left has no place in the order.
  await expect.poll(() => answers.size).toBe(BURST);
  const left = ids.filter((id) => answers.get(id) === 429);
  expect(left.length).toBeGreaterThanOrEqual(BURST - LEFT);
  await page.reload();
  await expect(waiting(page)).toBeVisible();
  await expect(rowsOf(page)).toHaveCount(0);
  await inspect(page, 'queue-limited');

  const read = () => Promise.all(ids.map((id) => decisionOf(system.automation, id)));
  const expected = names.map((name) => (name.endsWith('9') ? 'rejected' : 'approved'));
  const goOn = async () => {
    // The next try is held too where the service asks for one after just five seconds.
    await send();
    return read();
  };
  await expect.poll(goOn, { timeout: SENT_WITHIN_MS, intervals: [10_000] }).toEqual(expected);
  await expect(waiting(page)).toBeHidden();
  // Those before them were on their way at once.
  const details = await Promise.all(left.map((id) => system.automation.get(`/api/logs/${id}`)));
  const times = details.map(({ body }) => Date.parse(String(body['decidedAt'])));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

/** How the service answers the decision of each, the first time. */
function answersOf(page: Page, ids: readonly string[]): ReadonlyMap<string, number> {
  const answers = new Map<string, number>();
  page.on('response', (response) => {
    const id = ids.find((each) => response.url().endsWith(`/api/logs/${each}/decision`));
    if (id !== undefined && !answers.has(id)) answers.set(id, response.status());
  });
  return answers;
}

const waiting = (page: Page) =>
  page.getByText(/waiting to be sent because the service accepts no more/);
