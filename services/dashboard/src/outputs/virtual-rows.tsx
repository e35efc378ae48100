import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

interface VirtualRowsProps<Row> {
  /** What they are called for those who hear the page. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly children: (row: Row) => ReactNode;
}

/** The frame that rows of text stand and scroll in. */
export const ROWS_FRAME_CLASS =
  'max-h-[60dvh] overflow-auto rounded-md bg-sunken p-3 font-mono text-xs leading-5 text-ink';
export const ROW_CLASS = 'break-words whitespace-pre-wrap';

const ROW_HEIGHT_PX = 20;
// What a quick turn of the wheel brings into sight.
const ROWS_AHEAD = 15;

/** Rows of text, however many: only those in sight are laid out, each as high as it wraps. */
export function VirtualRows<Row>({ label, rows, children }: VirtualRowsProps<Row>) {
  'use no memo';
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: ROWS_AHEAD,
  });
  return (
    <div ref={frame} role="region" aria-label={label} tabIndex={0} className={ROWS_FRAME_CLASS}>
      <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={`absolute inset-x-0 top-0 ${ROW_CLASS}`}
                style={{ transform: `translateY(${start}px)` }}
              >
                {children(row)}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
