import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { DecisionBadge, StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { PlainWords } from '../../outputs/plain-text.tsx';
import {
  type FoundOutput,
  type Output,
  outputQuery,
  sessionOutputsQuery,
} from '../../outputs/queries.ts';
import { texts } from './texts.ts';

/** The chain of revisions of the output, oldest first, each comparable with it. */
export function Revisions({ output }: { readonly output: Output }) {
  const [compared, setCompared] = useState<string | null>(null);
  if (output.revisions.length < 2) return null;
  return (
    <Card title={texts.revisions}>
      <ol className="space-y-2">
        {output.revisions.map(({ id, createdAt, status, humanDecision }) => {
          const isThis = id === output.id;
          return (
            <li key={id} className="flex flex-wrap items-center gap-2 text-sm">
              <Link
                to="/outputs/$id"
                params={{ id }}
                aria-current={isThis ? 'page' : undefined}
                className={isThis ? 'font-medium' : 'text-accent underline'}
              >
                <Moment at={createdAt} isExact />
              </Link>
              {humanDecision === null ? (
                <StatusBadge status={status} />
              ) : (
                <DecisionBadge decision={humanDecision} />
              )}
              {isThis ? (
                <span className="text-xs text-faint">{texts.thisOne}</span>
              ) : (
                <Button size="small" tone="quiet" onClick={() => setCompared(id)}>
                  {texts.compare}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      {compared !== null && (
        <DialogFrame onClose={() => setCompared(null)} title={texts.compareWith} size="full">
          <Comparison before={compared} output={output} />
        </DialogFrame>
      )}
    </Card>
  );
}

function Comparison({ before, output }: { readonly before: string; readonly output: Output }) {
  const revision = useQuery(outputQuery(before));
  return (
    <Loaded query={revision}>
      {(earlier) => <DiffView before={earlier.output ?? ''} after={output.output ?? ''} />}
    </Loaded>
  );
}

// More does not fit on two lines.
const CHARACTERS_MAX = 300;

/** The session of the output, oldest turn first. */
export function SessionThread({ output }: { readonly output: Output }) {
  const { id, sessionId, sessionTurnCount } = output;
  const hasOthers = sessionId !== null && sessionTurnCount > 1;
  const turns = useQuery({ ...sessionOutputsQuery(sessionId ?? ''), enabled: hasOthers });
  if (!hasOthers) return null;
  return (
    <Card title={texts.session}>
      <Loaded query={turns}>
        {({ executions, total }) => (
          <>
            <ol className="space-y-3 border-l border-line pl-3">
              {executions.map((turn) => (
                <li key={turn.id}>
                  <Turn turn={turn} isCurrent={turn.id === id} />
                </li>
              ))}
            </ol>
            {total > executions.length && (
              <p className="mt-3 text-xs text-faint">
                {texts.sessionMore(total - executions.length)}
              </p>
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Turn({ turn, isCurrent }: { readonly turn: FoundOutput; readonly isCurrent: boolean }) {
  const { id = '', timestamp = '', status = 'pending', input, excerpt } = turn;
  return (
    <div className={isCurrent ? '-ml-[13px] border-l-2 border-accent pl-[11px]' : ''}>
      <div className="flex items-center gap-2 text-xs text-faint">
        <Moment at={timestamp} />
        <StatusBadge status={status} />
      </div>
      {input != null && (
        <p dir="auto" className="mt-1 line-clamp-2 text-xs break-words text-soft">
          <PlainWords text={input.slice(0, CHARACTERS_MAX)} />
        </p>
      )}
      <Link
        to="/outputs/$id"
        params={{ id }}
        dir="auto"
        aria-current={isCurrent ? 'page' : undefined}
        className={`mt-0.5 line-clamp-3 text-sm break-words ${isCurrent ? 'font-medium' : 'text-accent underline'}`}
      >
        <PlainWords text={excerpt ?? id} />
      </Link>
    </div>
  );
}
