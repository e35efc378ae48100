import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { JSX, ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

import { isAddress } from './markdown-address.ts';
import type { MarkdownTree } from './markdown-tree.ts';
import { texts } from './texts.ts';

type Parts = {
  readonly [Tag in keyof JSX.IntrinsicElements]?: (props: JSX.IntrinsicElements[Tag]) => ReactNode;
};

/** A block whose lines have their own direction. No `dir`: with it, blocks around it would not follow its text. */
const text =
  (Tag: 'h4' | 'h5' | 'h6' | 'p', className: string) =>
  ({ children }: { readonly children?: ReactNode }) => (
    <Tag className={`[unicode-bidi:plaintext] ${className}`}>{children}</Tag>
  );

type Block = 'ul' | 'blockquote' | 'table';

/** A block whose marks are where its text starts. */
const block =
  (Tag: Block, className: string) =>
  ({ children }: { readonly children?: ReactNode }) => (
    <Tag dir="auto" className={className}>
      {children}
    </Tag>
  );

const PARTS: Parts = {
  // Link text may show a different URL, so the title shows the real one. Other hrefs are of footnotes or bare addresses
  // whose URL is in the text.
  a: ({ href, children }) =>
    !isAddress(href) ? (
      <span>{children}</span>
    ) : (
      <a
        href={href}
        target="_blank"
        rel="noreferrer nofollow"
        title={href}
        className="text-accent underline"
      >
        {children}
      </a>
    ),
  // Loading an image would tell its server who views it, and when.
  img: ({ alt, src }) => (
    <span className="rounded bg-sunken px-1 text-soft">
      {texts.markdown.image(alt ?? '', src ?? '')}
    </span>
  ),
  h1: text('h4', 'mt-4 mb-2 text-lg font-semibold'),
  h2: text('h5', 'mt-4 mb-2 text-base font-semibold'),
  h3: text('h6', 'mt-3 mb-1 font-semibold'),
  p: text('p', 'my-2'),
  ul: block('ul', 'my-2 list-disc ps-5'),
  ol: ({ start, children }) => (
    <ol dir="auto" start={start} className="my-2 list-decimal ps-5">
      {children}
    </ol>
  ),
  blockquote: block('blockquote', 'my-2 border-s-2 border-line-strong ps-3 text-soft'),
  pre: ({ children }) => (
    <pre className="my-2 overflow-x-auto rounded bg-sunken p-3 font-mono text-xs">{children}</pre>
  ),
  code: ({ children }) => (
    <code className="rounded bg-sunken px-1 font-mono text-xs">{children}</code>
  ),
  table: block('table', 'my-2 w-full border-collapse text-start'),
  th: ({ children }) => <th className="border border-line px-2 py-1">{children}</th>,
  td: ({ children }) => <td className="border border-line px-2 py-1">{children}</td>,
};

/** Load it by `MarkdownView`. */
export function RenderedMarkdown({ tree }: { readonly tree: MarkdownTree }) {
  return (
    <div className="max-w-reading text-base leading-6 break-words">
      {toJsxRuntime(tree, { Fragment, jsx, jsxs, components: PARTS })}
    </div>
  );
}
