import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

import { cspNonce } from '../../app/csp-nonce.ts';

const look = EditorView.theme({
  '&': { fontSize: '0.8125rem', backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-1px' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': {
    backgroundColor: 'var(--sunken)',
    color: 'var(--faint)',
    border: 'none',
  },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { backgroundColor: 'var(--accent-soft)' },
  '.cm-placeholder': { color: 'var(--faint)' },
  '.cm-changedLine': { backgroundColor: 'var(--ok-soft) !important' },
  '.cm-changedText': { background: 'none !important', textDecoration: 'underline' },
  '.cm-deletedChunk': { backgroundColor: 'var(--bad-soft) !important' },
});

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.heading], color: 'var(--accent)' },
  { tag: [tags.string, tags.link], color: 'var(--ok)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: [tags.strong, tags.heading], fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
]);

/** How every editor looks, in both themes. */
export function codeTheme(): Extension {
  return [look, syntaxHighlighting(colours), EditorView.cspNonce.of(cspNonce())];
}
