import { Link } from '@tanstack/react-router';

import { formatNumber } from '../../formats.ts';
import { useLaneCount } from './queries.ts';
import type { QueueFilter } from './search.ts';
import { texts } from './texts.ts';

interface LaneTabsProps {
  readonly filter: QueueFilter;
  /** The count of the open lane; undefined until it is loaded. */
  readonly total: number | undefined;
}

/** Tabs for one's own outputs, all waiting outputs, and samples. */
export function LaneTabs({ filter, total }: LaneTabsProps) {
  return (
    <nav aria-label={texts.lanes.title} className="ml-auto flex items-center gap-1">
      <LaneTab name={texts.lanes.mine} lane="mine" {...{ filter, total }} />
      <LaneTab name={texts.lanes.waiting} lane={undefined} {...{ filter, total }} />
      <LaneTab name={texts.lanes.samples} lane="samples" {...{ filter, total }} />
    </nav>
  );
}

interface LaneTabProps extends LaneTabsProps {
  readonly name: string;
  readonly lane: QueueFilter['lane'];
}

function LaneTab({ name, lane, filter, total }: LaneTabProps) {
  const isShown = filter.lane === lane;
  const others = useLaneCount(lane, !isShown);
  const count = isShown ? total : others;
  return (
    <Link
      to="/"
      search={lane === undefined ? {} : { lane }}
      aria-current={isShown ? 'page' : undefined}
      className={`rounded-md px-2 py-1 text-sm font-medium ${
        isShown ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-sunken hover:text-ink'
      }`}
    >
      {name}{' '}
      <span className="font-normal tabular-nums">{count !== undefined && formatNumber(count)}</span>
    </Link>
  );
}
