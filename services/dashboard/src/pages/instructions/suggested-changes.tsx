import { MessageSquareQuote } from 'lucide-react';

import { PlainWords } from '../../outputs/plain-words.tsx';
import { texts } from '../../texts.ts';
import type { Note, Suggestion } from './document-queries.ts';
import { NoteText } from './note-text.tsx';

const { suggestions: words } = texts.instructions;

interface SuggestedChangesProps {
  readonly changes: Suggestion['changes'];
  readonly notes: readonly Note[];
}

/** What the model changed, each beside the notes that it answers. */
export function SuggestedChanges({ changes, notes }: SuggestedChangesProps) {
  return (
    <ol aria-label={words.changes} className="divide-y divide-line rounded-md border border-line">
      {changes.map(({ summary, noteRefs }, index) => (
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
          <ul aria-label={words.answers} className="space-y-2">
            {noteRefs.map((ref) => (
              <li key={ref} className="flex items-start gap-2">
                <MessageSquareQuote size={15} aria-hidden className="mt-0.5 shrink-0 text-faint" />
                <AnsweredNote note={notes.find((note) => note.ref === ref)} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function AnsweredNote({ note }: { readonly note: Note | undefined }) {
  if (note) return <NoteText note={note} />;
  return <p className="text-sm text-faint">{words.noteGone}</p>;
}
