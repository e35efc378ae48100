import { expect, inspect, signInOn, test } from './browser-test.ts';
import { seedQueue } from './queue-steps.ts';

test('a manager sends what is flagged in a project to a group, and names another for a task', async ({
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
  await expect(dialog.getByText('As the project (Lawyers)')).toBeAttached();
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
    dialog.getByText(/Projects and tasks whose outputs go to this group: 1/),
  ).toBeVisible();
  await dialog.getByLabel('Move its outputs to').selectOption('Editors');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toHaveCount(0);
  await page.goto('/projects');
  await expect(page.getByText('Reviewed by Editors')).toBeVisible();
});
