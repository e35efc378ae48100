import { Link } from '@tanstack/react-router';

import { Moment } from '../../components/moment.tsx';
import { PlainWords } from '../../outputs/plain-words.tsx';
import { texts } from '../../texts.ts';
import type { Note } from './document-queries.ts';

const { instructions: words } = texts;

/** What somebody said, who and when, and of which output. */
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
            {words.itsOutput}
          </Link>
        )}
      </p>
    </div>
  );
}
