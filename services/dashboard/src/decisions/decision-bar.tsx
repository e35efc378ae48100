import { Check, MessageSquareReply, PencilLine, SquareCheck, X } from 'lucide-react';
import { useState } from 'react';

import { useKeys } from '../app/keyboard.ts';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import type { Output } from '../outputs/output-queries.ts';
import { texts } from '../texts.ts';
import { CommentDialog } from './comment-dialog.tsx';
import type { DecisionKind } from './decision.ts';
import { useDecisionOutbox } from './decision-outbox-provider.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { useDraft } from './use-draft.ts';

interface DecisionBarProps {
  readonly output: Output;
  readonly onDecided: (decision: DecisionKind) => void;
}

const COMMENT_CHARACTERS_MAX = 2_000;

/** What can be decided of an output, by button and by key. */
export function DecisionBar({ output, onDecided }: DecisionBarProps) {
  const { id } = output;
  const outbox = useDecisionOutbox();
  const [comment, setComment] = useDraft(`note.${id}`);
  const [opened, setOpened] = useState<{ readonly id: string; readonly kind: 'edit' | 'redo' }>();
  // Of the output that it was opened for; the bar stays where it is for the next, and keeps the focus.
  const dialog = opened?.id === id ? opened.kind : null;
  const open = (kind: 'edit' | 'redo'): void => setOpened({ id, kind });
  const close = (): void => setOpened(undefined);
  const decide = (
    decision: DecisionKind,
    { comment: said = comment.trim() || null, correctedOutput = null }: Said = {},
  ): void => {
    close();
    setComment('');
    outbox.decide({ outputId: id, decision, comment: said, correctedOutput });
    onDecided(decision);
  };
  const canEdit = output.output !== null;
  useKeys({
    a: () => decide('approved'),
    r: () => decide('rejected'),
    h: () => decide('handled'),
    c: () => open('redo'),
    ...(canEdit ? { e: () => open('edit') } : {}),
  });
  const words = texts.decide;
  return (
    <div className="flex flex-wrap items-center gap-2" role="group" aria-label={words.group}>
      <Button tone="primary" icon={Check} keyName="a" onClick={() => decide('approved')}>
        {words.approve}
      </Button>
      <Button icon={X} keyName="r" onClick={() => decide('rejected')}>
        {words.reject}
      </Button>
      {canEdit && (
        <Button icon={PencilLine} keyName="e" onClick={() => open('edit')}>
          {words.edit.button}
        </Button>
      )}
      <Button icon={MessageSquareReply} keyName="c" onClick={() => open('redo')}>
        {words.redo.button}
      </Button>
      <Button icon={SquareCheck} keyName="h" onClick={() => decide('handled')}>
        {words.handle}
      </Button>
      <div className="min-w-48 flex-1">
        <TextField
          label={words.comment}
          isLabelHidden
          placeholder={words.comment}
          maxLength={COMMENT_CHARACTERS_MAX}
          value={comment}
          onChange={(event) => setComment(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') event.currentTarget.blur();
          }}
        />
      </div>
      {dialog === 'redo' && (
        <CommentDialog
          outputId={id}
          onClose={close}
          onSend={(said) => decide('changed', { comment: said })}
        />
      )}
      {dialog === 'edit' && (
        <EditDialog
          outputId={id}
          original={output.output ?? ''}
          onClose={close}
          // The correction speaks for itself; the API takes one of the two.
          onSend={(correctedOutput) => decide('changed', { comment: null, correctedOutput })}
        />
      )}
    </div>
  );
}

interface Said {
  readonly comment?: string | null;
  readonly correctedOutput?: string | null;
}
