import { useVirtualizer } from '@tanstack/react-virtual';
import { CircleAlert, Clock, Flag, FlaskConical, type LucideIcon, UserRound } from 'lucide-react';
import { memo, useCallback, useEffect, useRef } from 'react';

import { remPx } from '../../app/screen.ts';
import { useSession } from '../../app/session.ts';
import { Moment } from '../../components/moment.tsx';
import { texts as componentTexts } from '../../components/texts.ts';
import { holderOf } from '../../outputs/claims.ts';
import { PlainWords } from '../../outputs/plain-text.tsx';
import { texts as outputTexts } from '../../outputs/texts.ts';
import type { Selection } from './bulk-bar.tsx';
import type { QueuedOutput } from './queries.ts';
import { texts } from './texts.ts';

interface QueueListProps {
  readonly label: string;
  readonly outputs: readonly QueuedOutput[];
  readonly currentIndex: number;
  readonly selection: Selection | null;
  readonly onOpen: (id: string) => void;
  /** Called near the end of the loaded rows. */
  readonly onNearEnd: () => void;
}

const ROW_HEIGHT_PX = 6.5 * remPx();
const NEAR_END_ROWS = 20;

/** The rows of the queue, virtualized. */
export function QueueList({
  label,
  outputs,
  currentIndex,
  selection,
  onOpen,
  onNearEnd,
}: QueueListProps) {
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
    // On narrow screens the page scrolls, and a frame as high as its rows would render and load all of them.
    <div ref={frame} className="max-h-[70dvh] min-h-0 flex-1 overflow-y-auto md:max-h-none">
      <ul aria-label={label} className="relative" style={{ height: virtual.getTotalSize() }}>
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

/** Keeps its identity while the rows change. */
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

interface QueueRowProps {
  readonly output: QueuedOutput;
  readonly isCurrent: boolean;
  /** Null if rows cannot be selected. */
  readonly isSelected: boolean | null;
  readonly onOpen: (id: string) => void;
  readonly onToggle: (id: string, isRange: boolean) => void;
}

/** The person who has claimed the output. */
function Holder({ by }: { readonly by: string }) {
  return (
    <span className="ml-auto flex max-w-1/2 shrink-0 items-center gap-1 rounded bg-sunken px-1.5 text-ink">
      <UserRound size="0.75rem" className="shrink-0" aria-hidden />
      <span className="sr-only">{texts.claimedBy}</span>
      <span className="min-w-0 truncate">{by}</span>
    </span>
  );
}

function signOf(status: QueuedOutput['status']): [sign: LucideIcon, tone: string] {
  if (status === 'error') return [CircleAlert, 'text-bad'];
  return status === 'pass' ? [FlaskConical, 'text-accent'] : [Flag, 'text-warn'];
}

/** One queue row; memoized, so that moving on re-renders only the affected rows. */
const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { output, isCurrent, isSelected, onOpen, onToggle } = props;
  const { id, projectName, taskName, timestamp, respondBy, status, verdict } = output;
  const { excerpt, explanation, approvals } = output;
  const holder = holderOf(output, useSession().user.email);
  const name = [projectName, taskName].filter(Boolean).join(' / ');
  // The explanation of an output that passed its rules adds nothing.
  const held = verdict === 'pass' ? texts.heldForPerson : (explanation ?? id);
  const reason = status === 'pass' ? texts.sampled : held;
  const [Icon, tone] = signOf(status);
  return (
    <div
      className={`flex h-full border-b border-line ${isCurrent ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--color-accent)]' : 'hover:bg-sunken'}`}
    >
      {isSelected !== null && (
        <label className="flex w-9 shrink-0 cursor-pointer items-start justify-center pt-3">
          <span className="sr-only">{texts.select(name, id)}</span>
          <input
            type="checkbox"
            checked={isSelected}
            onChange={(event) => {
              const { nativeEvent } = event;
              onToggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
            }}
            className="size-4 accent-accent-fill"
          />
        </label>
      )}
      <button
        type="button"
        onClick={() => onOpen(id)}
        aria-current={isCurrent ? 'true' : undefined}
        className={`flex min-w-0 flex-1 flex-col gap-0.5 py-2.5 pr-3 text-left ${isSelected === null ? 'pl-4' : ''}`}
      >
        <span dir="auto" className="line-clamp-2 w-full text-start text-sm break-words text-ink">
          {excerpt == null ? (
            <span className="text-soft italic">{texts.noWords}</span>
          ) : (
            <PlainWords text={excerpt} />
          )}
        </span>
        <span className="mt-0.5 flex w-full items-center gap-1.5 text-xs text-soft">
          <Icon size="0.8125rem" aria-hidden className={`shrink-0 ${tone}`} />
          <span className="sr-only">{componentTexts.status[status ?? 'flagged']}</span>
          <span className="min-w-0 truncate">
            <PlainWords text={reason} />
          </span>
          {holder !== null && <Holder by={holder} />}
        </span>
        <span className="flex w-full items-center gap-2 text-xs text-faint">
          <span dir="auto" className="min-w-0 flex-1 truncate">
            {name}
          </span>
          {approvals && (
            <span className="shrink-0 text-soft">
              {outputTexts.approvals(approvals.given.length, approvals.needed)}
            </span>
          )}
          {respondBy == null ? (
            <span className="shrink-0">
              <Moment at={timestamp ?? ''} />
            </span>
          ) : (
            <span className="flex shrink-0 items-center gap-1 font-medium text-warn">
              <Clock size="0.75rem" aria-hidden />
              <span className="sr-only">{texts.due}</span>
              <Moment at={respondBy} />
            </span>
          )}
        </span>
      </button>
    </div>
  );
});
