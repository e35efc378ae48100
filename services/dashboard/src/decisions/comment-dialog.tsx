import type { SubmitEvent } from 'react';

import { Button } from '../components/button.tsx';
import { DialogFrame } from '../components/dialog.tsx';
import { TextArea } from '../components/field.tsx';
import { texts } from '../texts.ts';
import { useDraft } from './use-draft.ts';

interface CommentDialogProps {
  readonly outputId: string;
  readonly onClose: () => void;
  readonly onSend: (comment: string) => void;
}

const COMMENT_CHARACTERS_MAX = 2_000;

/** Asks the AI to do it again, and how. */
export function CommentDialog({ outputId, onClose, onSend }: CommentDialogProps) {
  const [comment, setComment] = useDraft(`comment.${outputId}`);
  const words = texts.decide.redo;
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    setComment('');
    onSend(comment.trim());
  };
  return (
    <DialogFrame isOpen onClose={onClose} title={words.title} description={words.why}>
      <form onSubmit={send} className="space-y-4">
        <TextArea
          label={words.label}
          required
          autoFocus
          rows={5}
          maxLength={COMMENT_CHARACTERS_MAX}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
            event.currentTarget.form?.requestSubmit();
          }}
          hint={words.hint}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{texts.form.cancel}</Button>
          <Button type="submit" tone="primary" disabled={comment.trim() === ''}>
            {words.send}
          </Button>
        </div>
      </form>
    </DialogFrame>
  );
}
