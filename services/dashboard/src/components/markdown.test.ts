import { describe, expect, test } from '@jest/globals';

import { isMarkdown } from '../outputs/text-signs.ts';
import { readMarkdown } from './markdown-tree.ts';

describe('isMarkdown', () => {
  const written = [
    ...['# Title', '###### Six', '```js', '- one', '  * two', '**bold**', 'a **b', '| a | b |'],
    ...['[here](https://example.com)', 'see [a] and [b](c) there', 'first\n\n## second'],
  ];
  test.each(written)('detects Markdown by its syntax: %j', (text) => {
    expect(isMarkdown(text)).toBe(true);
  });

  const plain = [
    ...['', 'Dear Ada,\nyour lamp is sent.', '#hashtag', '####### seven', '-5 degrees', '2 ** 3'],
    ...['a [note] and (more)', '[](x)', '[a]()', '|', '||', 'a | b', '* ', '-'],
  ];
  test.each(plain)('rejects text without it: %j', (text) => {
    expect(isMarkdown(text)).toBe(false);
  });
});

describe('readMarkdown', () => {
  test('returns elements and keeps HTML as text', () => {
    const tree = JSON.stringify(
      readMarkdown('# Hi\n\n<b>x</b> [y](https://example.com) [z](mailto:ada@example.com)'),
    );

    expect(tree).toContain('"tagName":"h1"');
    expect(tree).toContain('"value":"<b>"');
    expect(tree).toContain('"href":"https://example.com"');
    expect(tree).toContain('"href":"mailto:ada@example.com"');
    expect(tree).not.toContain('"tagName":"b"');
  });

  test('shows definitions and footnotes that nothing refers to', () => {
    const shown = (text: string) => JSON.stringify(readMarkdown(text));
    const address = '[x]: https://example.com "A promise"';
    expect(shown(`**Hi**\n\n${address}\n\nBye`)).toContain(JSON.stringify(address));
    expect(shown(`[x]\n\n> ${address}`)).toContain(JSON.stringify(address));
    expect(shown('Hi\n\n[^1]: A refund\n    of 9000.\n\nBye')).toContain(
      JSON.stringify('[^1]: A refund\n    of 9000.'),
    );
    expect(shown('Hi\n\n[^1]: A refund[^1].')).toContain('"[^1]: A refund[^1]."');
    expect(shown('Hi[^1]\n\n[^1]: One.\n[^1]: Two.')).toContain('"[^1]: Two."');
    expect(shown('Hi[^1]\n\n[^1]: One.')).not.toContain('[^1]');
    expect(shown('Hi[^1]\n\n[^1]: One[^2].\n\n[^2]: Two.')).not.toContain('[^2]');
  });

  test.each([
    '[here](https://example.com "A promise")',
    ...['[Open](/refund?amount=9000)', '[call](tel:+19005551234)', '[x](myapp://pay?amount=9000)'],
    '[x](javascript:a//https://example.com)',
    '![a lamp](https://example.com/lamp.png "A promise")',
    '```text We promise 9000\nx\n```',
    '| a | b |\n| - | - |\n| 1 | 2 | 3 |',
  ])('keeps the source of parts that rendering would drop: %j', (text) => {
    expect(JSON.stringify(readMarkdown(`Hi\n\n${text}`))).toContain(JSON.stringify(text));
  });

  test('returns null for Markdown that is too deep or too large for a page', () => {
    expect(readMarkdown(`${'> '.repeat(20)}x`)).not.toBeNull();
    expect(readMarkdown(`${'> '.repeat(60)}x`)).toBeNull();
    expect(readMarkdown('a\n\n'.repeat(3_500))).toBeNull();
  });
});
