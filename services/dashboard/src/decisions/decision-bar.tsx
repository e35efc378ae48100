import { Check, MessageSquareReply, PencilLine, SquareCheck, X } from 'lucide-react';
import { useState } from 'react';

import { useKeys } from '../app/keyboard.tsx';
import { useDraft } from '../app/draft.ts';
import { Button } from '../components/button.tsx';
import { ConfirmDialog } from '../components/dialog.tsx';
import { Checkbox, TextField } from '../components/field.tsx';
import type { Output } from '../outputs/queries.ts';
import { CommentDialog } from './comment-dialog.tsx';
import { CorrectionDialog } from './correction-dialog.tsx';
import { ApprovalsNotice, ClaimedNotice } from './notices.tsx';
import { useHolder } from './claim-keeper.ts';
import { useDecisionOutbox } from './decision-outbox.tsx';
import {
  COMMENT_CHARACTERS_MAX,
  type DecisionKind,
  nameDecision,
  type NewDecision,
  noteOf,
  TEACHES,
  teachingOf,
} from './decision.ts';
import { ReasonDialog, useAsksWhy } from './reasons.tsx';
import { texts } from './texts.ts';

interface DecisionBarProps {
  readonly output: Output;
  /** @param isHeld whether the decision can still be undone. */
  readonly onDecided: (decision: DecisionKind, isHeld: boolean) => void;
}

type Said = Pick<NewDecision, 'decision' | 'comment' | 'lesson' | 'reasonIds'>;

type OpenedKind = 'edit' | 'redo' | 'reason';

/** The decisions on an output, by button and by keyboard shortcut. */
export function DecisionBar({ output, onDecided }: DecisionBarProps) {
  const { id, humanDecision, decidedAt, mayNotApprove } = output;
  const mayApprove = mayNotApprove === null;
  const outbox = useDecisionOutbox();
  const [comment, setComment] = useDraft(noteOf(id));
  const [opened, setOpened] = useState<{ readonly id: string; readonly kind: OpenedKind }>();
  const [teaching, setTeaching] = useDraft(teachingOf(id));
  // The override to confirm, and the time of the decision that it replaces: it must not replace a newer one.
  const [asked, setAsked] = useState<{ readonly said: Said; readonly insteadOf: string | null }>();
  const isTeaching = teaching === TEACHES;
  // The bar stays mounted for the next output and keeps the focus, so the dialog is tied to one output.
  const dialog = opened?.id === id ? opened.kind : null;
  const open = (kind: OpenedKind): void => setOpened({ id, kind });
  const close = (): void => setOpened((last) => (last?.id === id ? undefined : last));
  const words = comment.trim() || null;
  const lesson = isTeaching ? words : null;
  const send = (said: Said): void => {
    setComment('');
    setTeaching('');
    setAsked(undefined);
    outbox.decide({ outputId: id, ...said, isOverride: humanDecision !== null });
    onDecided(said.decision, true);
  };
  const decide = (decision: DecisionKind, reasonIds: readonly string[] = []): void => {
    close();
    const said: Said = { decision, lesson, comment: words, reasonIds };
    if (humanDecision === null) send(said);
    else setAsked({ said, insteadOf: decidedAt });
  };
  const asksWhy = useAsksWhy();
  const decideOrAsk = (decision: DecisionKind): void =>
    decision === 'rejected' && asksWhy ? open('reason') : decide(decision);
  // With several approvals, reviewers would approve the text of one of them.
  const canEdit = output.approvals === null && (output.output !== null || output.action !== null);
  const holder = useHolder(output);
  const keys = {
    ...(mayApprove ? { a: () => decide('approved') } : {}),
    r: () => decideOrAsk('rejected'),
    h: () => decide('handled'),
    c: () => open('redo'),
    ...(canEdit ? { e: () => open('edit') } : {}),
  };
  useKeys(holder === null ? keys : {});
  const teach = words !== null && (
    <Checkbox
      label={texts.teach.box}
      checked={isTeaching}
      onChange={({ target }) => setTeaching(target.checked ? TEACHES : '')}
    />
  );
  return (
    <div className="flex flex-wrap items-center gap-2" role="group" aria-label={texts.group}>
      <ApprovalsNotice output={output} />
      <ClaimedNotice output={output} />
      {holder === null && (
        <DecisionButtons {...{ canEdit, mayApprove }} onDecide={decideOrAsk} onOpen={open} />
      )}
      {holder === null && <CommentField comment={comment} onChange={setComment} />}
      {teach}
      {dialog === 'reason' && (
        <ReasonDialog onClose={close} onChoose={(ids) => decide('rejected', ids)} />
      )}
      {dialog === 'redo' && (
        <CommentDialog
          {...{ comment, words: texts.redo, onChange: setComment, onClose: close }}
          onSubmit={() => decide('changed')}
        >
          {teach}
        </CommentDialog>
      )}
      {dialog === 'edit' && (
        <CorrectionDialog
          {...{ output, lesson }}
          // A correction is sent without the comment, unless the comment teaches.
          hasComment={words !== null && lesson === null}
          onClose={close}
          onSent={() => {
            if (lesson !== null) setComment('');
            setTeaching('');
            onDecided('changed', false);
          }}
        />
      )}
      {asked && humanDecision !== null && asked.insteadOf === decidedAt && (
        <OverrideDialog
          from={nameDecision(humanDecision, output)}
          to={nameDecision(asked.said.decision, {})}
          onClose={() => setAsked(undefined)}
          onConfirm={() => send(asked.said)}
        />
      )}
    </div>
  );
}

interface OverrideDialogProps {
  readonly from: string;
  readonly to: string;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

/** Confirms a decision that replaces one which others may have acted on. */
function OverrideDialog({ from, to, ...rest }: OverrideDialogProps) {
  return (
    <ConfirmDialog
      {...rest}
      title={texts.override.title(from, to)}
      text={texts.override.why}
      confirm={texts.override.confirm}
    />
  );
}

interface DecisionButtonsProps {
  readonly canEdit: boolean;
  /** Otherwise, a notice says why not. */
  readonly mayApprove: boolean;
  readonly onDecide: (decision: DecisionKind) => void;
  readonly onOpen: (kind: 'edit' | 'redo') => void;
}

function DecisionButtons({ canEdit, mayApprove, onDecide, onOpen }: DecisionButtonsProps) {
  const asksWhy = useAsksWhy();
  return (
    <>
      <Button
        tone="primary"
        icon={Check}
        keyName="a"
        disabled={!mayApprove}
        onClick={() => onDecide('approved')}
      >
        {texts.approve}
      </Button>
      <Button
        icon={X}
        keyName="r"
        onClick={() => onDecide('rejected')}
        aria-haspopup={asksWhy ? 'dialog' : undefined}
      >
        {texts.reject}
      </Button>
      {canEdit && (
        <Button icon={PencilLine} keyName="e" onClick={() => onOpen('edit')}>
          {texts.edit.button}
        </Button>
      )}
      <Button icon={MessageSquareReply} keyName="c" onClick={() => onOpen('redo')}>
        {texts.redo.button}
      </Button>
      <Button icon={SquareCheck} keyName="h" onClick={() => onDecide('handled')}>
        {texts.handle}
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
        label={texts.comment}
        isLabelHidden
        placeholder={texts.comment}
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
