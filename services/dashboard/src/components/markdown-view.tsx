import { lazy, Suspense } from 'react';

import { Loading } from './loading.tsx';

const RenderedMarkdown = lazy(() =>
  import('./rendered-markdown.tsx').then((module) => ({ default: module.RenderedMarkdown })),
);

/** Markdown of anybody: no HTML in it is taken for HTML, and no picture is fetched from elsewhere. */
export function MarkdownView({ text }: { readonly text: string }) {
  return (
    <Suspense fallback={<Loading lines={3} />}>
      <RenderedMarkdown text={text} />
    </Suspense>
  );
}
