import type { ReactNode } from 'react';

import { FormDialog } from '../components/form-dialog.tsx';
import { TextArea } from '../components/field.tsx';
import { texts } from '../texts.ts';
import { COMMENT_CHARACTERS_MAX } from './decision.ts';

interface CommentDialogProps {
  /** What was typed beside the buttons is not typed again. */
  readonly comment: string;
  readonly onChange: (comment: string) => void;
  /** Asks whether the comment is to teach too. */
  readonly teach: ReactNode;
  readonly onClose: () => void;
  readonly onSend: () => void;
}

/** Asks the AI to do it again, and how. */
export function CommentDialog({ comment, onChange, teach, onClose, onSend }: CommentDialogProps) {
  const words = texts.decide.redo;
  return (
    <FormDialog
      onClose={onClose}
      title={words.title}
      description={words.why}
      submitText={words.send}
      isReady={comment.trim() !== ''}
      onSubmit={onSend}
    >
      <TextArea
        label={words.label}
        required
        autoFocus
        rows={5}
        maxLength={COMMENT_CHARACTERS_MAX}
        value={comment}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
          event.currentTarget.form?.requestSubmit();
        }}
        hint={words.hint}
      />
      {teach}
    </FormDialog>
  );
}
