import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';

/** What Markdown is made of, as elements of a page. */
export type MarkdownTree = ReturnType<typeof toHast>;

// More of it a browser lays out with a pause, and deeper nobody reads.
const NODES_MAX = 10_000;
const DEPTH_MAX = 50;

/**
 * Reads Markdown; HTML in it stays text. Null where there is too much of it to be shown. It takes the square
 * of what is nested and may overflow the stack, so it is for a worker.
 */
export function readMarkdown(text: string): MarkdownTree | null {
  const document = fromMarkdown(text, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  });
  const tree = toHast(document, {
    handlers: { html: (_, { value }: { value: string }) => ({ type: 'text', value }) },
  });
  return isTooLarge(tree) ? null : tree;
}

/** Level by level: a tree may be deeper than the stack. */
function isTooLarge(tree: MarkdownTree): boolean {
  let level: MarkdownTree[] = [tree];
  let nodes = 0;
  for (let depth = 0; level.length > 0; depth += 1) {
    nodes += level.length;
    if (depth > DEPTH_MAX || nodes > NODES_MAX) return true;
    level = level.flatMap((node): MarkdownTree[] => ('children' in node ? node.children : []));
  }
  return false;
}
