import { LazyPart } from '../lazy-part.tsx';
import { Loading } from '../loaded.tsx';
import type { EditorProps } from './editor-view.tsx';

/** An editor for JSON, Markdown or plain text. */
export function CodeEditor(props: EditorProps) {
  return (
    <LazyPart
      name="editor"
      load={() => import('./editor-view.tsx')}
      meanwhile={<Loading lines={3} />}
    >
      {({ EditorFrame }) => <EditorFrame {...props} />}
    </LazyPart>
  );
}
