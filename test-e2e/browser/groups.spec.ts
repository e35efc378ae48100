import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { expect, inspect, signInOn, test } from './browser-test.ts';

test('a manager makes groups, and one that has work goes only when another gets it', async ({
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

  const groups = (await (await page.request.get('/api/groups')).json()) as {
    id: string;
    name: string;
  }[];
  const groupId = groups.find(({ name }) => name === 'Lawyers')?.id;
  const given = { output: 'Fine?', requireApproval: true };
  const { id } = await submit(system.automation, { project: uniqueName('Groups'), ...given });
  await awaitVerdict(system.automation, id);
  const assigned = await page.request.patch(`/api/logs/${id}/assignee`, {
    ...{ data: { groupId }, headers: { origin: system.url } },
  });
  expect(assigned.status()).toBe(200);

  await page.getByRole('button', { name: 'Delete “Lawyers”' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog.getByText(/Outputs that wait for this group: 1/)).toBeVisible();
  await inspect(page, 'group-with-work');
  await dialog.getByLabel('Move its outputs to').selectOption('Editors');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Lawyers')).toHaveCount(0);
  const { body } = await system.automation.get(`/api/logs/${id}`);
  expect(body['assignee']).toMatchObject({ kind: 'group', name: 'Editors' });
});
