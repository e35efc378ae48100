import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { markdown } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  EditorView,
  keymap,
  MatchDecorator,
  placeholder as placeholderOf,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useEffectEvent, useRef } from 'react';

import { cspNonce } from '../../app/csp-nonce.ts';
import { codeOf, SIGN_CLASS, UNSEEN } from '../../outputs/text-signs.ts';
import { lineEndOf } from '../line-ends.ts';

export interface EditorProps {
  /** The accessible name. */
  readonly label: string;
  /** The initial text; later changes come from the user only. */
  readonly initial: string;
  readonly language: 'json' | 'markdown' | 'text';
  readonly onChange: (text: string) => void;
  readonly placeholder?: string;
  readonly hasFocus?: boolean;
}

/** The CodeMirror editor. Load it by `CodeEditor`, which waits until it is needed. */
export function EditorFrame(props: EditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const tell = useEffectEvent((text: string) => props.onChange(text));
  const start = useEffectEvent((parent: HTMLElement) => {
    const lineEnd = lineEndOf(props.initial) ?? '\n';
    const changes = EditorView.updateListener.of((update) => {
      if (update.docChanged) tell(update.state.doc.sliceString(0, undefined, lineEnd));
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
  const { label, language, placeholder = '' } = props;
  return [
    LOOK,
    syntaxHighlighting(COLOURS),
    EditorView.cspNonce.of(cspNonce()),
    history(),
    // Tab moves the focus out of the editor, as in any field.
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    placeholderOf(placeholder),
    SIGNS,
    ...(language === 'json' ? [json()] : language === 'markdown' ? [markdown()] : []),
  ];
}

/** An invisible character, shown as in `PlainWords`. */
class SignWidget extends WidgetType {
  readonly #sign: string;

  constructor(sign: string) {
    super();
    this.#sign = sign;
  }

  override eq(other: SignWidget): boolean {
    return other.#sign === this.#sign;
  }

  override toDOM(): HTMLElement {
    const name = document.createElement('span');
    name.className = SIGN_CLASS;
    name.textContent = `U+${codeOf(this.#sign)}`;
    return name;
  }
}

// Matches whole lines, unlike `highlightSpecialChars`: its neighbours decide whether a character is visible.
const SIGN_DECORATOR = new MatchDecorator({
  regexp: UNSEEN,
  decoration: ([sign]) => Decoration.replace({ widget: new SignWidget(sign) }),
});

const SIGNS = ViewPlugin.define(
  (view) => ({
    signs: SIGN_DECORATOR.createDeco(view),
    update(update: ViewUpdate): void {
      this.signs = SIGN_DECORATOR.updateDeco(update, this.signs);
    },
  }),
  { decorations: ({ signs }): DecorationSet => signs },
);

/** The style of every editor, in both themes. */
const LOOK = EditorView.theme({
  '&': { fontSize: '0.8125rem', backgroundColor: 'var(--color-raised)', color: 'var(--color-ink)' },
  '&.cm-focused': { outline: '2px solid var(--color-accent)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--color-ink)' },
  '.cm-placeholder': { color: 'var(--color-faint)' },
});

const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.heading], color: 'var(--color-accent)' },
  { tag: [tags.string, tags.link], color: 'var(--color-ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--color-warn)' },
  { tag: [tags.strong, tags.heading], fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
]);
