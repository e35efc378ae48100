import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { type ComponentProps, useCallback, useLayoutEffect, useRef, useState } from 'react';

import { useKeys } from '../../app/keyboard.tsx';
import { useIsAt } from '../../app/lead-on.ts';
import { useMay, useSession } from '../../app/session.ts';
import { texts as appTexts } from '../../app/texts.ts';
import { EmptyState, Loaded, Loading } from '../../components/loaded.tsx';
import { useTitle } from '../../components/page.tsx';
import { showToast } from '../../components/toast-store.ts';
import { useDecisionOutbox } from '../../decisions/decision-outbox.tsx';
import type { DecisionKind } from '../../decisions/decision.ts';
import { texts as decisionTexts } from '../../decisions/texts.ts';
import { holderOf } from '../../outputs/claims.ts';
import { anyOutputQuery } from '../../outputs/queries.ts';
import { BulkBar, useSelection } from './bulk-bar.tsx';
import { FirstSteps } from './first-steps.tsx';
import { LaneTabs } from './lane-tabs.tsx';
import { type QueuedOutput, useFirstLane, useLoadAhead, useQueue } from './queries.ts';
import { QueueDetail } from './queue-detail.tsx';
import { QueueFilters } from './queue-filters.tsx';
import { QueueList } from './queue-list.tsx';
import { QueueState } from './queue-state.tsx';
import { type ChangeQueue, type QueueFilter, readQueueSearch } from './search.ts';
import { texts } from './texts.ts';

/** The queue, which begins with what is assigned to oneself. */
export function QueuePage() {
  const { openId, filter, changeFilter } = useQueueAddress();
  const openMine = useCallback(() => changeFilter({ lane: 'mine' }), [changeFilter]);
  const isPlain = openId === undefined && Object.keys(filter).length === 0;
  return useFirstLane(isPlain, openMine) ? <Queue /> : <Loading lines={8} />;
}

/** What waits for a decision: the list, and beside it the output that is looked at. */
function Queue() {
  const { openId, filter, view, open, changeFilter } = useQueueAddress();
  const outbox = useDecisionOutbox();
  const searchField = useRef<HTMLInputElement>(null);
  const closeToast = useRef(() => {});
  const queue = useQueue(filter);
  const isUnused = useIsUnused(queue);
  const selection = useSelection(view);
  const { outputs, total } = queue;
  const current = useCurrent({
    ...{ outputs, openId, view },
    isSettled: queue.isSuccess && !queue.isPlaceholderData,
  });
  const { currentId, ids, index, next, previous } = current;
  useTitle(total > 0 ? `${appTexts.navigation.queue} (${total})` : appTexts.navigation.queue);
  useLoadAhead(outputs, { currentId, index: Math.max(index, 0) });

  const undo = (of?: string): void => {
    const id = outbox.undo(of);
    closeToast.current();
    if (id !== null) open(id);
  };
  const goOnAfter = (decision: DecisionKind, isHeld: boolean): void => {
    if (currentId !== undefined) selection.drop([currentId]);
    if (current.isLeft()) return;
    current.forget();
    open(current.beside);
    closeToast.current();
    // That of the notice: by then another may have been made, on the page of its output.
    const action = { text: decisionTexts.undo, run: () => undo(currentId) };
    // A correction is sent at once.
    const text = isHeld && decision === 'changed' ? texts.redo : texts.decided[decision];
    closeToast.current = showToast(text, isHeld ? { action } : {});
  };
  const canSelect = useMay()('changeManyOutputs');
  useKeys({
    ...(next === undefined ? {} : { j: () => open(next) }),
    ...(previous === undefined ? {} : { k: () => open(previous) }),
    u: () => undo(),
    '/': () => searchField.current?.focus(),
    ...(canSelect && currentId !== undefined
      ? {
          x: () => selection.toggle(currentId),
          'shift+x': () => selection.extendTo(currentId, ids),
        }
      : {}),
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = queue;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);

  if (isUnused) return <FirstSteps />;
  return (
    <div className="flex h-full min-h-0">
      <div
        className={`w-full min-w-0 flex-col border-r border-line bg-surface md:flex md:w-80 md:shrink-0 lg:w-96 ${openId === undefined ? 'flex' : 'hidden'}`}
      >
        <div className="flex items-center gap-2 px-4 pt-3 pb-2.5">
          <h1 className="text-lg">{appTexts.navigation.queue}</h1>
          <LaneTabs filter={filter} total={queue.isPlaceholderData ? undefined : total} />
        </div>
        <QueueState />
        {filter.lane === 'samples' && (
          <p className="px-4 pb-2.5 text-xs text-soft">{texts.samplesWhy}</p>
        )}
        <QueueFilters
          key={filter.lane}
          filter={filter}
          onChange={changeFilter}
          searchField={searchField}
        />
        {selection.selected.size > 0 && (
          <BulkBar selection={selection} total={total} search={queue.search} />
        )}
        <div className="flex min-h-0 flex-1 flex-col border-t border-line">
          <WaitingOutputs
            {...{ queue, onNearEnd: loadMore, onOpen: open, currentIndex: index }}
            isNarrowed={filter.q !== undefined || filter.due !== undefined}
            selection={canSelect ? selection : null}
            lane={filter.lane}
          />
        </div>
      </div>
      <div className={`min-w-0 flex-1 ${openId === undefined ? 'hidden md:block' : ''}`}>
        {currentId !== undefined && (
          <QueueDetail id={currentId} onDecided={goOnAfter} onBack={() => open(undefined)} />
        )}
      </div>
    </div>
  );
}

/** What was rendered last, for whoever is told later; undefined once the page has gone. */
function useLast(id: string | undefined) {
  const last = useRef<string>(undefined);
  useLayoutEffect(() => {
    last.current = id;
    return () => {
      last.current = undefined;
    };
  }, [id]);
  return last;
}

interface WaitingOutputsProps extends Omit<ComponentProps<typeof QueueList>, 'outputs' | 'label'> {
  readonly queue: ReturnType<typeof useQueue>;
  /** By more than the project. */
  readonly isNarrowed: boolean;
  readonly lane: QueueFilter['lane'];
}

const EMPTY = {
  mine: [texts.noneMine, texts.noneMineWhy],
  waiting: [texts.empty, texts.emptyWhy],
  samples: [texts.noSamples, texts.noSamplesWhy],
} as const;

function WaitingOutputs({ queue, isNarrowed, lane, ...list }: WaitingOutputsProps) {
  const { outputs } = queue;
  const [empty, emptyWhy] = EMPTY[lane ?? 'waiting'];
  return (
    <Loaded
      query={queue}
      stale="alone"
      lines={8}
      frame={(failure) => <div className="p-3">{failure}</div>}
    >
      {() =>
        outputs.length === 0 ? (
          <EmptyState
            icon={Inbox}
            title={isNarrowed ? texts.noneFound : empty}
            text={isNarrowed ? texts.noneFoundWhy : emptyWhy}
          />
        ) : (
          <QueueList
            {...list}
            outputs={outputs}
            label={lane === 'samples' ? texts.listOfSamples : texts.list}
          />
        )
      }
    </Loaded>
  );
}

/** Whether nothing was ever sent to the workspace; asked only where nothing waits. */
function useIsUnused({ data, outputs }: ReturnType<typeof useQueue>): boolean {
  const isEmpty = data !== undefined && outputs.length === 0;
  const { data: isAny } = useQuery({ ...anyOutputQuery, enabled: isEmpty });
  return outputs.length === 0 && isAny === false;
}

const route = getRouteApi('/shell/');

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the entry before it is the list that an output was opened from, on a narrow page. */
    readonly isFromList?: true;
  }
}

// As the style sheet has it: on a narrower page the list and the output are two screens.
const SIDE_BY_SIDE = '(width >= 48rem)';

/** What is looked at stands in the address; what changes it stays the same, whatever is looked at. */
function useQueueAddress() {
  const { id: addressId, ...filter } = route.useSearch();
  const [openId, showAtOnce] = useOpenId(addressId);
  // The name that is kept for a filter changes nothing of its rows.
  const { view: _, ...rows } = filter;
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const isHere = useIsAt('/');
  const open = useCallback(
    (id: string | undefined) => {
      // Not what was rendered last: keys may follow each other faster.
      const { search, state } = history.location;
      if (id === undefined && state.isFromList) {
        history.back();
        return;
      }
      showAtOnce({ id });
      const isList = !new URLSearchParams(search).has('id');
      const leavesList = isList && id !== undefined && !window.matchMedia(SIDE_BY_SIDE).matches;
      void navigate({
        search: (before) => {
          const { id: _, ...view } = readQueueSearch(before);
          return id === undefined ? view : { ...view, id };
        },
        replace: !leavesList,
        state: leavesList ? { isFromList: true } : true,
      });
    },
    [history, navigate, showAtOnce],
  );
  const changeFilter: ChangeQueue = useCallback(
    (changed) => {
      if (!isHere()) return;
      showAtOnce(undefined);
      void navigate({
        // Of the address, not of what was rendered last: one may follow another faster.
        search: (before) => {
          const { id: _, ...view } = readQueueSearch({ ...before, ...changed });
          return view;
        },
        replace: true,
      });
    },
    [isHere, navigate, showAtOnce],
  );
  return { openId, filter, view: JSON.stringify(rows), open, changeFilter };
}

/**
 * What is open: before the address says so, what was opened last. In between, one that was decided would show what was
 * decided in the place of its buttons, and the focus, which is to go on to those of the next, would be lost.
 */
function useOpenId(addressId: string | undefined) {
  const [opened, setOpened] = useState<{ readonly id: string | undefined }>();
  const [lastId, setLastId] = useState(addressId);
  if (lastId !== addressId) {
    setLastId(addressId);
    setOpened(undefined);
  }
  return [opened && lastId === addressId ? opened.id : addressId, setOpened] as const;
}

interface Place {
  /** The rows, in their order. */
  readonly outputs: readonly QueuedOutput[];
  /** What the address says; where it says nothing, the first row is looked at. */
  readonly openId: string | undefined;
  /** Which rows these are: another filter begins at its own first row. */
  readonly view: string;
  /** Whether the rows are those of the view, and not still those of the one before. */
  readonly isSettled: boolean;
}

/**
 * The output that is looked at, and those beside it. It stays when it leaves the list, because somebody
 * else decided it: who is about to press a key must not have another one under the finger.
 */
function useCurrent({ outputs, openId, view, isSettled }: Place) {
  const { email } = useSession().user;
  const ids = outputs.map(({ id }) => id);
  // Nobody is led to what another person has.
  const isFree = (output: QueuedOutput): boolean => holderOf(output, email) === null;
  const [first, setFirst] = useState<{ readonly view: string; readonly id: string }>();
  const firstId = outputs.find(isFree)?.id ?? ids[0];
  if (openId === undefined && isSettled && firstId !== undefined && first?.view !== view) {
    setFirst({ view, id: firstId });
  }
  const currentId = openId ?? (first?.view === view ? first.id : firstId);
  const lookedAt = useLast(currentId);
  const index = currentId === undefined ? -1 : ids.indexOf(currentId);
  const [lastIndex, setLastIndex] = useState(0);
  if (index >= 0 && index !== lastIndex) setLastIndex(index);
  // Where it has gone from the list, the one after it has moved up into its place.
  const [nextIndex, previousIndex] =
    index >= 0 ? [index + 1, index - 1] : [lastIndex, lastIndex - 1];
  const next = outputs.slice(nextIndex).find(isFree)?.id;
  return {
    ...{ currentId, ids, index, next },
    previous: ids[previousIndex],
    /** Where to go on once this one is decided. */
    beside: next ?? outputs.slice(0, Math.max(0, previousIndex + 1)).findLast(isFree)?.id,
    /** Whether one has gone on by oneself: a correction may be answered late. */
    isLeft: () => lookedAt.current !== currentId,
    /** Begins at the first row again. */
    forget: () => setFirst(undefined),
  };
}
