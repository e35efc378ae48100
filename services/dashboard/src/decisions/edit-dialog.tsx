import { useState } from 'react';

import { Button } from '../components/button.tsx';
import { CodeEditor } from '../components/code/code-editor.tsx';
import { DialogFrame } from '../components/dialog.tsx';
import { DiffView } from '../components/diff-view.tsx';
import { parseJson } from '../outputs/json-rows.ts';
import { texts } from '../texts.ts';
import { useDraft } from './use-draft.ts';

interface EditDialogProps {
  readonly outputId: string;
  readonly original: string;
  /** Whether there is one beside the buttons. */
  readonly hasComment: boolean;
  readonly onClose: () => void;
  readonly onSend: (correctedOutput: string) => void;
}

// As the API takes it.
const CORRECTED_BYTES_MAX = 1_048_576;

/** Corrects an output: first the text, then what changed, then it is sent. */
export function EditDialog({ outputId, original, hasComment, onClose, onSend }: EditDialogProps) {
  const [draft, setDraft] = useDraft(`edit.${outputId}`);
  const [isReviewing, setReviewing] = useState(false);
  const text = draft === '' ? original : draft;
  const words = texts.decide.edit;
  const isTooLarge = new TextEncoder().encode(text).length > CORRECTED_BYTES_MAX;
  const cannotSend = text === original || draft === '' || isTooLarge;
  const send = (): void => {
    setDraft('');
    onSend(text);
  };
  return (
    <DialogFrame
      isOpen
      onClose={onClose}
      size="full"
      title={isReviewing ? words.review : words.title}
      description={isReviewing ? words.reviewWhy : words.why}
      actions={
        isReviewing ? (
          <>
            <Button onClick={() => setReviewing(false)}>{words.back}</Button>
            <Button tone="primary" onClick={send} autoFocus>
              {words.send}
            </Button>
          </>
        ) : (
          <>
            <Button onClick={onClose}>{texts.form.cancel}</Button>
            <Button tone="primary" disabled={cannotSend} onClick={() => setReviewing(true)}>
              {words.next}
            </Button>
          </>
        )
      }
    >
      {isReviewing ? (
        <DiffView before={original} after={text} />
      ) : (
        <CodeEditor
          label={words.label}
          initial={text}
          language={parseJson(original) ? 'json' : 'text'}
          onChange={setDraft}
          hasFocus
        />
      )}
      {hasComment && <p className="mt-2 text-sm text-soft">{words.commentStays}</p>}
      {isTooLarge && <p className="mt-2 text-sm text-bad">{words.tooLarge}</p>}
    </DialogFrame>
  );
}
