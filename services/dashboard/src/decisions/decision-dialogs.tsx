import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { useDraft } from '../app/draft.ts';
import { FormDialog } from '../components/dialog.tsx';
import { TextArea } from '../components/field.tsx';
import { faultOf, sending } from '../components/form.tsx';
import type { Output } from '../outputs/queries.ts';
import { COMMENT_CHARACTERS_MAX, lessonOf, teach } from './decision.ts';
import { texts } from './texts.ts';

interface TeachDialogProps {
  readonly output: Output;
  readonly onClose: () => void;
}

/** Asks what the instructions are to learn from a decided output. */
export function TeachDialog({ output, onClose }: TeachDialogProps) {
  const [draft, setDraft] = useDraft(lessonOf(output.id));
  // A draft that is empty is none.
  const [isTouched, setTouched] = useState(false);
  const comment = draft === '' && !isTouched ? (output.comment ?? '') : draft;
  const words = texts.teach;
  const send = useMutation({
    mutationFn: () => teach(output.id, comment.trim()),
    onSuccess: () => {
      setDraft('');
      onClose();
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title={words.title}
      description={words.why}
      submitText={words.send}
      isReady={comment.trim() !== ''}
      {...sending(send, ['comment'])}
    >
      <TextArea
        label={words.label}
        required
        autoFocus
        rows={5}
        maxLength={COMMENT_CHARACTERS_MAX}
        value={comment}
        fault={faultOf(send.error, 'comment')}
        onChange={({ target }) => {
          setDraft(target.value);
          setTouched(true);
        }}
      />
    </FormDialog>
  );
}
