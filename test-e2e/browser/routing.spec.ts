import { expect, inspect, signInOn, test } from './browser-test.ts';
import { openQueue, rowsOf, seedQueue } from './queue-steps.ts';

test('a manager assigns flagged outputs of a project to a group, and of a task to another', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  for (const name of ['Lawyers', 'Editors']) await admin.post('/api/groups', { name });
  const { project } = await seedQueue(system, ['One']);
  await signInOn(page, system, '/projects');

  await page.getByRole('button', { name: `Edit ${project}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Review group').selectOption('Lawyers');
  await inspect(page, 'project-groups');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Reviewed by Lawyers')).toBeVisible();

  await page.getByRole('button', { name: project, expanded: false }).click();
  await page.getByLabel('New task').fill('Refunds');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('button', { name: 'Edit Refunds' }).click();
  await expect(dialog.getByLabel('Review group')).toHaveValue('');
  await expect(dialog.getByText('Same as the project (Lawyers)')).toBeAttached();
  await dialog.getByLabel('Escalation group').selectOption('Editors');
  await inspect(page, 'task-groups');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Escalated to Editors')).toBeVisible();
  await inspect(page, 'projects-groups');
  await page.setViewportSize({ width: 390, height: 844 });
  await inspect(page, 'projects-groups-phone');

  await page.goto('/reviewers');
  await page.getByRole('button', { name: 'Delete “Lawyers”' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(
    dialog.getByText('“Lawyers” wasn’t deleted because outputs, rules, projects or tasks need it.'),
  ).toBeVisible();
  await dialog.getByLabel('Move its outputs to').selectOption('Editors');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/projects');
  await expect(page.getByText('Reviewed by Editors')).toBeVisible();
});

test('a manager assigns outputs in bulk, and sees the waiting outputs of each group', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  for (const name of ['Lawyers', 'Editors']) await admin.post('/api/groups', { name });
  const { ids, project } = await seedQueue(system, ['One', 'Two', 'Three']);
  const late = await system.automation.post('/api/logs', {
    ...{ project, output: 'Soon', requireApproval: true, respondBy: 'PT30M' },
  });
  await openQueue(page, system, project);
  await expect(rowsOf(page)).toHaveCount(4);
  await page.keyboard.press('x');
  await page.getByRole('button', { name: 'Select all 4' }).click();
  await page.getByRole('button', { name: 'Assign', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Assign 4' })).toBeDisabled();
  await dialog.getByLabel('Assigned to').selectOption('Lawyers');
  for (const text of ['One', 'Two', 'Three', 'Soon']) await expect(dialog).toContainText(text);
  await inspect(page, 'queue-bulk-assign');
  await dialog.getByRole('button', { name: 'Assign 4' }).click();
  await expect(dialog).toContainText('4 outputs were assigned.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  for (const id of [...ids, String(late.body['id'])]) {
    const { body } = await system.automation.get(`/api/logs/${id}`);
    expect(body['assignee']).toMatchObject({ kind: 'group', name: 'Lawyers' });
  }

  const decided = await seedQueue(system, ['Done']);
  await admin.patch(`/api/logs/${decided.ids[0]!}/decision`, { decision: 'approved' });

  await page.goto('/reviewers');
  await expect(page.getByText('4 waiting')).toBeVisible();
  const reviewer = page.getByRole('row').filter({ hasText: system.email });
  await expect(reviewer.getByText('Somebody', { exact: true })).toBeVisible();
  await expect(page.getByText('1 due within an hour').first()).toBeVisible();
  await inspect(page, 'group-load');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByText('4 waiting').scrollIntoViewIfNeeded();
  await inspect(page, 'group-load-phone');
});
