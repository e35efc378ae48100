import { useState } from 'react';

import { Button } from '../../components/button.tsx';
import { CodeEditor } from '../../components/code/code-editor.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Card } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import type { CurrentText } from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';
import { SaveDialog } from './save-dialog.tsx';
import type { TextDraft } from './text-draft.ts';
import { isTextTooLong } from './text-length.ts';

const { instructions: words } = texts;

interface TextEditorProps {
  readonly names: DocumentNames;
  /** Null where this is the first. */
  readonly current: CurrentText | null;
  readonly draft: TextDraft;
  readonly keep: (draft: TextDraft | null) => void;
}

/** Writes the next version. What is typed stays in the browser until it is saved or put away. */
export function TextEditor({ names, current, draft, keep }: TextEditorProps) {
  const [dialog, setDialog] = useState<'save' | 'discard' | null>(null);
  const { text, baseVersion } = draft;
  const isTooLong = isTextTooLong(text);
  const isUnchanged = text === (current?.content ?? '');
  const hasMovedOn = current !== null && current.version !== baseVersion;
  const leave = (): void => (isUnchanged ? keep(null) : setDialog('discard'));
  return (
    <Card
      title={words.writing((current?.version ?? 0) + 1)}
      actions={
        <div className="flex gap-2">
          <Button size="small" onClick={leave}>
            {isUnchanged ? texts.form.cancel : words.discard}
          </Button>
          <Button
            size="small"
            tone="primary"
            disabled={isUnchanged || isTooLong || hasMovedOn || text.trim() === ''}
            onClick={() => setDialog('save')}
          >
            {words.save}
          </Button>
        </div>
      }
    >
      {hasMovedOn && <ConflictNotice {...{ names, current, draft, keep }} />}
      <CodeEditor
        label={words.text}
        initial={text}
        language="markdown"
        placeholder={words.placeholder}
        onChange={(next) => keep({ ...draft, text: next })}
        hasFocus
      />
      <p className={`mt-2 text-xs ${isTooLong ? 'text-bad' : 'text-faint'}`}>
        {isTooLong ? words.tooLong : words.kept}
      </p>
      {dialog === 'save' && (
        <SaveDialog {...{ names, current, draft, keep }} onClose={() => setDialog(null)} />
      )}
      <ConfirmDialog
        isOpen={dialog === 'discard'}
        onClose={() => setDialog(null)}
        title={words.discardTitle}
        text={words.discardText}
        confirm={words.discard}
        onConfirm={() => keep(null)}
      />
    </Card>
  );
}
