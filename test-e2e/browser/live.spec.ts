import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '@output-review/runtime/testing';
import type { Locator, Page } from '@playwright/test';

import { ADMIN } from '../harness/data-dir.ts';
import { awaitVerdict, submit } from '../harness/outputs.ts';
import { joinAs } from '../harness/people.ts';
import { killService, type ServiceProcess, startProcess } from '../harness/process.ts';
import { credentials, describeSystem, type System } from '../harness/system.ts';
import { endSession, expect, inspect, signInOn, test } from './browser-test.ts';
import {
  decisionOf,
  holdDecisions,
  holderOf,
  markPage,
  openQueue,
  rowsOf,
  seedQueue,
  textOf,
} from './queue-steps.ts';

test('new outputs and decisions by others appear in the open queue without replacing the open output', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['First']);
  await openQueue(page, system, project);
  await expect(rowsOf(page)).toHaveCount(1);
  const stayed = await markPage(page);

  const arrived = await submit(system.automation, {
    ...{ project, output: 'Second', requireApproval: true },
  });
  await awaitVerdict(system.automation, arrived.id);
  await expect(rowsOf(page)).toHaveCount(2);
  const decided = await system.automation.patch(`/api/logs/${ids[0]}/decision`, {
    decision: 'handled',
  });
  expect(decided.status).toBe(200);
  await expect(rowsOf(page)).toHaveCount(1);

  await expect(textOf(page)).toHaveText('First');
  await expect(page.getByRole('article')).toContainText('by the API');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Second');
  await stayed();
});

test('an output that is deleted while it is open disappears, with a link to the others', async ({
  page,
  system,
}) => {
  const { ids } = await seedQueue(system, ['Deleted soon']);
  await signInOn(page, system, `/outputs/${ids[0]}`);
  await expect(textOf(page)).toHaveText('Deleted soon');
  const admin = await system.signIn();
  expect((await admin.delete(`/api/logs/${ids[0]}`)).status).toBe(200);
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(textOf(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'All outputs' }).click();
  await expect(page).toHaveURL(/\/outputs$/);
});

test('the second of two people who decide an output is told who decided first, and what', async ({
  browser,
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['Both want it']);
  const ben = await joinAs(system, 'reviewer');
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const other = await context.newPage();
  const sendOwn = await holdDecisions(page);
  const sendTheirs = await holdDecisions(other);
  const takeOver = other.getByRole('button', { name: 'Take over' });
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('Both want it');
  await expect.poll(() => holderOf(system, ids[0]!)).toBe(system.email);
  await page.keyboard.press('a');
  await openQueue(other, ben, project);
  await expect(takeOver).toBeVisible();
  await other.keyboard.press('t');
  await expect(takeOver).toHaveCount(0);
  await other.keyboard.press('r');
  await expect(rowsOf(other)).toHaveCount(0);
  await sendTheirs();
  await expect.poll(() => decisionOf(system.automation, ids[0] ?? '')).toBe('rejected');
  await sendOwn();

  await expect(page.getByText(`Already decided by ${ben.email}: Rejected.`)).toBeVisible();
  expect(await decisionOf(system.automation, ids[0] ?? '')).toBe('rejected');
  await context.close();
});

/** Removes pauses between keys, since after a second and a half they would be shortcuts again. */
const typeWithoutPause = (page: Page): Promise<unknown> =>
  page.addInitScript(`Object.defineProperty(Event.prototype, 'timeStamp', { get: () => 0 })`);

/** Keeps typing, like a user who looks at the keys, until the field is gone, and then one more word. */
async function typePastTheEndOf(field: Locator, letter: string, word: string): Promise<void> {
  const { keyboard } = field.page();
  await expect(async () => {
    await keyboard.type(letter);
    expect(await field.count()).toBe(0);
  }).toPass({ intervals: [20] });
  await keyboard.type(word);
}

for (const [where, key, label] of [
  ['beside the buttons', null, 'Comment (optional)'],
  ['in the dialog for a redo', 'c', 'What should be different?'],
] as const) {
  test(`a user who types ${where} when another person decides can finish typing without triggering shortcuts`, async ({
    page,
    system,
  }) => {
    const { project, ids } = await seedQueue(system, ['First', 'Second']);
    const [first, second] = ids as [string, string];
    await holdDecisions(page);
    await typeWithoutPause(page);
    await openQueue(page, system, project);
    await expect(textOf(page)).toHaveText('First');
    if (key) await page.keyboard.press(key);
    const field = page.getByLabel(label);
    await field.click();
    await page.keyboard.type('Say ');
    await system.automation.patch(`/api/logs/${first}/decision`, { decision: 'handled' });
    await typePastTheEndOf(field, 'j', 'ja\nja');

    await expect(page.getByRole('article')).toContainText('by the API');
    await expect(textOf(page)).toHaveText('First');
    // Leaving the text enables shortcuts again.
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await expect(textOf(page)).toHaveText('Second');
    await expect(page.getByRole('button', { name: 'Approve' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
    expect(await decisionOf(system.automation, second)).toBeNull();
  });
}

test('typing while another person takes the output over does not take it back', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['First', 'Second']);
  const ben = await joinAs(system, 'reviewer');
  const holder = () => holderOf(system, ids[0]!);
  await typeWithoutPause(page);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('First');
  await expect.poll(holder).toBe(system.email);
  const field = page.getByLabel('Comment (optional)');
  await field.click();
  await page.keyboard.type('Say ');
  await ben.client.post(`/api/logs/${ids[0]}/claim`, { takeOver: true });
  await typePastTheEndOf(field, 't', 'tut');

  await expect(page.getByText(`${ben.email} is reviewing this output.`)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Second');
  expect(await holder()).toBe(ben.email);
});

test('a session that ends during typing is restored by a sign-in, and the text is sent', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['Too short']);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('Too short');
  const stayed = await markPage(page);
  await page.keyboard.press('c');
  const comment = page.getByLabel('What should be different?');
  await comment.fill('Say it');

  await endSession(page, system);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await expect(dialog).toBeVisible();
  await inspect(page, 'session-ended');
  await dialog.getByLabel('Password', { exact: true }).fill(system.password);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  await expect(comment).toHaveValue('Say it');
  await comment.press('End');
  await page.keyboard.type(' kindly.');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => decisionOf(system.automation, ids[0] ?? '')).toBe('changed');
  const { body } = await system.automation.get(`/api/logs/${ids[0]}`);
  expect(body['comment']).toBe('Say it kindly.');
  await stayed();
});

test('when the service is killed and restarted, no input or decision is lost, and the page catches up', async ({
  browser,
}) => {
  await using service = await startKillable();
  const context = await browser.newContext({
    ...{ baseURL: service.system().url, reducedMotion: 'reduce' },
  });
  const page = await context.newPage();
  const { project, ids } = await seedQueue(service.system(), ['One', 'Two', 'Three']);
  const [one, two] = ids as [string, string];
  await openQueue(page, service.system(), project);
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(textOf(page)).toHaveText('One');
  const stayed = await markPage(page);
  await page.keyboard.press('c');
  await page.getByLabel('What should be different?').fill('Half a sent');

  await service.kill();
  const banner = page.getByText('The service cannot be reached. Your work is kept');
  await expect(banner).toBeVisible();
  await page.getByLabel('What should be different?').press('End');
  await page.keyboard.type('ence');
  await page.keyboard.press('Control+Enter');
  await expect(textOf(page)).toHaveText('Two');
  await page.getByLabel('Comment (optional)').fill('Half a note');
  await inspect(page, 'away');
  const system = await service.startAgain();
  await expect(banner).toBeHidden();
  // Requests that failed meanwhile show an error in place until they are retried.
  await expect(page.getByText('The service cannot be reached.')).toHaveCount(0);

  await expect.poll(() => decisionOf(system.automation, one)).toBe('changed');
  const { body } = await system.automation.get(`/api/logs/${one}`);
  expect(body['comment']).toBe('Half a sentence');
  const { id } = await submit(system.automation, {
    ...{ project, output: 'Four', requireApproval: true },
  });
  await awaitVerdict(system.automation, id);
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(page.getByLabel('Comment (optional)')).toHaveValue('Half a note');
  expect(await decisionOf(system.automation, two)).toBeNull();
  await stayed();
  await context.close();
});

test('new outputs appear even if events come faster than the lists load, and all decisions are sent', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['First', 'Second']);
  await page.addInitScript(STEADY_EVENTS);
  await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(textOf(page)).toHaveText('First');
  const arrived = await submit(system.automation, {
    ...{ project, output: 'Third', requireApproval: true },
  });
  await awaitVerdict(system.automation, arrived.id);
  await expect(rowsOf(page)).toHaveCount(3);

  await page.keyboard.press('a');
  await expect(textOf(page)).toHaveText('Second');
  await page.keyboard.press('r');
  await expect(rowsOf(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Somebody' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  const decisions = await Promise.all(ids.map((id) => decisionOf(system.automation, id)));
  expect(decisions).toEqual(['approved', 'rejected']);
  expect(await page.evaluate('localStorage.getItem("output-review.decisions")')).toBeNull();
});

/** The stream sends an event every 300 ms, and a list takes 900 ms to load. */
const STEADY_EVENTS = `
  const { EventSource: Stream, fetch: ask } = globalThis;
  globalThis.EventSource = class extends Stream {
    constructor(url) {
      super(url);
      setInterval(() => this.dispatchEvent(new MessageEvent('evaluated', { data: '{}' })), 300);
    }
  };
  globalThis.fetch = async (request, ...rest) => {
    const response = await ask(request, ...rest);
    if (String(request.url ?? request).includes('/api/logs?')) {
      await new Promise((resolve) => setTimeout(resolve, 900));
    }
    return response;
  };
`;

/** A separate service process that can be killed, and keeps its URL. */
async function startKillable() {
  const dataDir = await mkdtemp(join(tmpdir(), 'output-review-away-'));
  const port = String(await freePort());
  const start = (): Promise<ServiceProcess> =>
    startProcess({
      ...{ PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
      ...ADMIN,
    });
  let running = await start();
  const system = () => describeSystem({ ...credentials(), url: running.url });
  return {
    system,
    kill: () => killService(running, dataDir, 'all'),
    async startAgain(): Promise<System> {
      running = await start();
      return system();
    },
    async [Symbol.asyncDispose]() {
      running.kill('SIGINT');
      await running.exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
