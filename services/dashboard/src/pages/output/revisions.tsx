import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { DecisionBadge, StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { DialogFrame } from '../../components/dialog.tsx';
import { DiffView } from '../../components/diff-view.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { Card } from '../../components/page.tsx';
import { type Output, outputQuery } from '../../outputs/output-queries.ts';
import { texts } from '../../texts.ts';

/** The chain of tries that it is one of, oldest first, each to be compared with it. */
export function Revisions({ output }: { readonly output: Output }) {
  const [compared, setCompared] = useState<string | null>(null);
  if (output.revisions.length < 2) return null;
  return (
    <Card title={texts.output.revisions}>
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
                <span className="text-xs text-faint">{texts.output.thisOne}</span>
              ) : (
                <Button size="small" tone="quiet" onClick={() => setCompared(id)}>
                  {texts.output.compare}
                </Button>
              )}
            </li>
          );
        })}
      </ol>
      {compared !== null && (
        <DialogFrame
          isOpen
          onClose={() => setCompared(null)}
          title={texts.output.compareWith}
          size="full"
        >
          <Comparison before={compared} output={output} />
        </DialogFrame>
      )}
    </Card>
  );
}

interface ComparisonProps {
  readonly before: string;
  readonly output: Output;
}

function Comparison({ before, output }: ComparisonProps) {
  const { data, error } = useQuery(outputQuery(before));
  if (error) return <FailureNotice error={error} />;
  if (!data) return <Loading />;
  return <DiffView before={data.output ?? ''} after={output.output ?? ''} />;
}
