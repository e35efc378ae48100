import { Check, MessageSquareReply, PencilLine, SquareCheck, X } from 'lucide-react';
import { useState } from 'react';

import { useKeys } from '../app/keyboard.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Checkbox, TextField } from '../components/field.tsx';
import type { Output } from '../outputs/output-queries.ts';
import { texts } from '../texts.ts';
import { CommentDialog } from './comment-dialog.tsx';
import { COMMENT_CHARACTERS_MAX, type DecisionKind, type NewDecision } from './decision.ts';
import { useDecisionOutbox } from './decision-outbox-provider.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { useDraft } from './use-draft.ts';

interface DecisionBarProps {
  readonly output: Output;
  readonly onDecided: (decision: DecisionKind) => void;
}

type Said = Pick<NewDecision, 'decision' | 'comment' | 'correctedOutput' | 'lesson'>;

/** What can be decided of an output, by button and by key. */
export function DecisionBar({ output, onDecided }: DecisionBarProps) {
  const { id, humanDecision } = output;
  const outbox = useDecisionOutbox();
  const [comment, setComment] = useDraft(`note.${id}`);
  const [opened, setOpened] = useState<{ readonly id: string; readonly kind: 'edit' | 'redo' }>();
  const [teachingId, setTeachingId] = useState<string>();
  // What would take the place of another decision is asked for first.
  const [asked, setAsked] = useState<Said>();
  // Of the output that it was opened for; the bar stays where it is for the next, and keeps the focus.
  const isTeaching = teachingId === id;
  const dialog = opened?.id === id ? opened.kind : null;
  const open = (kind: 'edit' | 'redo'): void => setOpened({ id, kind });
  const close = (): void => setOpened(undefined);
  const send = (said: Said): void => {
    // A correction goes without it, unless it teaches.
    if (said.correctedOutput === null || said.lesson !== null) setComment('');
    setTeachingId(undefined);
    setAsked(undefined);
    outbox.decide({ outputId: id, ...said, isOverride: humanDecision !== null });
    onDecided(said.decision);
  };
  const decide = (decision: DecisionKind, correctedOutput: string | null = null): void => {
    close();
    const words = comment.trim() || null;
    const said: Said = {
      ...{ decision, correctedOutput, lesson: isTeaching ? words : null },
      // The correction speaks for itself; the API takes one of the two.
      comment: correctedOutput === null ? words : null,
    };
    if (humanDecision === null) send(said);
    else setAsked(said);
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
  const hasComment = comment.trim() !== '';
  const teach = hasComment && (
    <Checkbox
      label={words.teach.box}
      checked={isTeaching}
      onChange={({ target }) => setTeachingId(target.checked ? id : undefined)}
    />
  );
  return (
    <div className="flex flex-wrap items-center gap-2" role="group" aria-label={words.group}>
      <DecisionButtons canEdit={canEdit} onDecide={decide} onOpen={open} />
      <CommentField comment={comment} onChange={setComment} />
      {teach}
      {dialog === 'redo' && (
        <CommentDialog
          {...{ comment, teach, onChange: setComment, onClose: close }}
          onSend={() => decide('changed')}
        />
      )}
      {dialog === 'edit' && (
        <EditDialog
          outputId={id}
          original={output.output ?? ''}
          hasComment={hasComment && !isTeaching}
          onClose={close}
          onSend={(correctedOutput) => decide('changed', correctedOutput)}
        />
      )}
      {asked && humanDecision !== null && (
        <ConfirmDialog
          isOpen
          onClose={() => setAsked(undefined)}
          title={words.override.title(
            texts.decision[humanDecision],
            texts.decision[asked.decision],
          )}
          text={words.override.why}
          confirm={words.override.confirm}
          onConfirm={() => send(asked)}
        />
      )}
    </div>
  );
}

interface DecisionButtonsProps {
  readonly canEdit: boolean;
  readonly onDecide: (decision: DecisionKind) => void;
  readonly onOpen: (kind: 'edit' | 'redo') => void;
}

function DecisionButtons({ canEdit, onDecide, onOpen }: DecisionButtonsProps) {
  const words = texts.decide;
  return (
    <>
      <Button tone="primary" icon={Check} keyName="a" onClick={() => onDecide('approved')}>
        {words.approve}
      </Button>
      <Button icon={X} keyName="r" onClick={() => onDecide('rejected')}>
        {words.reject}
      </Button>
      {canEdit && (
        <Button icon={PencilLine} keyName="e" onClick={() => onOpen('edit')}>
          {words.edit.button}
        </Button>
      )}
      <Button icon={MessageSquareReply} keyName="c" onClick={() => onOpen('redo')}>
        {words.redo.button}
      </Button>
      <Button icon={SquareCheck} keyName="h" onClick={() => onDecide('handled')}>
        {words.handle}
      </Button>
    </>
  );
}

interface CommentFieldProps {
  readonly comment: string;
  readonly onChange: (comment: string) => void;
}

function CommentField({ comment, onChange }: CommentFieldProps) {
  return (
    <div className="min-w-48 flex-1">
      <TextField
        label={texts.decide.comment}
        isLabelHidden
        placeholder={texts.decide.comment}
        maxLength={COMMENT_CHARACTERS_MAX}
        value={comment}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
    </div>
  );
}
