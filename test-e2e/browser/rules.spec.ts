import { awaitVerdict, submit, uniqueName } from '../outputs.ts';
import { expect, inspect, signInOn, test } from './browser-test.ts';

test('a rule is tried while it is written, holds once it is saved, and can be turned off', async ({
  page,
  system,
}) => {
  const project = uniqueName('Orders');
  const name = uniqueName('Total in bounds');
  await submit(system.automation, { project, output: '{"total": 20}' });
  await signInOn(page, system);
  await page.goto('/rules/new');

  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Type', { exact: true }).selectOption('json_field_range');
  await page.getByLabel('Path').fill('total');
  await page.getByLabel('At most').fill('500');
  await page.getByLabel('Project').fill(project);
  await page.getByLabel('Text of the output').fill('{"total": 900}');
  await expect(page.getByText('at most 500 allowed')).toBeVisible();
  await inspect(page, 'rule');
  await page.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText(project);

  const held = await submit(system.automation, { project, output: '{"total": 900}' });
  expect((await awaitVerdict(system.automation, held.id)).body).toMatchObject({
    status: 'flagged',
  });
  await page.reload();
  await expect(row.getByRole('cell').nth(4)).toHaveText('1');
  await inspect(page, 'rules');
  await row.getByRole('switch').click();
  await expect(row.getByRole('switch')).not.toBeChecked();
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(row).toBeHidden();

  const { body } = await (await system.signIn()).get('/api/rules');
  expect(JSON.stringify(body)).not.toContain(name);
});
