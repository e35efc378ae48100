import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MessageSquareX, Sparkles } from 'lucide-react';
import { useState } from 'react';

import { useChangeOf } from '../../api/change.ts';
import { api, ApiFailure, take } from '../../api/client.ts';
import { useDraft } from '../../app/draft.ts';
import { useMay } from '../../app/session.ts';
import { Button, Segmented } from '../../components/button.tsx';
import { RemoveButton } from '../../components/dialog.tsx';
import { TextArea } from '../../components/field.tsx';
import { faultOf, onSubmitOf, sending } from '../../components/form.tsx';
import { FailureNotice, Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { PlainWords } from '../../outputs/plain-text.tsx';
import {
  type DocumentProps,
  type Note,
  notesQuery,
  resultsQuery,
  suggestionsQuery,
  useRefreshInstructions,
} from './queries.ts';
import type { DocumentNames } from './search.ts';
import { findOpenSuggestion } from './text-draft.ts';
import { texts } from './texts.ts';

/** Notes that no version has addressed yet. */
export function NotesCard({ names, current }: DocumentProps) {
  const may = useMay();
  const notes = useQuery(notesQuery(names));
  return (
    <Card title={notes.data ? texts.notesN(notes.data.length) : texts.notes}>
      <Loaded query={notes} stale="alone">
        {(list) => (
          <div className="space-y-4">
            {list.length === 0 ? (
              <p className="text-sm text-soft">{texts.noNotes}</p>
            ) : (
              <ul
                aria-label={texts.notes}
                className="-mt-2 max-h-96 divide-y divide-line overflow-y-auto"
              >
                {list.map((note) => (
                  <li key={note.ref} className="flex items-start gap-1 py-2">
                    <NoteText note={note} />
                    {may('withdrawFeedback') && <WithdrawButton {...{ names, note }} />}
                  </li>
                ))}
              </ul>
            )}
            {may('requestSuggestion') && (
              <AskForSuggestion names={names} current={current} hasNotes={list.length > 0} />
            )}
            {may('queueFeedback') && <NewNote names={names} />}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

interface WithdrawButtonProps {
  readonly names: DocumentNames;
  readonly note: Note;
}

/** Withdraws a note after a confirmation that shows its text. */
function WithdrawButton({ names, note: { ref, comment } }: WithdrawButtonProps) {
  const withdraw = useChangeOf(['instructions'], {
    mutationFn: () => {
      const query = { ...names, ref };
      return take(api.DELETE('/api/instructions/feedback', { params: { query } }));
    },
    onSuccess: () => showToast(texts.withdrawn),
    onError: showFailure,
  });
  return (
    <RemoveButton
      icon={MessageSquareX}
      label={texts.withdraw(comment)}
      title={texts.withdrawTitle}
      text={texts.withdrawText(comment)}
      confirm={texts.withdrawDo}
      isBusy={withdraw.isPending}
      onConfirm={(options) => withdraw.mutate(undefined, options)}
    />
  );
}

/** A note with its author, time and output. */
export function NoteText({ note }: { readonly note: Note }) {
  const { comment, author, queuedBy, at, logId } = note;
  return (
    <div className="min-w-0 flex-1 text-sm">
      <p className="break-words whitespace-pre-line">
        <PlainWords text={comment} />
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-faint">
        <span className="break-all">{author ?? queuedBy}</span>
        <Moment at={at} />
        {logId !== null && (
          <Link to="/outputs/$id" params={{ id: logId }} className="text-accent underline">
            {texts.itsOutput}
          </Link>
        )}
      </p>
    </div>
  );
}

/** A form to add a note for the next version. */
function NewNote({ names }: { readonly names: DocumentNames }) {
  const [comment, setComment] = useDraft(`instructions-note.${JSON.stringify(names)}`);
  const queue = useChangeOf(['instructions'], {
    mutationFn: () => take(api.POST('/api/instructions/feedback', { body: { ...names, comment } })),
    onSuccess: () => setComment(''),
  });
  const { isBusy, failure, onSubmit } = sending(queue, ['comment']);
  return (
    <form onSubmit={onSubmitOf(onSubmit)} className="space-y-2 border-t border-line pt-3">
      <TextArea
        label={texts.newNote}
        placeholder={texts.newNoteExample}
        rows={2}
        maxLength={2000}
        required
        value={comment}
        readOnly={isBusy}
        fault={faultOf(queue.error, 'comment')}
        onChange={({ target }) => setComment(target.value)}
      />
      {failure && <FailureNotice error={failure} />}
      <Button type="submit" size="small" isBusy={isBusy} disabled={comment.trim() === ''}>
        {texts.queueNote}
      </Button>
    </form>
  );
}

const SOURCES = (['notes', 'outputs', 'both'] as const).map((id) => ({
  id,
  text: texts.draftSources[id],
}));
type Source = (typeof SOURCES)[number]['id'];

interface AskForSuggestionProps extends DocumentProps {
  readonly hasNotes: boolean;
}

/** Asks a model to draft the next version; hidden while a draft waits. */
function AskForSuggestion({ names, current: { version }, hasNotes }: AskForSuggestionProps) {
  const { data: suggestions = [] } = useQuery(suggestionsQuery(names));
  const { data: results = [] } = useQuery(resultsQuery(names));
  const [chosen, setChosen] = useState<Source>('notes');
  const refresh = useRefreshInstructions();
  const ask = useMutation({
    mutationFn: (from: Source) =>
      take(api.POST('/api/instructions/suggestions', { body: { ...names, from } })),
    onSettled: refresh,
  });
  const open = findOpenSuggestion(suggestions);
  // Only the service knows whether any of these decisions were rejections or corrections.
  const hasDecisions = results.some((each) => each.version >= version && each.decided > 0);
  if (!hasNotes && !hasDecisions) return null;
  if (open?.state === 'drafting' || open?.state === 'ready') return null;
  const source = hasNotes && hasDecisions ? chosen : hasNotes ? 'notes' : 'outputs';
  const lacksModel = ask.error instanceof ApiFailure && ask.error.code === 'NO_MODEL_CONFIGURED';
  return (
    <div className="space-y-2">
      {hasNotes && hasDecisions && (
        <div className="flex flex-wrap items-center gap-2 text-xs text-soft">
          <span aria-hidden>{texts.draftFrom}</span>
          <Segmented
            label={texts.draftFrom}
            choices={SOURCES}
            chosen={chosen}
            onChoose={setChosen}
          />
        </div>
      )}
      <Button icon={Sparkles} isBusy={ask.isPending} onClick={() => ask.mutate(source)}>
        {texts.draft}
      </Button>
      <p className="text-xs text-faint">{texts.draftHint[source](version)}</p>
      {lacksModel ? <NoModel /> : ask.error && <FailureNotice error={ask.error} />}
    </div>
  );
}

function NoModel() {
  const may = useMay();
  return (
    <div role="alert" className="rounded-md bg-warn-soft px-3 py-2 text-sm text-soft">
      <p>{texts.noModel}</p>
      {may('updateSettings') && (
        <Link to="/settings" className="font-medium text-accent underline">
          {texts.toSettings}
        </Link>
      )}
    </div>
  );
}
