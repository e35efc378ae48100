import { uniqueName } from '../harness/outputs.ts';
import { joinAs } from '../harness/people.ts';
import { expect, inspect, refuse, signInOn, test } from './browser-test.ts';
import { openQueue, rowsOf, seedQueue, textOf } from './queue-steps.ts';

test('a manager creates groups, and deletes one with work only by moving it to another', async ({
  page,
  system,
}) => {
  await signInOn(page, system, '/reviewers');
  const dialog = page.getByRole('dialog');
  const add = async (name: string): Promise<void> => {
    await page.getByRole('button', { name: 'Add group' }).click();
    await dialog.getByLabel('Name').fill(name);
    await dialog.getByRole('checkbox', { name: 'Somebody' }).check();
    await inspect(page, 'group');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await add('Lawyers');
  await add('Editors');
  await page.getByRole('button', { name: 'Add group' }).click();
  await dialog.getByLabel('Name').fill('lawyers');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('A group with this name already exists.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await inspect(page, 'groups');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Delete “Lawyers”' }).scrollIntoViewIfNeeded();
  await inspect(page, 'groups-phone');
  await page.setViewportSize({ width: 1280, height: 720 });

  const { ids, project } = await seedQueue(system, ['One', 'Two']);
  const [id] = ids as [string, string];
  await page.goto(`/outputs/${id}`);
  const assignee = page.getByRole('combobox', { name: 'Assigned to' });
  await assignee.selectOption('Lawyers');
  const assigned = async () => (await system.automation.get(`/api/logs/${id}`)).body['assignee'];
  await expect.poll(assigned).toMatchObject({ kind: 'group', name: 'Lawyers' });
  await expect(assignee).toHaveValue(/^group /);
  await inspect(page, 'output-assigned');

  // The queue opens the user's own lane if it has outputs.
  await page.goto('/');
  await expect(page).toHaveURL(/lane=mine/);
  const waiting = page.getByRole('link', { name: 'Waiting 2' });
  await expect(waiting).not.toHaveAttribute('aria-current');
  await waiting.click();
  await expect(rowsOf(page)).toHaveCount(2);
  await page.getByRole('link', { name: 'Mine 1' }).click();
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(textOf(page)).toHaveText('One');
  await inspect(page, 'queue-mine');
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'queue-mine-phone');
  await page.setViewportSize({ width: 1280, height: 720 });

  await page.goto('/reviewers');
  await page.getByRole('button', { name: 'Delete “Lawyers”' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(
    dialog.getByText(/^“Lawyers” wasn’t deleted because .+ Choose a group to replace it\.$/),
  ).toBeVisible();
  await inspect(page, 'group-with-work');
  await dialog.getByLabel('Move its outputs to').selectOption('Editors');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Lawyers')).toHaveCount(0);
  expect(await assigned()).toMatchObject({ kind: 'group', name: 'Editors' });

  const ben = await joinAs(system, 'reviewer');
  await page.context().clearCookies();
  await signInOn(page, ben, `/outputs/${ids[1]!}`);
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await page.getByRole('button', { name: 'Give back' }).click();
  await expect(page.getByRole('button', { name: 'Assign to me' })).toBeVisible();
  await page.getByRole('button', { name: 'Assign to me' }).click();
  await expect(page.getByRole('button', { name: 'Give back' })).toBeVisible();
  await openQueue(page, ben, project);
  await expect(rowsOf(page)).toHaveCount(1);
  await expect(textOf(page)).toHaveText('Two');
  await page.getByRole('link', { name: 'Waiting 2' }).click();
  await expect(rowsOf(page)).toHaveCount(2);
});

test('the assignee is shown even if people and groups failed to load', async ({ page, system }) => {
  const admin = await system.signIn();
  const { user } = (await admin.get('/api/auth/get-session')).body as { user: { id: string } };
  const members = { name: 'Lawyers', userIds: [user.id] };
  const { body: group } = await admin.post('/api/groups', members);
  const groupId = String(group['id']);
  const { ids } = await seedQueue(system, ['One']);
  await admin.patch(`/api/logs/${ids[0]!}/assignee`, { groupId });
  const { body: rule } = await admin.post('/api/rules', {
    ...{ name: uniqueName('No promises'), type: 'keyword_forbidden', value: 'promise' },
    approvals: { needed: 2, groupId },
  });
  await admin.post('/api/projects', { name: uniqueName('Letters'), reviewGroupId: groupId });
  await refuse(page, '**/api/people');
  await refuse(page, '**/api/groups');
  const chosenIn = (label: string) => page.getByLabel(label).locator('option:checked');

  await signInOn(page, system, `/outputs/${ids[0]!}`);
  await expect(chosenIn('Assigned to')).toHaveText('Lawyers');
  await page.goto(`/rules/${String(rule['id'])}`);
  await expect(chosenIn('At least one approver from')).toHaveText(groupId);
  await page.goto('/projects');
  await page.getByRole('button', { name: /^Edit Letters/ }).click();
  await expect(chosenIn('Review group')).toHaveText(groupId);
});

test('a group whose people failed to load is not shown as empty', async ({ page, system }) => {
  const admin = await system.signIn();
  const { user } = (await admin.get('/api/auth/get-session')).body as { user: { id: string } };
  await admin.post('/api/groups', { name: 'Lawyers', userIds: [user.id] });
  await admin.post('/api/groups', { name: 'Editors', userIds: [] });
  await refuse(page, '**/api/people');
  const refused = page.waitForResponse('**/api/people');
  await signInOn(page, system, '/reviewers');
  await refused;
  const groups = page.getByRole('listitem').filter({ hasText: /Lawyers|Editors/ });
  await expect(groups.filter({ hasText: 'No people in this group.' })).toHaveText(/Editors/);
  await expect(groups).toHaveCount(2);
});
