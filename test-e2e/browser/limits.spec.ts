import type { Page } from '@playwright/test';

import { expect, inspect, test } from './browser-test.ts';
import { decisionOf, holdDecisions, openQueue, rowsOf, seedQueue, textOf } from './queue-steps.ts';

// The default limit of the service.
const WRITES_PER_MINUTE = 120;
const BURST = 50;
const LEFT = 20;
// The limit lasts a minute; then all waiting decisions are sent one by one.
const SENT_WITHIN_MS = 180_000;

test('with fifty decisions and a limit of twenty, the rest waits visibly, survives a reload, and is sent in order', async ({
  page,
  system,
}) => {
  const names = Array.from({ length: BURST }, (_, index) => `Answer ${index}`);
  const { project, ids } = await seedQueue(system, names);
  const admin = await system.signIn();
  const flag = (): Promise<unknown> => admin.patch('/api/logs/nothing/status', {});
  // Pressing the keys takes time, so the minute starts afterwards.
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
  // Decisions in flight when the page is left have no order.
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
    // The next retry is held too if the service asks for one after five seconds.
    await send();
    return read();
  };
  await expect.poll(goOn, { timeout: SENT_WITHIN_MS, intervals: [10_000] }).toEqual(expected);
  await expect(waiting(page)).toBeHidden();
  // The earlier ones were in flight at once.
  const details = await Promise.all(left.map((id) => system.automation.get(`/api/logs/${id}`)));
  const times = details.map(({ body }) => Date.parse(String(body['decidedAt'])));
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

test('a decision that the service fails to answer waits, and later ones wait behind it', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  const sendHeld = await holdDecisions(page);
  await page.route(
    `**/api/logs/${ids[0]}/decision`,
    (route) => {
      const json = { error: 'Try again later.', code: 'INTERNAL', fields: {} };
      return route.fulfill({ status: 500, headers: { 'retry-after': '600' }, json });
    },
    { times: 1 },
  );
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  await page.keyboard.press('a');
  await expect(textOf(page)).toHaveText('Two');
  await sendHeld();
  await expect(page.getByText('1 decision is waiting to be sent')).toBeVisible();
  await page.keyboard.press('r');
  await expect(rowsOf(page)).toHaveCount(0);
  await sendHeld();
  await expect(page.getByText('2 decisions are waiting to be sent')).toBeVisible();
  const decisions = () => Promise.all(ids.map((id) => decisionOf(system.automation, id)));
  expect(await decisions()).toEqual([null, null]);

  await page.reload();
  await expect.poll(decisions).toEqual(['approved', 'rejected']);
});

/** The first response to each decision. */
function answersOf(page: Page, ids: readonly string[]): ReadonlyMap<string, number> {
  const answers = new Map<string, number>();
  page.on('response', (response) => {
    const id = ids.find((each) => response.url().endsWith(`/api/logs/${each}/decision`));
    if (id !== undefined && !answers.has(id)) answers.set(id, response.status());
  });
  return answers;
}

const waiting = (page: Page) =>
  page.getByText(/waiting to be sent because the service isn’t accepting more/);
