import type { APIResponse, Browser, Page, Request, Route } from '@playwright/test';

import { awaitVerdict, submit } from '../harness/outputs.ts';
import { joinAs } from '../harness/people.ts';
import type { System } from '../harness/system.ts';
import { expect, inspect, PAINTED, pressAfterG, signInOn, test } from './browser-test.ts';
import {
  decisionOf,
  HELD,
  holdDecisions,
  holderOf,
  openQueue,
  release,
  rowsOf,
  seedQueue,
  textOf,
} from './queue-steps.ts';

/** Another reviewer with their own browser. */
async function aColleague(browser: Browser, system: System) {
  const ben = await joinAs(system, 'reviewer');
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  return { ...ben, page: await context.newPage(), context };
}

/** Records requests that claim or release from now on. */
function claimCallsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/claim')) calls.push(request.method());
  });
  return calls;
}

/** Records the responses to claims of an output from now on. */
function claimAnswersOf(page: Page, id: string): number[] {
  const answers: number[] = [];
  page.on('response', (response) => {
    const isClaim = response.url().endsWith(`/${id}/claim`);
    if (isClaim && response.request().method() === 'POST') answers.push(response.status());
  });
  return answers;
}

/** Submits an output to a queue. */
async function addTo(project: string, system: System): Promise<string> {
  const body = { project, task: 'reply', output: 'One more', requireApproval: true };
  const { id } = await submit(system.automation, body);
  await awaitVerdict(system.automation, id);
  return id;
}

const takesOver = (page: Page) => page.getByRole('button', { name: 'Take over' });

test('two reviewers get different outputs, see claims of each other, and take over by a key', async ({
  browser,
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two', 'Three', 'Four']);
  const [one, two] = ids as [string, string, string, string];
  const ben = await aColleague(browser, system);
  const other = ben.page;

  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('One');
  await expect.poll(() => holderOf(system, one)).toBe(system.email);
  await openQueue(other, ben, project);
  await expect(textOf(other)).toHaveText('Two');
  await expect.poll(() => holderOf(system, two)).toBe(ben.email);

  await expect(rowsOf(page).nth(1)).toContainText(ben.email);
  await expect(rowsOf(other).nth(0)).toContainText(system.email);
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Three');
  await expect.poll(() => holderOf(system, one)).toBeNull();
  await page.keyboard.press('k');
  await expect(textOf(page)).toHaveText('Two');
  await expect(page.getByText(`${ben.email} is reviewing this output.`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await inspect(page, 'queue-claimed');
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'queue-claimed-phone');
  await page.setViewportSize({ width: 1280, height: 720 });
  // Decision keys are off meanwhile.
  await page.keyboard.press('a');
  const answers = claimAnswersOf(page, two);
  await page.keyboard.press('t');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expect(takesOver(other)).toBeVisible();
  // The page claims again after taking over. That request in flight could arrive after the release.
  await expect.poll(() => answers).toHaveLength(2);
  expect(await holderOf(system, two)).toBe(system.email);
  expect(await decisionOf(system.automation, two)).toBeNull();

  await page.goto('about:blank');
  await expect(takesOver(other)).toHaveCount(0);
  await expect.poll(() => holderOf(system, two)).toBe(ben.email);
  await ben.context.close();
});

test('a page that loses a claim does not claim again', async ({ browser, page, system }) => {
  const { project } = await seedQueue(system, ['One']);
  const ben = await aColleague(browser, system);
  const other = ben.page;
  await openQueue(other, ben, project);
  await expect(other.getByRole('button', { name: 'Approve' })).toBeVisible();
  await openQueue(page, system, project);
  await expect(takesOver(page)).toBeVisible();
  const calls = claimCallsOf(other);

  await page.keyboard.press('t');
  await expect(takesOver(other)).toBeVisible();
  // Long enough for another claim.
  for (const count of [2, 3]) {
    await addTo(project, system);
    await expect(rowsOf(other)).toHaveCount(count);
  }

  expect(calls).toEqual([]);
  await expect(takesOver(other)).toBeVisible();
  await ben.context.close();
});

test('a claim that is answered after another person has taken over is not shown as one’s own', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One']);
  const [one] = ids as [string];
  const { client: ben } = await joinAs(system, 'reviewer');
  // The first claim is made and its response held, and later requests are held for good.
  const held: [Route, APIResponse][] = [];
  const later: Route[] = [];
  await page.route(`**/${one}/claim`, async (route) => {
    if (held.length > 0) later.push(route);
    else held.push([route, await route.fetch()]);
  });
  await openQueue(page, system, project);
  await expect.poll(() => held.length).toBe(1);
  expect((await ben.post(`/api/logs/${one}/claim`, { takeOver: true })).status).toBe(200);
  await expect(takesOver(page)).toBeVisible();
  const [[route, response]] = held as [[Route, APIResponse]];
  await release(page, route, { response });

  await page.evaluate(PAINTED);
  await expect(takesOver(page)).toBeVisible();
  expect(later).toEqual([]);
});

test('only one of two reviewers at an empty queue claims a new output', async ({
  browser,
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One']);
  await system.automation.patch(`/api/logs/${ids[0] ?? ''}/decision`, { decision: 'approved' });
  const ben = await aColleague(browser, system);
  await openQueue(page, system, project);
  await openQueue(ben.page, ben, project);
  const pages = [page, ben.page];
  for (const each of pages) {
    await expect(each.getByText('No outputs waiting for a decision')).toBeVisible();
  }
  const calls = pages.map(claimCallsOf);

  const id = await addTo(project, system);
  for (const each of pages) await expect(rowsOf(each)).toHaveCount(1);
  await expect.poll(() => holderOf(system, id)).not.toBeNull();
  await addTo(project, system);
  for (const each of pages) await expect(rowsOf(each)).toHaveCount(2);

  for (const each of calls) expect(['', 'POST']).toContain(each.join());
  await ben.context.close();
});

test('an output released by one tab stays claimed by another tab of the same person', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  const [one] = ids as [string, string];
  const other = await page.context().newPage();
  const isCall = (method: string) => (request: Request) =>
    request.url().endsWith(`/${one}/claim`) && request.method() === method;
  for (const each of [page, other]) {
    const claimed = each.waitForEvent('requestfinished', isCall('POST'));
    await openQueue(each, system, project);
    await claimed;
  }

  const released = other.waitForEvent('requestfinished', isCall('DELETE'));
  await other.keyboard.press('j');
  await expect(textOf(other)).toHaveText('Two');
  await released;

  await expect.poll(() => holderOf(system, one)).toBe(system.email);
  await other.close();
});

test('a claim is renewed while its page is visible, and not while it is hidden', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One']);
  await page.clock.install();
  await openQueue(page, system, project);
  await expect.poll(() => holderOf(system, ids[0]!)).toBe(system.email);
  const calls = claimCallsOf(page);
  const show = (state: string): Promise<unknown> =>
    page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
  await page.clock.fastForward('02:01');
  await expect.poll(() => calls).toEqual(['POST']);
  await show('hidden');
  await page.clock.fastForward('02:01');
  const answered = page.waitForResponse('**/claim');
  await show('visible');
  await answered;

  expect(calls).toEqual(['POST', 'POST']);
});

test('an output that is left and reopened on a slow connection is not released', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  const [one, two] = ids as [string, string];
  const path = `/api/logs/${one}/claim`;
  const calls: string[] = [];
  const held: Route[] = [];
  await page.route(`**${path}`, async (route) => {
    calls.push(route.request().method());
    if (held.length < 2) held.push(route);
    else await route.continue();
  });
  await openQueue(page, system, project);
  await expect.poll(() => held.length).toBe(1);
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Two');
  await page.keyboard.press('k');
  await expect(textOf(page)).toHaveText('One');
  await expect.poll(() => held.length).toBe(2);

  for (const route of held) {
    const answered = page.waitForResponse(`**${path}`);
    await route.continue();
    await (await answered).finished();
  }
  await page.keyboard.press('j');
  await expect.poll(() => holderOf(system, two)).toBe(system.email);
  await expect.poll(() => calls.at(-1)).toBe('DELETE');

  // A response from before the claim, shown after it, makes the page claim again.
  expect(calls.join(' ')).toMatch(/^(POST ){2,}DELETE$/);
});

test('an output that is taken over and left at once is released', async ({ page, system }) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  const [one] = ids as [string, string];
  const { email, client: ben } = await joinAs(system, 'reviewer');
  const claimByBen = () => ben.post(`/api/logs/${one}/claim`);
  await claimByBen();
  // The timer that claims an output which stays open: it is left before.
  await holdDecisions(page, [HELD.claims]);
  await openQueue(page, system, project);
  const move = async (key: string, text: string): Promise<void> => {
    await page.keyboard.press(key);
    await expect(textOf(page)).toHaveText(text);
  };
  await expect(textOf(page)).toHaveText('Two');
  await move('k', 'One');
  const held: Route[] = [];
  await page.route(`**/${one}/claim`, (route) => void held.push(route), { times: 1 });
  await page.keyboard.press('t');
  await expect.poll(() => held.length).toBe(1);
  await move('j', 'Two');
  const answers = claimAnswersOf(page, one);
  await held[0]!.continue();
  await expect.poll(() => answers).toEqual([200]);
  await expect.poll(() => holderOf(system, one)).toBeNull();

  await claimByBen();
  await expect(rowsOf(page).nth(0)).toContainText(email);
  await move('k', 'One');
  await page.keyboard.press('t');
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  expect(await holderOf(system, one)).toBe(system.email);
  await move('j', 'Two');
  await expect.poll(() => holderOf(system, one)).toBeNull();

  await claimByBen();
  await signInOn(page, system, `/outputs/${one}`);
  await takesOver(page).click();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
  expect(await holderOf(system, one)).toBe(system.email);
  await page.getByRole('link', { name: 'Rules', exact: true }).click();
  await expect.poll(() => holderOf(system, one)).toBeNull();
});

test('a decided output stays claimed until its decision is sent, and the page opens the next free one', async ({
  browser,
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two', 'Three']);
  const [one, , three] = ids as [string, string, string];
  const ben = await aColleague(browser, system);
  const sendHeld = await holdDecisions(page);
  await openQueue(page, system, project);
  await expect.poll(() => holderOf(system, one)).toBe(system.email);
  await openQueue(ben.page, ben, project);
  await expect(textOf(ben.page)).toHaveText('Two');
  await expect(rowsOf(page).nth(1)).toContainText(ben.email);

  await page.keyboard.press('a');
  await expect(textOf(page)).toHaveText('Three');
  await expect.poll(() => holderOf(system, three)).toBe(system.email);
  expect(await holderOf(system, one)).toBe(system.email);
  await sendHeld();

  await expect.poll(() => decisionOf(system.automation, one)).toBe('approved');
  await ben.context.close();
});

test('a decision on an output taken over meanwhile names the person, and can still be made', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  const [one] = ids as [string, string];
  const { email, client: ben } = await joinAs(system, 'reviewer');
  const sendHeld = await holdDecisions(page, [HELD.decisions, HELD.errors]);
  await openQueue(page, system, project);
  await expect.poll(() => holderOf(system, one)).toBe(system.email);
  await page.keyboard.press('a');
  await expect(textOf(page)).toHaveText('Two');

  await ben.post(`/api/logs/${one}/claim`, { takeOver: true });
  await sendHeld();
  const said = page.getByText(`${email} is reviewing that output now`);
  await expect(said).toBeVisible();
  expect(await decisionOf(system.automation, one)).toBeNull();
  await expect(rowsOf(page)).toHaveCount(2);
  await takesOver(page).click();

  await expect.poll(() => decisionOf(system.automation, one)).toBe('approved');
});

test('the queue shows other reviewers and its growth; a manager sees who reviews and what is due', async ({
  browser,
  page,
  system,
}) => {
  const texts = Array.from({ length: 12 }, (_, n) => `Answer ${n}`);
  const { project } = await seedQueue(system, texts, { respondBy: 'PT30M' });
  const ben = await aColleague(browser, system);
  await openQueue(ben.page, ben, project);
  await expect(textOf(ben.page)).toHaveText('Answer 0');
  await expect
    .poll(async () => (await system.automation.get('/api/logs?claimedBy=none')).body['total'])
    .toBe(11);

  await openQueue(page, system, project);
  await expect(page.getByText('1 other is reviewing')).toBeVisible();
  await expect(page.getByText(/The queue is growing: 12 came in and 0 were decided/)).toBeVisible();
  await inspect(page, 'queue-growing');
  await pressAfterG(page, 'w');

  const row = page.getByRole('row').filter({ hasText: ben.email });
  await expect(row).toContainText(/in \d+ min/);
  await expect(page.getByRole('term').filter({ hasText: 'Due within an hour' })).toBeVisible();
  await inspect(page, 'who-reviews');
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'who-reviews-phone');
  await ben.context.close();
});
