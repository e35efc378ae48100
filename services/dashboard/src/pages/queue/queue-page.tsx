import { Inbox } from 'lucide-react';
import { type ComponentProps, useCallback, useRef } from 'react';

import { useKeys } from '../../app/keyboard.ts';
import { useMay } from '../../app/session.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailureNotice } from '../../components/failure-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { useTitle } from '../../components/page.tsx';
import { showToast } from '../../components/toast-store.ts';
import type { DecisionKind } from '../../decisions/decision.ts';
import { useDecisionOutbox } from '../../decisions/decision-outbox-provider.tsx';
import { FirstSteps } from '../../outputs/first-steps.tsx';
import { texts } from '../../texts.ts';
import { BulkBar } from './bulk-bar.tsx';
import { QueueDetail } from './queue-detail.tsx';
import { QueueFilters } from './queue-filters.tsx';
import { QueueList } from './queue-list.tsx';
import { useCurrent } from './use-current.ts';
import { useLoadAhead, useQueue } from './use-queue.ts';
import { useQueueAddress } from './use-queue-address.ts';
import { useIsUnused } from './use-is-unused.ts';
import { useSelection } from './use-selection.ts';

/** What waits for a decision: the list, and beside it the output that is looked at. */
export function QueuePage() {
  const { openId, filter, open, changeFilter } = useQueueAddress();
  const may = useMay();
  const outbox = useDecisionOutbox();
  const searchField = useRef<HTMLInputElement>(null);
  const closeToast = useRef(() => {});
  const queue = useQueue(filter);
  const isUnused = useIsUnused(queue);
  const selection = useSelection();
  const { outputs, total } = queue;
  const ids = outputs.map(({ id }) => id);
  const current = useCurrent({
    ...{ ids, openId, view: JSON.stringify(filter) },
    isSettled: queue.isSuccess && !queue.isPlaceholderData,
  });
  const { currentId, index, next, previous } = current;
  useTitle(total > 0 ? `${texts.navigation.queue} (${total})` : texts.navigation.queue);
  useLoadAhead(outputs, { currentId, index: Math.max(index, 0) });

  const undo = (): void => {
    const id = outbox.undo();
    closeToast.current();
    if (id !== null) open(id);
  };
  const goOnAfter = (decision: DecisionKind): void => {
    current.forget();
    open(next ?? previous);
    closeToast.current();
    closeToast.current = showToast(texts.queue.decided[decision], {
      action: { text: texts.queue.undo, run: undo },
    });
  };
  const canSelect = may('changeManyOutputs');
  useKeys({
    ...(next === undefined ? {} : { j: () => open(next) }),
    ...(previous === undefined ? {} : { k: () => open(previous) }),
    u: undo,
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
        <div className="flex items-baseline gap-2 px-4 pt-4 pb-3">
          <h1 className="text-lg">{texts.navigation.queue}</h1>
          <span className="text-sm text-faint tabular-nums">{texts.queue.waiting(total)}</span>
        </div>
        <QueueFilters filter={filter} onChange={changeFilter} searchField={searchField} />
        {selection.selected.size > 0 && (
          <BulkBar selection={selection} total={total} search={queue.search} />
        )}
        <div className="flex min-h-0 flex-1 flex-col border-t border-line">
          <WaitingOutputs
            {...{ queue, onNearEnd: loadMore, onOpen: open, currentIndex: index }}
            selection={canSelect ? selection : null}
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

interface WaitingOutputsProps extends Omit<ComponentProps<typeof QueueList>, 'outputs'> {
  readonly queue: ReturnType<typeof useQueue>;
}

function WaitingOutputs({ queue, ...list }: WaitingOutputsProps) {
  const { isPending, data, error, outputs, refetch } = queue;
  if (isPending) return <Loading lines={8} />;
  if (error && !data) {
    return (
      <div className="p-3">
        <FailureNotice error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (outputs.length === 0) {
    return <EmptyState icon={Inbox} title={texts.queue.empty} text={texts.queue.emptyWhy} />;
  }
  return <QueueList {...list} outputs={outputs} />;
}
