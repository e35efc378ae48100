import { WHOLE_CHROMIUM } from '../harness/chromium.ts';
import { awaitVerdict, submit } from '../harness/outputs.ts';
import { expect, inspect, signInOn, test } from './browser-test.ts';
import { inBody, makePdf } from './sample-files.ts';

test.use({ launchOptions: WHOLE_CHROMIUM });

test('a PDF is shown on the page of its output', async ({ page, system }) => {
  const attachments = [inBody('order.pdf', makePdf('A lamp for Ada'))];
  const { id } = await submit(system.automation, {
    ...{ project: 'Orders', output: 'Your order' },
    attachments,
  });
  await awaitVerdict(system.automation, id);

  await signInOn(page, system, `/outputs/${id}`);

  const files = page.getByRole('region', { name: 'Files' });
  await expect(files.getByTitle('order.pdf')).toHaveAttribute('src', /^blob:/);
  await inspect(page, 'output-pdf');
});
