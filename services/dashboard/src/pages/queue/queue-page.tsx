import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { type ComponentProps, useCallback, useLayoutEffect, useRef, useState } from 'react';

import { useKeys } from '../../app/keyboard.tsx';
import { useIsAt } from '../../app/navigate-after.ts';
import { isScreen, useScreen } from '../../app/screen.ts';
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
import { type QueuedOutput, useFirstLane, useLoadAhead, useQueue } from './queries.ts';
import { QueueDetail } from './queue-detail.tsx';
import { QueueHead } from './queue-head.tsx';
import { QueueList } from './queue-list.tsx';
import { type ChangeQueue, type QueueFilter, readQueueSearch } from './search.ts';
import { texts } from './texts.ts';

/** The queue page, which opens the user's own lane if it has outputs. */
export function QueuePage() {
  const { openId, filter, changeFilter } = useQueueAddress();
  const openMine = useCallback(() => changeFilter({ lane: 'mine' }), [changeFilter]);
  const isPlain = openId === undefined && Object.keys(filter).length === 0;
  return useFirstLane(isPlain, openMine) ? <Queue /> : <Loading lines={8} />;
}

/** The waiting outputs: a list and the open output. */
function Queue() {
  const { openId, filter, view, open, changeFilter } = useQueueAddress();
  const outbox = useDecisionOutbox();
  const searchField = useRef<HTMLInputElement>(null);
  const closeToast = useRef(() => {});
  const queue = useQueue(filter);
  const isUnused = useIsUnused(queue);
  const selection = useSelection(view, queue.isPlaceholderData);
  const { outputs, total } = queue;
  const current = useCurrent({ outputs, openId, view, isFormer: queue.isPlaceholderData });
  const { currentId, ids, index, next, previous } = current;
  useTitle(texts.tab(appTexts.navigation.queue, total));
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
    // Undo this output: by then, there may be a newer decision, made on an output page.
    const action = { text: decisionTexts.undo, run: () => undo(currentId) };
    // A correction is sent at once, so it is never held.
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
        className={`w-full min-w-0 flex-col border-r border-line bg-surface lg:flex lg:w-80 lg:shrink-0 xl:w-96 ${openId === undefined ? 'flex' : 'hidden'}`}
      >
        <QueueHead {...{ filter, searchField }} total={queue.totalOfLane} onChange={changeFilter} />
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
      {currentId !== undefined && (
        <div className={`min-w-0 flex-1 ${openId === undefined ? 'hidden lg:block' : ''}`}>
          <QueueDetail id={currentId} onDecided={goOnAfter} onBack={() => open(undefined)} />
        </div>
      )}
    </div>
  );
}

/** The last rendered ID, for late callbacks; undefined once the page is gone. */
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
  /** Whether filters besides the project are set. */
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

/** Whether the workspace never had an output; requested only if nothing waits. */
function useIsUnused({ data, outputs }: ReturnType<typeof useQueue>): boolean {
  const isEmpty = data !== undefined && outputs.length === 0;
  const { data: isAny } = useQuery({ ...anyOutputQuery, enabled: isEmpty });
  return outputs.length === 0 && isAny === false;
}

const route = getRouteApi('/shell/');

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether the previous history entry is the list, on narrow screens. */
    readonly isFromList?: true;
  }
}

/** Reads the open output and filters from the URL. The functions that change them keep their identity. */
function useQueueAddress() {
  const { id: addressId, ...filter } = route.useSearch();
  const [openId, showAtOnce] = useOpenId(addressId);
  // The view ID does not affect the rows.
  const { view: _, ...rows } = filter;
  const navigate = route.useNavigate();
  const { history } = useRouter();
  const isHere = useIsAt('/');
  const open = useCallback(
    (id: string | undefined) => {
      // Read the current URL, not the rendered one: keys may come faster than renders.
      const { search, state } = history.location;
      if (id === undefined && state.isFromList) {
        history.back();
        return;
      }
      showAtOnce({ id });
      const isList = !new URLSearchParams(search).has('id');
      // On narrow screens, the list and the output are separate.
      const leavesList = isList && id !== undefined && !isScreen('lg');
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
        // From the current URL, not the rendered one: changes may come faster than renders.
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
 * The open output: until the URL changes, the last one opened. Otherwise, a decided output would briefly show its
 * decision instead of its buttons, and lose the focus that moves to the next one.
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
  /** The rows in display order. */
  readonly outputs: readonly QueuedOutput[];
  /** The ID in the URL; without it, the first row is open beside the list. */
  readonly openId: string | undefined;
  /** Identifies the rows: another filter starts at its own first row. */
  readonly view: string;
  /** Whether the rows still belong to the previous view. */
  readonly isFormer: boolean;
}

/**
 * The open output and its neighbours. It stays open when another person's decision removes it from the list, so that a
 * key press never hits a different output.
 */
function useCurrent({ outputs, openId, view, isFormer }: Place) {
  const isBeside = useScreen('lg');
  const [wasBeside, setWasBeside] = useState(isBeside);
  if (isBeside && !wasBeside) setWasBeside(true);
  const { email } = useSession().user;
  const ids = outputs.map(({ id }) => id);
  // Skip outputs claimed by other people.
  const isFree = (output: QueuedOutput): boolean => holderOf(output, email) === null;
  const [first, setFirst] = useState<{ readonly view: string; readonly id: string }>();
  const firstId = outputs.find(isFree)?.id ?? ids[0];
  if (openId === undefined && !isFormer && firstId !== undefined && first?.view !== view) {
    setFirst({ view, id: firstId });
  }
  // Until the rows of another filter are loaded, the output stays: the first of the former rows would be claimed.
  const [lastId, setLastId] = useState<string>();
  const besideId = first?.view === view ? first.id : isFormer ? (lastId ?? firstId) : firstId;
  // An output that was never shown must be neither claimed nor decided. One that was keeps its dialog, such as a half
  // written correction, when the screen gets narrow.
  const currentId = openId ?? (wasBeside ? besideId : undefined);
  if (currentId !== lastId) setLastId(currentId);
  const lookedAt = useLast(currentId);
  const index = currentId === undefined ? -1 : ids.indexOf(currentId);
  const [lastIndex, setLastIndex] = useState(0);
  if (index >= 0 && index !== lastIndex) setLastIndex(index);
  // If it left the list, the next row has moved into its place.
  const [nextIndex, previousIndex] =
    index >= 0 ? [index + 1, index - 1] : [lastIndex, lastIndex - 1];
  const next = outputs.slice(nextIndex).find(isFree)?.id;
  return {
    ...{ currentId, ids, index, next },
    previous: ids[previousIndex],
    /** The output to open after this one is decided. */
    beside: next ?? outputs.slice(0, Math.max(0, previousIndex + 1)).findLast(isFree)?.id,
    /** Whether the user has moved on, since a correction may be answered late. */
    isLeft: () => lookedAt.current !== currentId,
    /** Starts at the first row again. */
    forget(): void {
      setFirst(undefined);
      setLastId(undefined);
    },
  };
}
