import { awaitVerdict, submit } from '../harness/outputs.ts';
import type { EmbeddedSystem } from '../harness/system.ts';
import { expect, inspect, signInOn, test } from './browser-test.ts';
import { decisionOf, textOf } from './queue-steps.ts';

const PHONE = { width: 390, height: 844 };

test('a manager sets the sample rate of a project and a task', async ({ page, system }) => {
  await submitPassed(system, ['Fine.']);
  await signInOn(page, system, '/projects');
  await page.getByRole('button', { name: 'Edit Support' }).click();
  await page.getByLabel('Sample rate (%)').fill('7.5');
  await inspect(page, 'project-rate');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('7.5% sampled')).toBeVisible();

  await page.getByRole('button', { name: /^Support/ }).click();
  await expect(page.getByText('7.5% sampled, same as the project')).toBeVisible();
  await page.getByLabel('New task').fill('Refunds');
  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Edit Refunds' }).click();
  await expect(page.getByText('Leave empty to use the project’s rate (7.5%).')).toBeVisible();
  await page.getByLabel('Sample rate (%)').fill('100');
  await inspect(page, 'task-rate');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('100% sampled')).toBeVisible();
  await inspect(page, 'projects-rates');
  await page.setViewportSize(PHONE);
  await inspect(page, 'projects-rates-phone');

  await page.getByRole('button', { name: 'Edit Refunds' }).click();
  await page.getByLabel('Sample rate (%)').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('7.5% sampled, same as the project')).toHaveCount(2);
});

test('a reviewer reviews samples by keyboard, skips one, and other outputs wait in their own lane', async ({
  page,
  system,
}) => {
  const held = await submit(system.automation, {
    ...{ project: 'Support', output: 'Held.', requireApproval: true },
  });
  await awaitVerdict(system.automation, held.id);
  await sampleAll(system);
  const [first, second, third] = await submitPassed(system, ['First', 'Second', 'Third']);
  await signInOn(page, system);
  const lanes = page.getByRole('navigation', { name: 'Lanes' });
  await expect(lanes.getByRole('link')).toHaveText(['Mine 0', 'Waiting 1', 'Samples 3']);
  await lanes.getByRole('link', { name: /^Samples/ }).click();
  await expect(textOf(page)).toContainText('First');
  await expect(lanes.getByRole('link')).toHaveText(['Mine 0', 'Waiting 1', 'Samples 3']);
  await inspect(page, 'samples');

  await page.keyboard.press('j');
  await expect(textOf(page)).toContainText('Second');
  await page.keyboard.press('a');
  await expect(textOf(page)).toContainText('Third');
  await page.keyboard.press('r');
  await expect(textOf(page)).toContainText('First');
  await expect(lanes.getByRole('link')).toHaveText(['Mine 0', 'Waiting 1', 'Samples 1']);
  const decided = () =>
    Promise.all([first, second, third].map((id) => decisionOf(system.automation, id!)));
  await expect.poll(decided).toEqual([null, 'approved', 'rejected']);

  await page.setViewportSize(PHONE);
  await page.getByRole('button', { name: 'Back to the list' }).click();
  await inspect(page, 'samples-phone');
  await page.goto(`/outputs/${first}`);
  await expect(page.getByText('Chosen for a spot check.')).toBeVisible();
  await inspect(page, 'sample-output-phone');
  await page.setViewportSize({ width: 1280, height: 800 });
  await inspect(page, 'sample-output');

  await page.goto('/?lane=samples');
  await expect(textOf(page)).toContainText('First');
  await page.keyboard.press('a');
  await expect(page.getByText('No samples to review')).toBeVisible();
  await inspect(page, 'samples-none');
});

async function sampleAll({ signIn }: EmbeddedSystem): Promise<void> {
  const admin = await signIn();
  const { text } = await admin.get('/api/projects');
  for (const { id } of JSON.parse(text) as { id: string }[]) {
    await admin.patch(`/api/projects/${id}`, { sampleRate: 1 });
  }
}

async function submitPassed({ automation }: EmbeddedSystem, texts: readonly string[]) {
  const ids: string[] = [];
  for (const [index, output] of texts.entries()) {
    const timestamp = new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString();
    const fields = { project: 'Support', task: 'Reply', output, timestamp };
    const { id } = await submit(automation, fields);
    await awaitVerdict(automation, id);
    ids.push(id);
  }
  return ids;
}
