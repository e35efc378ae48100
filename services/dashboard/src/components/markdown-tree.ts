import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { type State, toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';

/** What Markdown is made of, as elements of a page. */
export type MarkdownTree = ReturnType<typeof toHast>;

type ElementContent = Extract<MarkdownTree, { type: 'element' }>['children'][number];

/** A part of a text, with its place in it. */
type Written = Pick<ReturnType<typeof fromMarkdown>, 'position'>;
type Footnote = Written & { readonly identifier: string };

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
  // What has no place of its own on a page is shown as it is written: it is a part of what is decided.
  const sourceOf = ({ position }: Written): ElementContent => {
    const value = text.slice(position?.start.offset, position?.end.offset);
    return { type: 'element', tagName: 'p', properties: {}, children: [{ type: 'text', value }] };
  };
  const footnotes: (() => readonly ElementContent[])[] = [];
  const tree = toHast(document, {
    handlers: {
      html: (_, { value }: { value: string }) => ({ type: 'text', value }),
      definition: (_, definition: Written) => sourceOf(definition),
      footnoteDefinition(state: State, footnote: Footnote): undefined {
        footnotes.push(() => (isReferred(state, footnote) ? [] : [sourceOf(footnote)]));
      },
    },
  });
  // It is known last which of them stand below the text.
  for (const toSource of footnotes) if ('children' in tree) tree.children.push(...toSource());
  return isTooLarge(tree) ? null : tree;
}

/** Whether something that is shown refers to a footnote, and to no other of its name. */
function isReferred({ footnoteById, footnoteCounts }: State, footnote: Footnote): boolean {
  const id = footnote.identifier.toUpperCase();
  return footnoteCounts.has(id) && footnoteById.get(id)?.position === footnote.position;
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
