import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Clock, TrendingUp, UsersRound } from 'lucide-react';
import type { RefObject } from 'react';

import { projectsQuery, queueStateQuery } from '../../api/queries.ts';
import { texts as appTexts } from '../../app/texts.ts';
import { ChoiceField, TextField } from '../../components/field.tsx';
import { Moment } from '../../components/moment.tsx';
import { useTypedWord } from '../../components/typed-word.ts';
import { formatNumber } from '../../formats.ts';
import { ViewBar } from '../../views/view-bar.tsx';
import { laneQuery } from './queries.ts';
import { type ChangeQueue, type QueueFilter, readQueueSearch } from './search.ts';
import { texts } from './texts.ts';

interface QueueFiltersProps {
  readonly filter: QueueFilter;
  readonly onChange: ChangeQueue;
  /** The `/` key focuses this field. */
  readonly searchField: RefObject<HTMLInputElement | null>;
}

interface QueueHeadProps extends QueueFiltersProps {
  /** The count of the open lane; undefined until it is loaded. */
  readonly total: number | undefined;
}

/** What is above the list: the lanes, the state of the queue, and the filters. */
export function QueueHead({ total, ...filters }: QueueHeadProps) {
  const { lane } = filters.filter;
  return (
    <>
      <div className="flex items-center gap-2 px-4 pt-3 pb-2.5">
        <h1 className="text-lg">{appTexts.navigation.queue}</h1>
        <nav aria-label={texts.lanes.title} className="ml-auto flex items-center gap-1">
          {(['mine', undefined, 'samples'] as const).map((each) => (
            <LaneTab key={each ?? 'waiting'} lane={each} isShown={each === lane} total={total} />
          ))}
        </nav>
      </div>
      <QueueState />
      {lane === 'samples' && <p className="px-4 pb-2.5 text-xs text-soft">{texts.samplesWhy}</p>}
      <QueueFilters key={lane} {...filters} />
    </>
  );
}

interface LaneTabProps extends Pick<QueueHeadProps, 'total'> {
  readonly lane: QueueFilter['lane'];
  readonly isShown: boolean;
}

/** A tab for one's own outputs, all waiting outputs, or samples. */
function LaneTab({ lane, isShown, total }: LaneTabProps) {
  const { data } = useQuery({ ...laneQuery(lane), enabled: !isShown });
  const count = isShown ? total : data;
  return (
    <Link
      to="/"
      search={lane === undefined ? {} : { lane }}
      activeOptions={{ exact: true }}
      aria-current={isShown ? 'page' : undefined}
      className={`rounded-md px-2 py-1 text-sm font-medium ${
        isShown ? 'bg-accent-soft text-accent' : 'text-soft hover:bg-sunken hover:text-ink'
      }`}
    >
      {texts.lanes[lane ?? 'waiting']}{' '}
      <span className="font-normal tabular-nums">{count !== undefined && formatNumber(count)}</span>
    </Link>
  );
}

// Smaller changes are not worth a notice.
const GROWTH_MIN = 10;
const REFRESH_MS = 30_000;

/** Shows how many others are reviewing, and a notice when the queue grows. */
function QueueState() {
  const { data } = useQuery({ ...queueStateQuery, refetchInterval: REFRESH_MS });
  const { others = 0, waiting = 0, cameIn = 0, decided = 0, since, oldestAt } = data ?? {};
  // Outputs also leave the queue when they are deleted, or pass a new evaluation.
  const isGrowing = Math.min(waiting, cameIn - decided) >= GROWTH_MIN;
  return (
    <div role="status">
      {others > 0 && (
        <p className="flex items-center gap-1.5 px-4 pb-2.5 text-xs text-soft">
          <UsersRound size="0.8125rem" aria-hidden className="shrink-0" />
          {texts.others(others)}
        </p>
      )}
      {isGrowing && since !== undefined && (
        <p className="mb-2.5 flex gap-2 border-y border-line bg-warn-soft px-4 py-2 text-xs text-warn">
          <TrendingUp size="0.875rem" aria-hidden className="mt-px shrink-0" />
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

const ORDERS = [
  { id: 'age', text: texts.orders.age },
  { id: 'deadline', text: texts.orders.deadline },
] as const;

function QueueFilters({ filter, onChange, searchField }: QueueFiltersProps) {
  const projects = useQuery(projectsQuery);
  const [typed, setTyped] = useTypedWord(filter.q ?? '', (q) => onChange({ q }));
  return (
    <div className="grid grid-cols-2 gap-2 px-3 pb-3">
      <div className="col-span-2 flex gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            ref={searchField}
            type="search"
            label={texts.search}
            isLabelHidden
            placeholder={texts.search}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur();
            }}
          />
        </div>
        {filter.lane !== 'samples' && (
          <button
            type="button"
            aria-pressed={filter.due === 'soon'}
            onClick={() => onChange({ due: filter.due ? undefined : 'soon' })}
            className="flex h-8 shrink-0 items-center gap-1.5 rounded-md border border-line-strong px-2.5 text-sm text-soft aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            <Clock size="0.875rem" aria-hidden />
            {texts.dueSoon}
          </button>
        )}
      </div>
      <div className={filter.lane !== 'samples' ? '' : 'col-span-2'}>
        <ChoiceField
          label={texts.project}
          isLabelHidden
          value={filter.project}
          none={texts.allProjects}
          choices={projects.data?.map(({ id, name }) => ({ id, text: name })) ?? []}
          query={projects}
          onChoose={(project) => onChange({ project })}
        />
      </div>
      {filter.lane !== 'samples' && (
        <ChoiceField
          label={texts.order}
          isLabelHidden
          value={filter.order ?? 'age'}
          choices={ORDERS}
          onChoose={(order) => onChange({ order })}
        />
      )}
      <div className="col-span-2 flex empty:hidden">
        <ViewBar
          page="queue"
          params={filter}
          read={readQueueSearch}
          isWorthSaving={Object.keys(filter).some((name) => name !== 'view')}
          onOpen={(view) => onChange({ view })}
        />
      </div>
    </div>
  );
}
