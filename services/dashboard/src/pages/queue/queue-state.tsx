import { useQuery } from '@tanstack/react-query';
import { TrendingUp, UsersRound } from 'lucide-react';

import { queueStateQuery } from '../../api/queries.ts';
import { Moment } from '../../components/moment.tsx';
import { formatNumber } from '../../formats.ts';
import { texts } from './texts.ts';

// Smaller changes are not worth a notice.
const GROWTH_MIN = 10;
const REFRESH_MS = 30_000;

/** Shows how many others are reviewing, and a notice when the queue grows. */
export function QueueState() {
  const { data } = useQuery({ ...queueStateQuery, refetchInterval: REFRESH_MS });
  const { others = 0, waiting = 0, cameIn = 0, decided = 0, since, oldestAt } = data ?? {};
  // Outputs also leave the queue when they are deleted, or pass a new evaluation.
  const isGrowing = Math.min(waiting, cameIn - decided) >= GROWTH_MIN;
  return (
    <div role="status">
      {others > 0 && (
        <p className="flex items-center gap-1.5 px-4 pb-2.5 text-xs text-soft">
          <UsersRound size={13} aria-hidden className="shrink-0" />
          {texts.others(others)}
        </p>
      )}
      {isGrowing && since !== undefined && (
        <p className="mb-2.5 flex gap-2 border-y border-line bg-warn-soft px-4 py-2 text-xs text-warn">
          <TrendingUp size={14} aria-hidden className="mt-px shrink-0" />
          <span>
            {texts.growing(formatNumber(cameIn), formatNumber(decided))}{' '}
            <Moment at={since} isExact />.
            {oldestAt != null && (
              <>
                {' '}
                {texts.oldest} <Moment at={oldestAt} />.
              </>
            )}
          </span>
        </p>
      )}
    </div>
  );
}
