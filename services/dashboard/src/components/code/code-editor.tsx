import { lazy, Suspense } from 'react';

import { Loading } from '../loaded.tsx';
import type { EditorProps } from './editor-view.tsx';

const EditorFrame = lazy(() =>
  import('./editor-view.tsx').then((module) => ({ default: module.EditorFrame })),
);

/** An editor for JSON, Markdown or plain text; with `original` it shows what changed against it. */
export function CodeEditor(props: EditorProps) {
  return (
    <Suspense fallback={<Loading lines={3} />}>
      <EditorFrame {...props} />
    </Suspense>
  );
}
