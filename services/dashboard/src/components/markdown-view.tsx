import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense } from 'react';

import { texts } from '../texts.ts';
import { askWorker } from './ask-worker.ts';
import type { MarkdownTree } from './markdown-tree.ts';

const RenderedMarkdown = lazy(() =>
  import('./rendered-markdown.tsx').then((module) => ({ default: module.RenderedMarkdown })),
);

// Who goes to and fro between outputs finds them as they were.
const KEPT_MS = 60_000;

interface MarkdownViewProps {
  /** What it is called for those who hear the page. */
  readonly label: string;
  readonly text: string;
  readonly className: string;
  /** Stands in its place until it is read, and where it cannot be. */
  readonly plain: ReactNode;
}

/** Markdown of anybody: no HTML in it is taken for HTML, and no picture is fetched from elsewhere. */
export function MarkdownView({ label, text, className, plain }: MarkdownViewProps) {
  const { data: tree } = useQuery({
    queryKey: ['markdown', text],
    queryFn: ({ signal }) => askWorker<MarkdownTree>(markdownWorker(), text, signal),
    ...{ staleTime: Infinity, gcTime: KEPT_MS, networkMode: 'always', retry: false },
  });
  if (tree === undefined) return plain;
  if (tree === null) {
    return (
      <>
        <p className="mb-1.5 text-xs text-faint">{texts.markdown.tooMuch}</p>
        {plain}
      </>
    );
  }
  return (
    <Suspense fallback={plain}>
      <div role="region" aria-label={label} tabIndex={0} className={className}>
        <RenderedMarkdown tree={tree} />
      </div>
    </Suspense>
  );
}

function markdownWorker(): Worker {
  return new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
}
