import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import { expect, signInOn, test } from './browser-test.ts';
import { textOf } from './queue-steps.ts';

test('prints an output in full, without the menu', async ({ page, system }) => {
  const lines = Array.from({ length: 80 }, (_, index) => `Line ${index}`);
  const output = { project: uniqueName('Print'), output: lines.join('\n') };
  const { id } = await submit(system.automation, output);
  await awaitVerdict(system.automation, id);
  await signInOn(page, system, `/outputs/${id}`);
  await expect(textOf(page)).toContainText('Line 79');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Pages' })).toBeHidden();
  const hidden = await page.evaluate<number[]>(`
    ['[role=region][aria-label=Output]', 'main'].map((of) => {
      const { scrollHeight, clientHeight } = document.querySelector(of);
      return scrollHeight - clientHeight;
    });
  `);
  expect(hidden).toEqual([0, 0]);
});
