import { CircleAlert, Clock, Flag } from 'lucide-react';
import { memo } from 'react';

import { Moment } from '../../components/moment.tsx';
import { PlainWords } from '../../outputs/plain-words.tsx';
import { texts } from '../../texts.ts';
import type { QueuedOutput } from './use-queue.ts';

interface QueueRowProps {
  readonly output: QueuedOutput;
  readonly isCurrent: boolean;
  /** Null where nothing can be selected. */
  readonly isSelected: boolean | null;
  readonly onOpen: (id: string) => void;
  readonly onToggle: (id: string, isRange: boolean) => void;
}

/** One of the queue; a key that moves on draws only those anew that it concerns. */
export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { output, isCurrent, isSelected, onOpen, onToggle } = props;
  const { id, projectName, taskName, timestamp, respondBy, status, verdict } = output;
  const { excerpt, explanation } = output;
  const name = [projectName, taskName].filter(Boolean).join(' / ');
  // Of one that passed its rules the explanation says no more than that.
  const reason = verdict === 'pass' ? texts.queue.heldForPerson : (explanation ?? id);
  const isError = status === 'error';
  const Icon = isError ? CircleAlert : Flag;
  return (
    <div
      className={`flex h-full border-b border-line ${isCurrent ? 'bg-accent-soft shadow-[inset_3px_0_0_var(--accent)]' : 'hover:bg-sunken'}`}
    >
      {isSelected !== null && (
        <label className="flex w-9 shrink-0 cursor-pointer items-start justify-center pt-3">
          <span className="sr-only">{texts.queue.select(name, id)}</span>
          <input
            type="checkbox"
            checked={isSelected}
            onChange={(event) => {
              const { nativeEvent } = event;
              onToggle(id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey);
            }}
            className="size-4 accent-(--accent-fill)"
          />
        </label>
      )}
      <button
        type="button"
        onClick={() => onOpen(id)}
        aria-current={isCurrent ? 'true' : undefined}
        className={`flex min-w-0 flex-1 flex-col gap-0.5 py-2.5 pr-3 text-left ${isSelected === null ? 'pl-4' : ''}`}
      >
        <span className="line-clamp-2 w-full text-sm break-words text-ink">
          {excerpt == null ? (
            <span className="text-soft italic">{texts.queue.noWords}</span>
          ) : (
            <PlainWords text={excerpt} />
          )}
        </span>
        <span className="mt-0.5 flex w-full items-center gap-1.5 text-xs text-soft">
          <Icon
            size={13}
            aria-hidden
            className={`shrink-0 ${isError ? 'text-bad' : 'text-warn'}`}
          />
          <span className="sr-only">{texts.status[status ?? 'flagged']}</span>
          <span className="min-w-0 truncate">
            <PlainWords text={reason} />
          </span>
        </span>
        <span className="flex w-full items-center gap-2 text-xs text-faint">
          <span className="min-w-0 flex-1 truncate">{name}</span>
          {respondBy == null ? (
            <span className="shrink-0">
              <Moment at={timestamp ?? ''} />
            </span>
          ) : (
            <span className="flex shrink-0 items-center gap-1 font-medium text-warn">
              <Clock size={12} aria-hidden />
              <span className="sr-only">{texts.queue.due}</span>
              <Moment at={respondBy} />
            </span>
          )}
        </span>
      </button>
    </div>
  );
});
