import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { LazyPart } from './lazy-part.tsx';
import type { MarkdownTree } from './markdown-tree.ts';
import { texts } from './texts.ts';

// Switching back to an output shows its Markdown without parsing again.
const KEPT_MS = 60_000;

interface MarkdownViewProps {
  /** The accessible name. */
  readonly label: string;
  readonly text: string;
  readonly className: string;
  /** Shown until it is parsed, and if it cannot be. */
  readonly plain: ReactNode;
}

/** Renders untrusted Markdown: HTML in it stays text, and no images are fetched. */
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
 * Asks a worker. Null if it fails or times out: untrusted text may keep a worker busy forever, but must not block the
 * page. The time starts when the worker says that it is loaded, since on a slow connection, that takes longer.
 *
 * @throws if the worker cannot be loaded.
 */
export function askWorker<Answer>(
  worker: Worker,
  question: unknown,
  signal: AbortSignal,
): Promise<Answer | null> {
  return new Promise((resolve, reject) => {
    let timer: number | undefined;
    const end = (answer: Answer | null): void => {
      window.clearTimeout(timer);
      worker.terminate();
      resolve(answer);
    };
    const ask = (): void => {
      timer = window.setTimeout(() => end(null), ANSWER_MS_MAX);
      worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => end(data));
      worker.postMessage(question);
    };
    worker.addEventListener('message', ask, { once: true });
    worker.addEventListener('error', () => {
      if (timer === undefined) reject(new Error('The worker could not be loaded.'));
      end(null);
    });
    worker.addEventListener('messageerror', () => end(null));
    signal.addEventListener('abort', () => end(null));
  });
}
