import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { StatusBadge } from '../../components/badge.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import {
  type FoundOutput,
  type Output,
  sessionOutputsQuery,
} from '../../outputs/output-queries.ts';
import { PlainWords } from '../../outputs/plain-words.tsx';
import { texts } from '../../texts.ts';

// No more of it can be seen in two lines.
const CHARACTERS_MAX = 300;

/** The conversation that it is a turn of, oldest turn first. */
export function SessionThread({
  output: { id, sessionId, sessionTurnCount },
}: {
  readonly output: Output;
}) {
  if (sessionId === null || sessionTurnCount < 2) return null;
  return (
    <Card title={texts.output.session}>
      <Turns sessionId={sessionId} currentId={id} />
    </Card>
  );
}

function Turns({
  sessionId,
  currentId,
}: {
  readonly sessionId: string;
  readonly currentId: string;
}) {
  const { data, error } = useQuery(sessionOutputsQuery(sessionId));
  if (error) return <FailureNotice error={error} />;
  if (!data) return <Loading />;
  const { executions, total } = data;
  return (
    <>
      <ol className="space-y-3 border-l border-line pl-3">
        {executions.map((turn) => (
          <li key={turn.id}>
            <Turn turn={turn} isCurrent={turn.id === currentId} />
          </li>
        ))}
      </ol>
      {total > executions.length && (
        <p className="mt-3 text-xs text-faint">
          {texts.output.sessionMore(total - executions.length)}
        </p>
      )}
    </>
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
        <p className="mt-1 line-clamp-2 text-xs break-words text-soft">
          <PlainWords text={input.slice(0, CHARACTERS_MAX)} />
        </p>
      )}
      <Link
        to="/outputs/$id"
        params={{ id }}
        aria-current={isCurrent ? 'page' : undefined}
        className={`mt-0.5 line-clamp-3 text-sm break-words ${isCurrent ? 'font-medium' : 'text-accent underline'}`}
      >
        <PlainWords text={excerpt ?? id} />
      </Link>
    </div>
  );
}
