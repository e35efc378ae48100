import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder as placeholderOf } from '@codemirror/view';
import { unifiedMergeView } from '@codemirror/merge';
import { useEffect, useEffectEvent, useRef } from 'react';

import { codeTheme } from './code-theme.ts';

export type CodeLanguage = 'json' | 'markdown' | 'text';

export interface EditorProps {
  /** What it is called for those who hear the page. */
  readonly label: string;
  /** What stands in it at first; later changes come from who types. */
  readonly initial: string;
  readonly language: CodeLanguage;
  readonly onChange?: (text: string) => void;
  /** Shows the text against this one: what was taken away and what was added. */
  readonly original?: string;
  readonly placeholder?: string;
  readonly isReadOnly?: boolean;
  readonly hasFocus?: boolean;
}

/** CodeMirror; load it by `CodeEditor`, which waits until somebody needs it. */
export function EditorFrame(props: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent((text: string) => props.onChange?.(text));
  const start = useEffectEvent((parent: HTMLElement) => {
    const changes = EditorView.updateListener.of((update) => {
      if (update.docChanged) tell(update.state.doc.toString());
    });
    const state = EditorState.create({
      doc: props.initial,
      extensions: [extensionsOf(props), changes],
    });
    const view = new EditorView({ state, parent });
    if (props.hasFocus === true) view.focus();
    return view;
  });
  useEffect(() => {
    if (!host.current) return undefined;
    const view = start(host.current);
    return () => view.destroy();
  }, []);
  return (
    <div
      ref={host}
      className="max-h-[50dvh] min-h-24 overflow-auto rounded-md border border-line-strong"
    />
  );
}

function extensionsOf(props: EditorProps): Extension {
  const { label, language, original, placeholder = '', isReadOnly = false } = props;
  return [
    codeTheme(),
    history(),
    // Tab leaves the editor, as it leaves any field.
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    placeholderOf(placeholder),
    ...(isReadOnly ? [EditorState.readOnly.of(true)] : []),
    ...(language === 'json' ? [json()] : language === 'markdown' ? [markdown()] : []),
    ...(original === undefined
      ? []
      : [unifiedMergeView({ original, mergeControls: false, gutter: true })]),
  ];
}
