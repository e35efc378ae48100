import type { Page } from '@playwright/test';
import { startWebhookReceiver } from '@output-review/runtime/testing';

import { JUDGE_RULE } from '../harness/judge-server.ts';
import { awaitVerdict, submit, uniqueName } from '../harness/outputs.ts';
import {
  expect,
  expectNoSideways,
  expectTableFits,
  inspect,
  NARROW,
  signInOn,
  test,
} from './browser-test.ts';
import { startOwnJudge } from './own-judge.ts';
import { textOf } from './queue-steps.ts';
import { inBody, makePdf, makePng, makeWav } from './sample-files.ts';

const ANSWER = `# Your order

We **guarantee** a refund, you rude customer. See [our terms](https://example.com/terms).

| Item | Price |
| ---- | ----- |
| Lamp | 120   |
`;
const REQUEST = JSON.stringify({ customer: { id: 7, name: 'Ada' }, items: [{ sku: 'lamp' }] });

test('the output page shows why it is held, its content, and its history', async ({
  page,
  system,
}) => {
  await using judge = await startOwnJudge(await system.signIn());
  await using receiver = await startWebhookReceiver();
  const project = uniqueName('Orders');
  const admin = await system.signIn();
  const rule = { name: 'No promises', type: 'keyword_forbidden', value: 'guarantee' };
  for (const each of [rule, JUDGE_RULE]) {
    await admin.post('/api/rules', { ...each, projectName: project });
  }
  const sessionId = uniqueName('chat');
  const common = { project, task: 'reply', sessionId, callbackUrl: receiver.url };
  const first = await submit(system.automation, { ...common, output: 'We guarantee it.' });
  await awaitVerdict(system.automation, first.id);
  const { id } = await submit(system.automation, {
    ...{ ...common, output: ANSWER, input: REQUEST, revisionOf: first.id, model: 'writer-2' },
    action: { name: 'send_letter', summary: 'Send it to Ada', params: { copies: 2 } },
    attachments: [
      inBody('lamp.png', makePng()),
      inBody('note.txt', 'What was ordered:\na lamp\n'),
      inBody('order.pdf', makePdf('A lamp for Ada')),
      inBody('call.wav', makeWav()),
    ],
  });
  await awaitVerdict(system.automation, id);
  expect(judge.received.length).toBeGreaterThan(0);

  await signInOn(page, system, `/outputs/${id}`);
  await expect(textOf(page).locator('mark')).toHaveText(/^guarantee/);
  await expect(textOf(page).locator('mark')).toContainText('Rule “No promises”');
  const findings = page.getByRole('region', { name: 'Why it’s held' });
  await expect(findings).toContainText('It is rude.');
  // The reason is shown once, in full.
  await expect(page.getByText('It is rude.')).toHaveCount(1);
  await expect(findings).toContainText('80% confidence');
  await expect(page.getByRole('region', { name: 'Action' })).toContainText('Send it to Ada');
  await expectFiles(page);
  const session = page.locator('section').filter({ hasText: /^Session/ });
  await expect(session.getByRole('link')).toHaveCount(2);
  await expect(page.getByText('Delivered').first()).toBeVisible();
  await expect(page.getByText('Held by a rule')).toBeVisible();
  await inspect(page, 'output');

  await page.getByRole('group', { name: 'View' }).last().getByText('Formatted').click();
  await expect(textOf(page).getByRole('heading', { name: 'Your order' })).toBeVisible();
  await expect(textOf(page).getByRole('cell', { name: 'Lamp' })).toBeVisible();
  const input = page.getByRole('region', { name: 'Input', exact: true });
  await input.getByRole('button', { name: 'customer' }).click();
  await expect(input).not.toContainText('"Ada"');
  await inspect(page, 'output-formatted');
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('dialog')).toContainText('Your order');
});

test('a recording keeps its position, and gets a new link only if its own one fails', async ({
  page,
  system,
}) => {
  const attachments = [inBody('call.wav', makeWav())];
  const { id } = await submit(system.automation, {
    ...{ project: 'Orders', output: 'Call Ada back.', attachments },
  });
  await awaitVerdict(system.automation, id);
  await page.clock.install();
  await signInOn(page, system, `/outputs/${id}`);
  const recording = page.locator('audio');
  const timeOf = () => page.evaluate(`document.querySelector('audio').currentTime`);
  await expect(recording).toBeVisible();
  await page.evaluate(`document.querySelector('audio').currentTime = 0.5`);
  await expect.poll(timeOf).toBe(0.5);
  let asked = 0;
  await page.route('**/api/media-url?*', async (route) => {
    asked += 1;
    const { url, ...link } = (await (await route.fetch()).json()) as { url: string };
    // The link would differ by then, but the service's clock did not move.
    await route.fulfill({ json: { ...link, url: `${url}#${asked}` } });
  });

  await page.clock.fastForward('04:30');
  await page.context().setOffline(true);
  await page.context().setOffline(false);
  await recording.dispatchEvent('error');
  await expect(recording).toHaveAttribute('src', /#1$/);
  await expect.poll(timeOf).toBe(0.5);
  // A link that fails at once is not requested repeatedly.
  await recording.dispatchEvent('error');

  await page.clock.fastForward('04:30');
  await page.route('**/api/media-url?*', (route) => {
    asked += 1;
    return route.fulfill({ status: 404, json: { error: 'It is gone.', code: 'NOT_FOUND' } });
  });
  const answered = page.waitForResponse('**/api/media-url?*');
  await recording.dispatchEvent('error');
  await (await answered).finished();
  await expect(recording).toBeVisible();
  expect(asked).toBe(2);
});

test('a dialog of one output closes when Back opens another', async ({ page, system }) => {
  const common = { project: uniqueName('Orders'), sessionId: uniqueName('chat') };
  const first = await submit(system.automation, { ...common, output: 'First turn' });
  const second = await submit(system.automation, {
    ...{ ...common, output: 'Second turn', revisionOf: first.id },
  });
  for (const { id } of [first, second]) await awaitVerdict(system.automation, id);
  await signInOn(page, system, `/outputs/${first.id}`);
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  for (const name of ['Delete', 'Flag', 'Edit details', 'Compare']) {
    await expect(textOf(page)).toHaveText('First turn');
    await page.getByRole('link', { name: 'Second turn' }).click();
    await expect(textOf(page)).toHaveText('Second turn');
    await page.getByRole('button', { name }).click();
    await expect(dialog).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`${first.id}$`));
    await expect(dialog).toHaveCount(0);
  }
});

/** Expects a preview of each file, not just its name. */
async function expectFiles(page: Page): Promise<void> {
  const files = page.getByRole('region', { name: 'Files' });
  await expect(files.getByRole('img', { name: 'lamp.png' })).toHaveJSProperty('naturalWidth', 320);
  await expect(files.getByRole('region', { name: 'note.txt' })).toContainText('a lamp');
  await expect(files.getByLabel('call.wav', { exact: true })).toHaveJSProperty('duration', 1);
  // This browser has no PDF viewer; pdf.spec.ts uses one that has.
  await expect(files.getByRole('link', { name: 'order.pdf' })).toBeVisible();
}

const DEEP = 50_000;

/** Hostile outputs, each with the text that must be visible. */
const HOSTILE: readonly (readonly [name: string, output: string, shown: RegExp])[] = [
  [
    'code',
    '<script>alert(1)</script> <img src=x onerror="alert(2)"> **Click** [here](javascript:alert(3)) ![me](https://a.test/p)',
    /alert\(1\).*onerror.*here/,
  ],
  ['reordered text', 'Pay \u202e001$ to Ada\u202c and **go**', /U\+202E/],
  ['JSON of such values', JSON.stringify({ '\u202eeman': '\u202e<script>' }), /202e/i],
  ['JSON that is too deep', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`, /\[\[\[/],
  ['a megabyte in one line', 'lorem ipsum '.repeat(87_000), /lorem ipsum/],
];

test('hostile outputs run no code, show reordering characters, and do not break the page by their size', async ({
  page,
  system,
}) => {
  const project = uniqueName('Hostile');
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(system.url) && !request.url().startsWith('data:')) {
      foreign.push(request.url());
    }
  });
  await signInOn(page, system);
  for (const [name, output, shown] of HOSTILE) {
    await test.step(name, async () => {
      const { id } = await submit(system.automation, { project, output, requireApproval: true });
      await awaitVerdict(system.automation, id);
      await page.goto(`/outputs/${id}`);
      await expect(textOf(page)).toContainText(shown);
      await expect(page.locator('[href^="javascript:"]')).toHaveCount(0);
      const views = page.getByRole('group', { name: 'View' });
      if ((await views.count()) > 0) {
        if (name === 'reordered text') await inspect(page, 'output-hostile');
        await views.getByText('Raw').click();
        await expect(textOf(page)).toContainText(shown);
      }
      await expectToScroll(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await page.keyboard.press('Escape');
    });
  }
  expect(dialogs).toEqual([]);
  expect(foreign).toEqual([]);
});

test('a long name without spaces wraps on a phone, in a card and in a table', async ({
  page,
  system,
}) => {
  const admin = await system.signIn();
  const long = 'Endless'.repeat(28);
  for (const [name, mode] of [
    [long, 'live'],
    [`${long}too`, 'shadow'],
  ]) {
    await admin.post('/api/rules', { name, mode, type: 'keyword_forbidden', value: 'promise' });
  }
  const output = { project: long, task: long, tags: ['tag'.repeat(20)], output: 'We promise.' };
  const { id } = await submit(system.automation, output);
  await awaitVerdict(system.automation, id);
  await signInOn(page, system);
  const rules = page.getByText(long, { exact: true });
  await expect(rules.last()).toBeVisible();
  const box = await rules.last().boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(1360);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/outputs/${id}`);
  await expect(page.getByText('tagtag')).toBeVisible();
  await expectNoSideways(page);
  await inspect(page, 'output-long-names-phone');
  await page.setViewportSize(NARROW);
  await page.goto('/rules');
  await expect(page.getByRole('link', { name: long, exact: true })).toBeVisible();
  await expectTableFits(page);
  await expectNoSideways(page);
  await page.goto('/audit');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectTableFits(page);
  await page.goto('/rules');
  await expect(page.getByRole('link', { name: long, exact: true })).toBeVisible();
  await page.setViewportSize({ width: 1360, height: 850 });
  await expectTableFits(page);
  await inspect(page, 'rules-long-names');
});

test('right-to-left text is shown in its direction, line by line', async ({ page, system }) => {
  const project = uniqueName('Shalom');
  const [first, second] = ['אנו מבטיחים החזר (30%).', 'We promise a refund.'] as const;
  const held = { project, requireApproval: true };
  const { id } = await submit(system.automation, { ...held, output: `${first}\n${second}` });
  await awaitVerdict(system.automation, id);
  await signInOn(page, system);
  const queued = page.getByRole('button', { name: first }).getByText(first).first();
  await expect(queued).toHaveCSS('direction', 'rtl');
  await expect(textOf(page).getByText(first)).toHaveCSS('direction', 'rtl');
  await expect(textOf(page).getByText(second)).toHaveCSS('direction', 'ltr');
  await inspect(page, 'queue-right-to-left');

  const output = `* **${first}**\n\n1. ${first}\n\n   ${second}\n\n> ${first}\n>\n> ${second}`;
  const markdown = await submit(system.automation, { ...held, output });
  await awaitVerdict(system.automation, markdown.id);
  await page.goto(`/outputs/${markdown.id}`);
  for (const block of ['ul', 'ol', 'blockquote']) {
    await expect(textOf(page).locator(block)).toHaveCSS('direction', 'rtl');
  }
  await inspect(page, 'markdown-right-to-left');
});

test('reordering characters are named in comparisons, corrections and search results too', async ({
  page,
  system,
}) => {
  const project = uniqueName('Signs');
  const first = await submit(system.automation, { project, output: 'Pay 1$ to Ada' });
  const { id } = await submit(system.automation, {
    ...{ project, output: 'Pay \u202e001$ to Ada', revisionOf: first.id, requireApproval: true },
  });
  for (const each of [first.id, id]) await awaitVerdict(system.automation, each);
  await signInOn(page, system, `/outputs/${id}`);
  await page.getByRole('button', { name: 'Compare' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.locator('ins')).toContainText('U+202E');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.keyboard.press('e');
  await expect(dialog.getByLabel('Corrected output')).toContainText('U+202E');
  await inspect(page, 'correct-hostile');
  await page.goto(`/outputs?project=${encodeURIComponent(project)}`);
  await expect(page.getByRole('row').filter({ hasText: '001$' })).toContainText('U+202E');
});

test('invisible characters are named and copied unchanged, except those that emoji and scripts need', async ({
  page,
  system,
}) => {
  const output = 'Pay\u200b 1$ 👩🏽\u200d⚕️ می\u200cخواهم.\u{e0041}\u2069 \u202eadA';
  const { id } = await submit(system.automation, {
    ...{ project: uniqueName('Unseen'), output, requireApproval: true },
    metadata: { to: 'a\u200bda' },
  });
  await awaitVerdict(system.automation, id);
  await signInOn(page, system, `/outputs/${id}`);
  const names = textOf(page).getByText(/^U\+/);
  await expect(names).toHaveText(['U+200B', 'U+E0041', 'U+2069', 'U+202E']);
  await expect(page.getByText('U+200B')).toHaveCount(2);
  const copied = await page.evaluate(`
    getSelection().selectAllChildren(document.querySelector('[role=region][aria-label=Output]'));
    String(getSelection()).trim();
  `);
  expect(copied).toBe(output);
  await inspect(page, 'output-unseen');

  await page.keyboard.press('e');
  const editor = page.getByRole('dialog').getByLabel('Corrected output');
  await expect(editor.getByText(/^U\+/)).toHaveText(['U+200B', 'U+E0041', 'U+2069', 'U+202E']);
  await editor.press('Control+End');
  await page.keyboard.insertText('می\u200c');
  await page.keyboard.insertText('\u200c');
  await expect(editor.getByText('U+200C')).toHaveCount(1);
  await page.keyboard.insertText('خواهم');
  await expect(editor.getByText('U+200C')).toHaveCount(0);
});

// The page formats texts of up to 50,000 characters. Longer ones are shown raw, whatever they nest.
const NESTED = [
  ...['- ', '> ', '>', '[', '![', '**'].map((sign) => [sign, 49_000] as const),
  ...([
    ['>', 8_192],
    ['> ', 65_536],
    ['[', 1_000_000],
  ] as const),
];
const SIGNS = '\u202e\u202d'.repeat(170_000);

/** Texts that would block the main thread, or overflow its stack. */
const NESTS: readonly (readonly [name: string, output: string])[] = [
  ...NESTED.map(([sign, characters]): [string, string] => [
    `${characters} of “${sign}”`,
    `**So**\n\n${sign.repeat(characters / sign.length)}`,
  ]),
  ['empty lines', '\n'.repeat(49_000)],
  ['a long name of many', JSON.stringify({ ['n'.repeat(500_000)]: Array(150_000).fill([]) })],
  ['a long value', JSON.stringify({ a: 'lorem '.repeat(160_000) })],
  ['reordering characters', SIGNS],
  ['the same in JSON', JSON.stringify([SIGNS])],
];

test('deeply nested Markdown opens, and the page keeps responding to keys', async ({
  page,
  system,
}) => {
  const project = uniqueName('Nests');
  await signInOn(page, system);
  for (const [name, output] of NESTS) {
    await test.step(name, async () => {
      const { id } = await submit(system.automation, { project, output, requireApproval: true });
      await awaitVerdict(system.automation, id);
      await page.goto(`/outputs/${id}`);
      await expect(textOf(page)).not.toBeEmpty();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
      await page.keyboard.press('Escape');
      // Text that cannot be formatted is shown raw, with a notice.
      if (name === '8192 of “>”') await expect(page.getByText('Shown as plain text')).toBeVisible();
    });
  }
});

/**
 * Scrolls the text to its end by keyboard; a text that fits cannot scroll. Its height was estimated well before, so that
 * a jump to the end gets near it.
 */
async function expectToScroll(page: Page): Promise<void> {
  const text = textOf(page);
  const heightOf = () => text.evaluate(({ scrollHeight }) => Number(scrollHeight));
  const estimated = await heightOf();
  await text.focus();
  await expect(async () => {
    await page.keyboard.press('End');
    const rest = await text.evaluate(
      ({ scrollHeight, scrollTop, clientHeight }) => scrollHeight - scrollTop - clientHeight,
    );
    expect(rest).toBeLessThan(2);
  }).toPass({ intervals: [100] });
  expect((await heightOf()) / estimated).toBeLessThan(1.5);
  await text.blur();
}
