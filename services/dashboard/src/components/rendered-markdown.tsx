import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { JSX, ReactNode } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';

import { isAddress } from './markdown-address.ts';
import type { MarkdownTree } from './markdown-tree.ts';
import { texts } from './texts.ts';

type Parts = {
  readonly [Tag in keyof JSX.IntrinsicElements]?: (props: JSX.IntrinsicElements[Tag]) => ReactNode;
};

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
  h1: ({ children }) => (
    <h4 dir="auto" className="mt-4 mb-2 text-lg font-semibold">
      {children}
    </h4>
  ),
  h2: ({ children }) => (
    <h5 dir="auto" className="mt-4 mb-2 text-base font-semibold">
      {children}
    </h5>
  ),
  h3: ({ children }) => (
    <h6 dir="auto" className="mt-3 mb-1 font-semibold">
      {children}
    </h6>
  ),
  p: ({ children }) => (
    <p dir="auto" className="my-2">
      {children}
    </p>
  ),
  ul: ({ children }) => (
    <ul dir="auto" className="my-2 list-disc ps-5">
      {children}
    </ul>
  ),
  ol: ({ start, children }) => (
    <ol dir="auto" start={start} className="my-2 list-decimal ps-5">
      {children}
    </ol>
  ),
  blockquote: ({ children }) => (
    <blockquote dir="auto" className="my-2 border-s-2 border-line-strong ps-3 text-soft">
      {children}
    </blockquote>
  ),
  pre: ({ children }) => (
    <pre className="my-2 overflow-x-auto rounded bg-sunken p-3 font-mono text-xs">{children}</pre>
  ),
  code: ({ children }) => (
    <code className="rounded bg-sunken px-1 font-mono text-xs">{children}</code>
  ),
  table: ({ children }) => (
    <table dir="auto" className="my-2 w-full border-collapse text-start">
      {children}
    </table>
  ),
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
