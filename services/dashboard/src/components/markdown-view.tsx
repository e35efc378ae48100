import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { LazyPart } from './lazy-part.tsx';
import type { MarkdownTree } from './markdown-tree.ts';
import { texts } from './texts.ts';

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
    <LazyPart
      name="markdown"
      load={() => import('./rendered-markdown.tsx')}
      meanwhile={plain}
      instead={plain}
    >
      {({ RenderedMarkdown }) => (
        <div role="region" aria-label={label} tabIndex={0} className={className}>
          <RenderedMarkdown tree={tree} />
        </div>
      )}
    </LazyPart>
  );
}

function markdownWorker(): Worker {
  return new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
}

const ANSWER_MS_MAX = 2_000;

/**
 * What a worker makes of a question; null where it fails, or has no answer in time. A text from outside may
 * keep it busy for ever, and the page goes on meanwhile.
 */
export function askWorker<Answer>(
  worker: Worker,
  question: unknown,
  signal: AbortSignal,
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const end = (answer: Answer | null): void => {
      window.clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    const timer = window.setTimeout(() => end(null), ANSWER_MS_MAX);
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => end(data));
    worker.addEventListener('error', () => end(null));
    worker.addEventListener('messageerror', () => end(null));
    signal.addEventListener('abort', () => end(null));
    worker.postMessage(question);
  });
}
