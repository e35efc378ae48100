import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type Handler, type State, toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';

import { isAddress } from './markdown-address.ts';

/** What Markdown is made of, as elements of a page. */
export type MarkdownTree = ReturnType<typeof toHast>;

type ElementContent = Extract<MarkdownTree, { type: 'element' }>['children'][number];

/** A part of a text, with its place in it. */
type Part = Parameters<typeof toHast>[0];
type Footnote = Extract<Part, { type: 'footnoteDefinition' }>;

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
  const sourceOf = ({ position }: Part, tagName: string): ElementContent => {
    const value = text.slice(position?.start.offset, position?.end.offset);
    return { type: 'element', tagName, properties: {}, children: [{ type: 'text', value }] };
  };
  const orSource =
    (handle: Handler, tagName: string): Handler =>
    (state, part: Part, parent) =>
      leavesOut(part) ? sourceOf(part, tagName) : handle(state, part, parent);
  const footnotes: (() => readonly ElementContent[])[] = [];
  const tree = toHast(document, {
    handlers: {
      html: (_, { value }: { value: string }) => ({ type: 'text', value }),
      link: orSource(defaultHandlers.link, 'code'),
      image: orSource(defaultHandlers.image, 'code'),
      code: orSource(defaultHandlers.code, 'pre'),
      table: orSource(defaultHandlers.table, 'pre'),
      definition: (_, definition: Part) => sourceOf(definition, 'p'),
      footnoteDefinition(state: State, footnote: Footnote): undefined {
        footnotes.push(() => (isReferred(state, footnote) ? [] : [sourceOf(footnote, 'p')]));
      },
    },
  });
  // It is known last which of them stand below the text.
  for (const toSource of footnotes) if ('children' in tree) tree.children.push(...toSource());
  return isTooLarge(tree) ? null : tree;
}

/** Whether a part says something that has no place on a page: it is shown as it is written, since it is decided on. */
function leavesOut(part: Part): boolean {
  if (part.type === 'link') return Boolean(part.title) || !isAddress(part.url);
  if (part.type === 'image') return Boolean(part.title);
  if (part.type === 'code') return Boolean(part.meta);
  if (part.type !== 'table') return false;
  const { align, children: rows } = part;
  return rows.some(({ children: cells }) => align && cells.length > align.length);
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
