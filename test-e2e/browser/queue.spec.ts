import { readFileSync } from 'node:fs';

import type { Route } from '@playwright/test';

import type { JsonObject } from '../harness/client.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import type { System } from '../harness/system.ts';
import { expect, expectNoSideways, inspect, refuse, signInOn, test } from './browser-test.ts';
import {
  decisionOf,
  holdDecisions,
  openQueue,
  rowsOf,
  seedQueue,
  textOf,
  typeOnAfter,
} from './queue-steps.ts';

test('a reviewer clears the queue by keyboard only', async ({ page, system }) => {
  const seeded = await seedQueue(system, [
    'First',
    'Second',
    'Third',
    'Fourth',
    '# Fifth\n\n**bold**\n\n5. step',
  ]);
  const [first, second, third, fourth, fifth] = seeded.ids as [
    string,
    string,
    string,
    string,
    string,
  ];
  await openQueue(page, system, seeded.project);
  await expect(rowsOf(page)).toHaveCount(5);
  await expect(textOf(page)).toContainText('First');
  await inspect(page, 'queue');

  await page.keyboard.press('a');
  await expect(textOf(page)).toContainText('Second');
  await page.keyboard.press('r');
  await expect(textOf(page)).toContainText('Third');
  await page.keyboard.press('c');
  await page.getByLabel('What should be different?').fill('Say it kindly.');
  await inspect(page, 'queue-redo');
  await page.keyboard.press('Control+Enter');
  await expect(textOf(page)).toContainText('Fourth');
  await page.keyboard.press('e');
  await page.getByLabel('Corrected output').press('End');
  await page.keyboard.type(' of July');
  await page.getByRole('button', { name: 'Review correction' }).click();
  await inspect(page, 'queue-edit');
  await page.keyboard.press('Enter');
  await expect(textOf(page)).toContainText('Fifth');
  await expect(textOf(page).getByRole('list')).toHaveAttribute('start', '5');
  await page.keyboard.press('h');
  await expect(page.getByText('No outputs waiting for a decision')).toBeVisible();

  const decided = () =>
    Promise.all(
      [first, second, third, fourth, fifth].map((id) => decisionOf(system.automation, id)),
    );
  await expect.poll(decided).toEqual(['approved', 'rejected', 'changed', 'changed', 'handled']);
  const asked = await system.automation.get(`/api/logs/${third}`);
  expect(asked.body).toMatchObject({ humanDecision: 'changed', comment: 'Say it kindly.' });
  const corrected = await system.automation.get(`/api/logs/${fourth}`);
  expect(corrected.body).toMatchObject({ correctedOutput: 'Fourth of July' });
});

test('a decision can be undone for five seconds, and is not lost with the page', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['One', 'Two']);
  const [one, two] = ids as [string, string];
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.url());
  });
  await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(rowsOf(page)).toHaveCount(2);
  // Decide only what is visible.
  await expect(textOf(page)).toContainText('One');

  await page.keyboard.press('r');
  await expect(rowsOf(page)).toHaveCount(1);
  await page.keyboard.press('u');
  await expect(rowsOf(page)).toHaveCount(2);
  await expect(textOf(page)).toContainText('One');
  await page.keyboard.press('j');
  await expect(textOf(page)).toContainText('Two');
  await page.keyboard.press('a');
  await page.goto('about:blank');

  await expect.poll(() => decisionOf(system.automation, two)).toBe('approved');
  expect(await decisionOf(system.automation, one)).toBeNull();
  expect(sent.filter((url) => url.includes(one))).toEqual([]);
});

test('ten held outputs of one task can be told apart by their text', async ({ page, system }) => {
  const said = Array.from({ length: 10 }, (_, n) => `Dear customer ${n},\n\nyour lamp is sent.`);
  const { project } = await seedQueue(system, said);
  await openQueue(page, system, project);

  await expect(rowsOf(page).getByRole('button')).toHaveText(
    said.map((_, n) => new RegExp(`^Dear customer ${n}, your lamp is sent\\..*Held.*${project}`)),
  );
  const input = page.getByRole('region', { name: 'Input', exact: true });
  await page.setViewportSize({ width: 390, height: 844 });
  await rowsOf(page).getByRole('button').nth(3).click();
  await expect(textOf(page)).toContainText('Dear customer 3,');
  const [above, below] = [await input.boundingBox(), await textOf(page).boundingBox()];
  expect(above!.y + above!.height).toBeLessThan(below!.y);
});

test('a second decision names the first person, and a bulk decision shows its result', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['A', 'B', 'C', 'D']);
  const [a, b] = ids as [string, string];
  const sendHeld = await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(rowsOf(page)).toHaveCount(4);
  await expect(textOf(page)).toHaveText('A');

  const decide = async (id: string, decision: string) => {
    const { status } = await system.automation.patch(`/api/logs/${id}/decision`, { decision });
    expect(status).toBe(200);
  };
  await page.keyboard.press('a');
  await expect(rowsOf(page)).toHaveCount(3);
  await expect(textOf(page)).toHaveText('B');
  await decide(a, 'rejected');
  await sendHeld();
  await expect(page.getByText('Already decided by the API: Rejected.')).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('C');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('D');
  await page.keyboard.press('Shift+X');
  await expect(page.getByText('3 selected')).toBeVisible();
  await inspect(page, 'queue-selected');
  await page
    .getByRole('group', { name: 'Selected outputs' })
    .getByRole('button', { name: 'Approve' })
    .click();
  await expect(page.getByRole('dialog')).toContainText('Approve 3 outputs?');
  await decide(b, 'handled');
  await page.getByRole('button', { name: 'Approve 3' }).click();

  await expect(page.getByRole('dialog')).toContainText('2 outputs were decided.');
  await expect(page.getByRole('dialog')).toContainText('Already decided, or approved by you');
  await inspect(page, 'queue-bulk-done');
});

/** Real answers that rules object to, so that each shows why it is held. */
async function seedAnswers(system: System) {
  const project = uniqueName('Assistant answers');
  const rules = [
    { name: 'No talk of itself', type: 'regex_forbidden', value: String.raw`(?i)as an ai\b` },
    { name: 'No apologies', type: 'regex_forbidden', value: '(?i)sorry|apologi[sz]e' },
    { name: 'In short', type: 'max_length', value: '400' },
  ];
  const admin = await system.signIn();
  for (const rule of rules) await admin.post('/api/rules', { ...rule, projectName: project });
  const lines = readFileSync(new URL('answers/answers.jsonl', import.meta.url), 'utf8').trim();
  const ids: string[] = [];
  for (const [index, line] of lines.split('\n').entries()) {
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, index)).toISOString();
    const answer = JSON.parse(line) as JsonObject;
    ids.push((await submit(system.automation, { ...answer, project, timestamp })).id);
  }
  const verdicts = await Promise.all(ids.map((id) => awaitVerdict(system.automation, id, 60_000)));
  return { ids, statuses: new Set(verdicts.map(({ body }) => body['status'])) };
}

const KEYS = ['a', 'r', 'a', 'c', 'h'] as const;
const DECIDED = { a: 'approved', r: 'rejected', c: 'changed', h: 'handled' } as const;

test('fifty real answers that failed rules are cleared by keyboard only', async ({
  page,
  system,
}) => {
  const { ids, statuses } = await seedAnswers(system);
  expect([ids.length, ...statuses]).toEqual([50, 'flagged']);
  const { body } = await system.automation.get(`/api/logs/${ids[0]}`);
  await signInOn(page, system, `/?project=${String(body['projectId'])}`);
  await expect(page.getByText('Waiting 50')).toBeVisible();
  await expect(textOf(page).locator('mark').first()).toBeVisible();
  await inspect(page, 'queue-answers');

  for (const [index, id] of ids.entries()) {
    await expect(page.getByRole('article')).toContainText(id);
    const key = KEYS[index % KEYS.length] ?? 'a';
    await page.keyboard.press(key);
    if (key !== 'c') continue;
    await expect(page.getByLabel('What should be different?')).toBeFocused();
    await page.keyboard.type('Shorter, please.');
    await page.keyboard.press('Control+Enter');
  }
  await expect(page.getByText('No outputs waiting for a decision')).toBeVisible();

  const expected = ids.map((_, index) => DECIDED[KEYS[index % KEYS.length] ?? 'a']);
  await expect
    .poll(() => Promise.all(ids.map((id) => decisionOf(system.automation, id))))
    .toEqual(expected);
});

test('the queue can be sorted by deadline, and fits a phone and 200 % zoom', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['No hurry']);
  for (const [output, respondBy] of [
    ['In two days', 'P2D'],
    ['In two hours', 'PT2H'],
  ]) {
    const body = { project, task: 'reply', output, respondBy, requireApproval: true };
    const { id } = await submit(system.automation, body);
    await awaitVerdict(system.automation, id);
  }
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('No hurry');
  const search = page.getByLabel('Search the queue');
  await search.fill('nothing like this');
  await expect(page.getByText('No outputs found')).toBeVisible();
  await inspect(page, 'queue-nothing-found');
  await search.fill('');
  // In the field, shortcuts are letters.
  await search.press('Escape');
  await expect(rowsOf(page)).toHaveCount(3);
  await page.getByLabel('Order').selectOption('Deadline');
  await expect(textOf(page)).toHaveText('In two hours');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('In two days');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('No hurry');
  await inspect(page, 'queue-deadline');

  // The CSS pixels of a usual screen at 200 %.
  await page.setViewportSize({ width: 680, height: 425 });
  await expectNoSideways(page);
  await inspect(page, 'queue-zoomed');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(rowsOf(page)).toHaveCount(3);
  await expectNoSideways(page);
  await inspect(page, 'queue-phone');
  await rowsOf(page).getByRole('button').first().click();
  await expect(textOf(page)).toHaveText('In two hours');
  await expectNoSideways(page);
  const due = page.getByRole('article').getByText(/^Due in/);
  expect((await due.boundingBox())?.height).toBeLessThan(TWO_LINES);
  await inspect(page, 'queue-phone-detail');
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(textOf(page)).toHaveText('In two days');
});

test('a selection belongs to one filter, and requests for it are cancelled in another', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['A', 'B']);
  const other = await seedQueue(system, ['Elsewhere']);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('A');
  const selected = page.getByRole('group', { name: 'Selected outputs' });
  await page.keyboard.press('x');
  await expect(selected).toContainText('1 selected');
  const held: Route[] = [];
  await page.route(/\/api\/logs\?.*fields=id(&|$)/, (route) =>
    route.request().url().includes(`project=`) ? void held.push(route) : route.continue(),
  );
  await selected.getByRole('button', { name: 'Select all 2' }).click();
  await expect.poll(() => held.length).toBe(1);
  const givenUp = page.waitForEvent('requestfailed', (request) => request === held[0]!.request());
  await page.getByLabel('Project').selectOption({ label: other.project });
  await expect(textOf(page)).toHaveText('Elsewhere');
  await expect(selected).toBeHidden();
  await page.keyboard.press('x');
  await expect(selected).toContainText('1 selected');
  await givenUp;
  await page.keyboard.press('x');
  await expect(selected).toBeHidden();

  await page.keyboard.press('x');
  await expect(selected).toContainText('1 selected');
  await page.getByRole('link', { name: /^Samples/ }).click();
  await expect(page).toHaveURL(/lane=samples/);
  await expect(selected).toBeHidden();
});

test('a range whose start was decided meanwhile selects only the open row', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['A', 'B', 'C', 'D']);
  await openQueue(page, system, project);
  await expect(textOf(page)).toHaveText('A');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('B');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('C');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('D');
  await system.automation.patch(`/api/logs/${ids[1]}/decision`, { decision: 'handled' });
  await expect(rowsOf(page)).toHaveCount(3);
  await page.keyboard.press('Shift+X');
  await expect(rowsOf(page).getByRole('checkbox', { checked: true })).toHaveCount(1);
  await expect(rowsOf(page).last().getByRole('checkbox')).toBeChecked();
});

test('text typed during a search stays in the field and is searched for', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['One']);
  await typeOnAfter(page, 'refun', 'd');
  await openQueue(page, system, project);
  await expect(rowsOf(page)).toHaveCount(1);
  const search = page.getByLabel('Search the queue');
  await search.fill('refun');
  await expect(page).toHaveURL(/[?&]q=refund(&|$)/);
  await expect(search).toHaveValue('refund');
  await expect(page.getByText('No outputs found')).toBeVisible();
});

// Two lines of small text, in pixels.
const TWO_LINES = 30;

test('Back leads from an output to the list on a phone, and to the previous page on wide screens', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['One', 'Two', 'Three']);
  await openQueue(page, system, project);
  const queue = new URL(page.url());
  await page.goto('/rules');
  const pages = page.getByRole('navigation', { name: 'Pages' });
  const open = async (): Promise<void> => {
    await pages.getByRole('link', { name: /^Queue/ }).click();
    await page.getByLabel('Project').selectOption({ label: project });
    await expect(page).toHaveURL(queue.href);
    await expect(textOf(page)).toHaveText('One');
  };
  await open();
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Two');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Three');
  await page.goBack();
  await expect(page).toHaveURL(/\/rules$/);

  await open();
  await page.setViewportSize({ width: 390, height: 844 });
  await rowsOf(page).getByRole('button').first().click();
  await expect(textOf(page)).toHaveText('One');
  await page.keyboard.press('j');
  await expect(textOf(page)).toHaveText('Two');
  await page.goBack();
  await expect(rowsOf(page)).toHaveCount(3);
  await rowsOf(page).getByRole('button').first().click();
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await expect(rowsOf(page)).toHaveCount(3);
  await page.goBack();
  await expect(page).toHaveURL(/\/rules$/);
});

test('the details belong to the open output, even if metadata repeats their names', async ({
  page,
  system,
}) => {
  const { project } = await seedQueue(system, ['One'], {
    ...{ tags: ['twice', 'twice'], subjectId: 'ada', metadata: { Subject: 'lamp' } },
  });
  const { id } = await submit(system.automation, {
    ...{ project, output: 'Two', requireApproval: true, tags: ['once'], subjectId: 'bob' },
  });
  await awaitVerdict(system.automation, id);
  await openQueue(page, system, project);
  const details = page.getByRole('region', { name: 'Details' });
  await expect(details).toContainText(/ada.*twicetwice.*lamp/);
  await page.keyboard.press('j');
  await expect(details).toContainText(/bob.*once/);
  await expect(details).not.toContainText(/ada|twice|lamp/);
});

test('the count of a lane that could not be loaded is not shown as 0', async ({ page, system }) => {
  await refuse(page, '**/api/logs?*');
  await signInOn(page, system, '/?lane=samples');
  await expect(page.getByText('Too many requests.').first()).toBeVisible();
  const lanes = page.getByRole('navigation', { name: 'Lanes' });
  await expect(lanes.getByRole('link', { name: 'Samples' })).toHaveText('Samples');
});
