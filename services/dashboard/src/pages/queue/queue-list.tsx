import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useRef } from 'react';

import { texts } from '../../texts.ts';
import { QueueRow } from './queue-row.tsx';
import type { QueuedOutput } from './use-queue.ts';
import type { Selection } from './use-selection.ts';

interface QueueListProps {
  readonly outputs: readonly QueuedOutput[];
  readonly currentIndex: number;
  readonly selection: Selection | null;
  readonly onOpen: (id: string) => void;
  /** Called when the end of what is loaded comes near. */
  readonly onNearEnd: () => void;
}

const ROW_HEIGHT_PX = 104;
const NEAR_END_ROWS = 20;

/** The rows of the queue, however many. */
export function QueueList({ outputs, currentIndex, selection, onOpen, onNearEnd }: QueueListProps) {
  'use no memo';
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: outputs.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT_PX,
    getItemKey: (index) => outputs[index]?.id ?? index,
    overscan: 8,
  });
  const items = virtual.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) > outputs.length - NEAR_END_ROWS;
  useEffect(() => {
    if (isNearEnd) onNearEnd();
  }, [isNearEnd, onNearEnd]);
  useEffect(() => {
    if (currentIndex >= 0) virtual.scrollToIndex(currentIndex, { align: 'auto' });
  }, [currentIndex, virtual]);
  const toggle = useToggle(outputs, selection);
  return (
    <div ref={frame} className="min-h-0 flex-1 overflow-y-auto">
      <ul
        aria-label={texts.queue.list}
        className="relative"
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map(({ index, key, start }) => {
          const output = outputs[index];
          return (
            output && (
              <li
                key={key}
                className="absolute inset-x-0 top-0"
                style={{ height: ROW_HEIGHT_PX, transform: `translateY(${start}px)` }}
              >
                <QueueRow
                  output={output}
                  isCurrent={index === currentIndex}
                  isSelected={selection?.selected.has(output.id) ?? null}
                  onOpen={onOpen}
                  onToggle={toggle}
                />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

/** Stays the same while the rows change. */
function useToggle(outputs: readonly QueuedOutput[], selection: Selection | null) {
  const rows = useRef(outputs);
  useEffect(() => {
    rows.current = outputs;
  }, [outputs]);
  const { toggle, extendTo } = selection ?? {};
  return useCallback(
    (id: string, isRange: boolean): void => {
      if (!isRange) toggle?.(id);
      else
        extendTo?.(
          id,
          rows.current.map((output) => output.id),
        );
    },
    [toggle, extendTo],
  );
}
