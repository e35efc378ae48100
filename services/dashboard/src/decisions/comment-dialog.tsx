import { FormDialog } from '../components/form-dialog.tsx';
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
  const send = (): void => {
    setComment('');
    onSend(comment.trim());
  };
  return (
    <FormDialog
      onClose={onClose}
      title={words.title}
      description={words.why}
      submitText={words.send}
      isReady={comment.trim() !== ''}
      onSubmit={send}
    >
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
    </FormDialog>
  );
}
