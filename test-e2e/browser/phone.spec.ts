import { expect, inspect, test } from './browser-test.ts';
import { openQueue, rowsOf, seedQueue } from './queue-steps.ts';

const PHONE = { width: 390, height: 844 };

test('the queue renders only the visible rows on a phone too', async ({ page, system }) => {
  const texts = Array.from({ length: 45 }, (_, index) => `Answer ${index}`);
  const { project } = await seedQueue(system, texts);
  await openQueue(page, system, project);
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('link', { name: 'Waiting 45' })).toBeVisible();
  await expect(rowsOf(page).first()).toContainText('Answer 0');
  await expect.poll(() => rowsOf(page).count()).toBeLessThan(30);
  await inspect(page, 'queue-many-phone');
  await rowsOf(page).first().hover();
  await expect(async () => {
    await page.mouse.wheel(0, 10_000);
    await expect(rowsOf(page).last()).toContainText('Answer 44', { timeout: 500 });
  }).toPass();
});
