import { expect, inspect, test } from './browser-test.ts';
import { decisionOf, holdDecisions, openQueue, rowsOf, seedQueue, textOf } from './queue-steps.ts';

test('a reviewer clears the queue without lifting the hands from the keyboard', async ({
  page,
  system,
}) => {
  const seeded = await seedQueue(system, [
    'First',
    'Second',
    'Third',
    'Fourth',
    '# Fifth\n\n**bold**',
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
  await page.getByRole('button', { name: 'See what changed' }).click();
  await inspect(page, 'queue-edit');
  await page.keyboard.press('Enter');
  await page.keyboard.press('h');
  await expect(page.getByText('Nothing waits for a decision')).toBeVisible();

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

test('a decision is taken back for five seconds, and is not lost with the page', async ({
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

test('who decides second is told who was first, and what came of many at once', async ({
  page,
  system,
}) => {
  const { project, ids } = await seedQueue(system, ['A', 'B', 'C', 'D']);
  const [a, b] = ids as [string, string];
  const sendHeld = await holdDecisions(page);
  await openQueue(page, system, project);
  await expect(rowsOf(page)).toHaveCount(4);

  const decide = (id: string, decision: string) =>
    system.automation.patch(`/api/logs/${id}/decision`, { decision });
  await page.keyboard.press('a');
  await expect(rowsOf(page)).toHaveCount(3);
  await decide(a, 'rejected');
  await sendHeld();
  await expect(page.getByText('api decided first: Rejected.')).toBeVisible();
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('j');
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
  await expect(page.getByRole('dialog')).toContainText('Decided by somebody else');
  await inspect(page, 'queue-bulk-done');
});
