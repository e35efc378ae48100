import { useQuery } from '@tanstack/react-query';
import { MessageSquareX } from 'lucide-react';
import { useState } from 'react';

import { useMay } from '../../app/session.ts';
import { IconButton } from '../../components/button.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Card } from '../../components/page.tsx';
import { texts } from '../../texts.ts';
import { AskForSuggestion } from './ask-for-suggestion.tsx';
import { type Note, notesQuery } from './document-queries.ts';
import type { DocumentNames } from './document-search.ts';
import { NewNote } from './new-note.tsx';
import { NoteText } from './note-text.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

const { instructions: words } = texts;

/** What people said and no version has answered yet. */
export function NotesCard({ names }: { readonly names: DocumentNames }) {
  const may = useMay();
  const { data: notes, error, refetch } = useQuery(notesQuery(names));
  return (
    <Card title={notes ? words.notesN(notes.length) : words.notes}>
      {error && !notes ? (
        <FailureNotice error={error} onRetry={() => void refetch()} />
      ) : !notes ? (
        <Loading />
      ) : (
        <div className="space-y-4">
          {notes.length === 0 ? (
            <p className="text-sm text-soft">{words.noNotes}</p>
          ) : (
            <NoteList names={names} notes={notes} />
          )}
          {may('requestSuggestion') && (
            <AskForSuggestion names={names} hasNotes={notes.length > 0} />
          )}
          {may('queueFeedback') && <NewNote names={names} />}
        </div>
      )}
    </Card>
  );
}

interface NoteListProps {
  readonly names: DocumentNames;
  readonly notes: readonly Note[];
}

function NoteList({ names, notes }: NoteListProps) {
  const may = useMay();
  const [withdrawn, setWithdrawn] = useState<Note | null>(null);
  return (
    <>
      <ul aria-label={words.notes} className="-mt-2 max-h-96 divide-y divide-line overflow-y-auto">
        {notes.map((note) => (
          <li key={note.ref} className="flex items-start gap-1 py-2">
            <NoteText note={note} />
            {may('withdrawFeedback') && (
              <IconButton
                icon={MessageSquareX}
                label={words.withdraw(note.comment)}
                className="-mt-1"
                onClick={() => setWithdrawn(note)}
              />
            )}
          </li>
        ))}
      </ul>
      {withdrawn && (
        <WithdrawDialog names={names} note={withdrawn} onClose={() => setWithdrawn(null)} />
      )}
    </>
  );
}
