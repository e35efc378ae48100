import { describe, expect, test } from '@jest/globals';

import { isMarkdown } from '../outputs/text-signs.ts';
import { readMarkdown } from './markdown-tree.ts';

describe('a text is taken for Markdown', () => {
  const written = [
    ...['# Title', '###### Six', '```js', '- one', '  * two', '**bold**', 'a **b', '| a | b |'],
    ...['[here](https://example.com)', 'see [a] and [b](c) there', 'first\n\n## second'],
  ];
  test.each(written)('by its signs: %j', (text) => {
    expect(isMarkdown(text)).toBe(true);
  });

  const plain = [
    ...['', 'Dear Ada,\nyour lamp is sent.', '#hashtag', '####### seven', '-5 degrees', '2 ** 3'],
    ...['a [note] and (more)', '[](x)', '[a]()', '|', '||', 'a | b', '* ', '-'],
  ];
  test.each(plain)('not without them: %j', (text) => {
    expect(isMarkdown(text)).toBe(false);
  });
});

describe('Markdown', () => {
  test('becomes elements, and HTML in it stays text', () => {
    const tree = JSON.stringify(readMarkdown('# Hi\n\n<b>x</b> [y](https://example.com)'));

    expect(tree).toContain('"tagName":"h1"');
    expect(tree).toContain('"value":"<b>"');
    expect(tree).toContain('"href":"https://example.com"');
    expect(tree).not.toContain('"tagName":"b"');
  });

  test('is left as it is where it is too deep or too much for a page', () => {
    expect(readMarkdown(`${'> '.repeat(20)}x`)).not.toBeNull();
    expect(readMarkdown(`${'> '.repeat(60)}x`)).toBeNull();
    expect(readMarkdown('a\n\n'.repeat(3_500))).toBeNull();
  });
});
