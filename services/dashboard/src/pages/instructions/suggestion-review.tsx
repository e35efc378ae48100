import { useMutation } from '@tanstack/react-query';
import { Check, FileText, MessageSquareQuote } from 'lucide-react';
import { type ReactNode, useState } from 'react';

import { api, ApiFailure, take } from '../../api/client.ts';
import { useMay } from '../../app/session.ts';
import { Button, Segmented } from '../../components/button.tsx';
import { CodeEditor } from '../../components/code/code-editor.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { FailureNotice } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { showFailure, showToast } from '../../components/toast-store.ts';
import { PlainWords } from '../../outputs/plain-text.tsx';
import { NoteText } from './notes-card.tsx';
import {
  type DocumentProps,
  type Note,
  type Suggestion,
  useRefreshInstructions,
  useShowSaved,
} from './queries.ts';
import { OutputLinks, SuggestedOutputs } from './suggested-outputs-card.tsx';
import { isTextTooLong, useSuggestedText } from './text-draft.ts';
import { texts } from './texts.ts';

const words = texts.suggestions;

interface SuggestionReviewProps extends DocumentProps {
  /** The notes that are still queued. */
  readonly notes: readonly Note[];
  readonly suggestion: Suggestion;
}

/** A draft ready for review: its changes and reasons, to edit, accept or dismiss. */
export function SuggestionReview({ names, current, notes, suggestion }: SuggestionReviewProps) {
  const may = useMay();
  const suggested = useSuggestedText(suggestion);
  const { text, isEdited } = suggested;
  const show = useShowSaved(names);
  const refresh = useRefreshInstructions();
  const accept = useMutation({
    mutationFn: () => {
      const params = { path: { id: suggestion.id } };
      const body = isEdited ? { content: text } : {};
      return take(api.POST('/api/instructions/suggestions/{id}/accept', { params, body }));
    },
    onSuccess: (saved) => {
      showToast(words.accepted(saved.version));
      return show(saved);
    },
    onError: async (error) => {
      // It is now shown as outdated, with the edits.
      if (error instanceof ApiFailure && error.code === 'STALE_DRAFT') await refresh();
    },
  });
  const isTooLong = isTextTooLong(text);
  const isEmpty = text.trim() === '';
  return (
    <SuggestionFrame
      suggestion={suggestion}
      title={words.title(current.version + 1)}
      actions={
        <>
          <DismissButton id={suggestion.id} text={words.dismiss} isAsking />
          {may('acceptSuggestion') && (
            <Button
              size="small"
              tone="primary"
              icon={Check}
              isBusy={accept.isPending}
              disabled={isTooLong || isEmpty}
              onClick={() => accept.mutate()}
            >
              {isEdited ? words.acceptEdited : words.accept}
            </Button>
          )}
        </>
      }
    >
      {accept.error && <FailureNotice error={accept.error} />}
      <SuggestedChanges changes={suggestion.changes} notes={notes} />
      <SuggestedOutputs names={names} suggestion={suggestion} />
      <SuggestedTextView before={current.content} suggested={suggested} />
      {isTooLong && <p className="text-sm text-bad">{texts.tooLong}</p>}
      {isEmpty && <p className="text-sm text-bad">{texts.emptied}</p>}
    </SuggestionFrame>
  );
}

interface SuggestedChangesProps {
  readonly changes: Suggestion['changes'];
  readonly notes: readonly Note[];
}

const CITED = 'mt-0.5 shrink-0 text-faint';

/** The changes of the model, each with the notes that it addresses and the outputs it is based on. */
function SuggestedChanges({ changes, notes }: SuggestedChangesProps) {
  return (
    <ol aria-label={words.changes} className="divide-y divide-line rounded-md border border-line">
      {changes.map(({ summary, noteRefs, outputIds }, index) => (
        <li key={`${index} ${summary}`} className="grid gap-x-6 gap-y-3 p-3 md:grid-cols-2">
          <div className="flex items-start gap-2.5">
            <span
              aria-hidden
              className="flex size-5 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-semibold text-accent"
            >
              {index + 1}
            </span>
            <p className="min-w-0 text-sm break-words">
              <PlainWords text={summary} />
            </p>
          </div>
          <div className="min-w-0 space-y-2">
            {noteRefs.length > 0 && (
              <ul aria-label={words.answers} className="space-y-2">
                {noteRefs.map((ref) => (
                  <li key={ref} className="flex items-start gap-2">
                    <MessageSquareQuote size="0.9375rem" aria-hidden className={CITED} />
                    <AnsweredNote note={notes.find((note) => note.ref === ref)} />
                  </li>
                ))}
              </ul>
            )}
            {outputIds.length > 0 && (
              <div className="flex items-start gap-2">
                <FileText size="0.9375rem" aria-hidden className={CITED} />
                <OutputLinks label={words.drawnFrom} ids={outputIds} />
              </div>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

function AnsweredNote({ note }: { readonly note: Note | undefined }) {
  if (note) return <NoteText note={note} />;
  return <p className="text-sm text-faint">{words.noteGone}</p>;
}

interface SuggestedTextViewProps {
  /** The current text. */
  readonly before: string;
  readonly suggested: ReturnType<typeof useSuggestedText>;
}

const VIEWS = [
  { id: 'changes', text: words.whatChanges },
  { id: 'edit', text: componentTexts.form.edit },
] as const;

/** The new text: its changes, or the text itself in an editor. */
function SuggestedTextView({ before, suggested }: SuggestedTextViewProps) {
  const may = useMay();
  const [view, setView] = useState<(typeof VIEWS)[number]['id']>('changes');
  const { text, isEdited, edit, forget } = suggested;
  return (
    <div>
      <div className="mb-1.5 flex min-h-8 flex-wrap items-center gap-2">
        <h3 className="flex-1 text-sm">{words.newText}</h3>
        {isEdited && (
          <Button
            size="small"
            tone="quiet"
            onClick={() => {
              setView('changes');
              forget();
            }}
          >
            {words.undoEdits}
          </Button>
        )}
        {may('acceptSuggestion') && (
          <Segmented label={words.view} choices={VIEWS} chosen={view} onChoose={setView} />
        )}
      </div>
      {view === 'changes' ? (
        <DiffView before={before} after={text} />
      ) : (
        <CodeEditor
          label={words.newText}
          initial={text}
          language="markdown"
          onChange={edit}
          hasFocus
        />
      )}
    </div>
  );
}

interface SuggestionFrameProps {
  readonly suggestion: Suggestion;
  readonly title: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

/** A suggestion in any state, with its sources and requester. */
export function SuggestionFrame(props: SuggestionFrameProps) {
  const { suggestion, title, actions, children } = props;
  const { baseVersion, noteRefs, outputs, createdBy, createdAt } = suggestion;
  return (
    <Card title={title} actions={<div className="flex flex-wrap gap-2">{actions}</div>}>
      <div className="space-y-4">
        {children}
        <p className="text-xs text-faint">
          {words.madeOf(baseVersion, noteRefs.length, outputs.length)} {words.askedBy(createdBy)},{' '}
          <Moment at={createdAt} />.
        </p>
      </div>
    </Card>
  );
}

interface DismissButtonProps {
  readonly id: string;
  readonly text: string;
  /** Whether to confirm, because a text would be lost. */
  readonly isAsking?: boolean;
}

/** Dismisses a suggestion; its notes stay queued. */
export function DismissButton({ id, text, isAsking = false }: DismissButtonProps) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefreshInstructions();
  const dismiss = useMutation({
    mutationFn: () =>
      take(api.POST('/api/instructions/suggestions/{id}/dismiss', { params: { path: { id } } })),
    onSuccess: () => showToast(words.dismissed),
    onError: showFailure,
    onSettled: async () => {
      setOpen(false);
      await refresh();
    },
  });
  if (!may('dismissSuggestion')) return null;
  return (
    <>
      <Button
        size="small"
        isBusy={dismiss.isPending}
        onClick={() => (isAsking ? setOpen(true) : dismiss.mutate())}
      >
        {text}
      </Button>
      {isOpen && (
        <ConfirmDialog
          onClose={() => setOpen(false)}
          title={words.dismissTitle}
          text={words.dismissText}
          confirm={words.dismiss}
          isBusy={dismiss.isPending}
          onConfirm={() => dismiss.mutate()}
        />
      )}
    </>
  );
}
