import type { ReactNode } from 'react';

import { FormDialog } from '../components/dialog.tsx';
import { TextArea } from '../components/field.tsx';
import type { Sending } from '../components/form.tsx';
import { COMMENT_CHARACTERS_MAX } from './decision.ts';
import { texts } from './texts.ts';

interface CommentDialogProps extends Sending {
  readonly words: Readonly<Record<'title' | 'why' | 'label' | 'send', string>>;
  readonly comment: string;
  readonly isOptional?: boolean;
  readonly fault?: string | undefined;
  readonly onChange: (comment: string) => void;
  readonly onClose: () => void;
  /** Options below the comment. */
  readonly children?: ReactNode;
}

/** Asks for a comment, and sends it. */
export function CommentDialog(props: CommentDialogProps) {
  const { words, comment, isOptional = false, fault, onChange, children, ...form } = props;
  return (
    <FormDialog
      title={words.title}
      description={words.why}
      submitText={words.send}
      isReady={isOptional || comment.trim() !== ''}
      {...form}
    >
      <TextArea
        label={words.label}
        required={!isOptional}
        autoFocus
        rows={5}
        maxLength={COMMENT_CHARACTERS_MAX}
        value={comment}
        fault={fault}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
          event.currentTarget.form?.requestSubmit();
        }}
        hint={texts.sendHint}
      />
      {children}
    </FormDialog>
  );
}
