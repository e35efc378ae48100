import { useMutation } from '@tanstack/react-query';

import { failureBeside, faultOf } from '../components/fault-of.ts';
import { TextArea } from '../components/field.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import type { Output } from '../outputs/output-queries.ts';
import { texts } from '../texts.ts';
import { COMMENT_CHARACTERS_MAX } from './decision.ts';
import { teach } from './teach.ts';
import { useDraft } from './use-draft.ts';

interface TeachDialogProps {
  readonly output: Output;
  readonly onClose: () => void;
}

/** Asks what the instructions are to learn from a decided output. */
export function TeachDialog({ output, onClose }: TeachDialogProps) {
  const [draft, setDraft] = useDraft(`teach.${output.id}`);
  const comment = draft === '' ? (output.comment ?? '') : draft;
  const words = texts.decide.teach;
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
      isBusy={send.isPending}
      failure={failureBeside(send.error, ['comment'])}
      onSubmit={() => send.mutate()}
    >
      <TextArea
        label={words.label}
        required
        autoFocus
        rows={5}
        maxLength={COMMENT_CHARACTERS_MAX}
        value={comment}
        fault={faultOf(send.error, 'comment')}
        onChange={({ target }) => setDraft(target.value)}
      />
    </FormDialog>
  );
}
