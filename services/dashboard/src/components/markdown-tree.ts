import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { defaultHandlers, type Handler, type State, toHast } from 'mdast-util-to-hast';
import { gfm } from 'micromark-extension-gfm';

import { isAddress } from './markdown-address.ts';

/** Markdown parsed into page elements. */
export type MarkdownTree = ReturnType<typeof toHast>;

type ElementContent = Extract<MarkdownTree, { type: 'element' }>['children'][number];

/** A Markdown node with its position in the source. */
type Part = Parameters<typeof toHast>[0];
type Footnote = Extract<Part, { type: 'footnoteDefinition' }>;

// More nodes delay the layout noticeably, and deeper nesting is unreadable.
const NODES_MAX = 10_000;
const DEPTH_MAX = 50;

/**
 * Parses Markdown and keeps HTML in it as text. Null if the result is too large to show. Nested input takes
 * quadratic time and may overflow the stack, so run it in a worker.
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
  // Only now is it known which footnotes are rendered below the text.
  for (const toSource of footnotes) if ('children' in tree) tree.children.push(...toSource());
  return isTooLarge(tree) ? null : tree;
}

/** Whether rendering would drop part of a node. It is shown as source instead, since reviewers decide on all of it. */
function leavesOut(part: Part): boolean {
  if (part.type === 'link') return Boolean(part.title) || !isAddress(part.url);
  if (part.type === 'image') return Boolean(part.title);
  if (part.type === 'code') return Boolean(part.meta);
  if (part.type !== 'table') return false;
  const { align, children: rows } = part;
  return rows.some(({ children: cells }) => align && cells.length > align.length);
}

/** Whether rendered text refers to this footnote, and not to another of the same name. */
function isReferred({ footnoteById, footnoteCounts }: State, footnote: Footnote): boolean {
  const id = footnote.identifier.toUpperCase();
  return footnoteCounts.has(id) && footnoteById.get(id)?.position === footnote.position;
}

/** Iterates level by level, because a tree may be deeper than the stack. */
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
