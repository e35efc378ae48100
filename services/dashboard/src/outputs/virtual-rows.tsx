import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

interface VirtualRowsProps<Row extends { readonly text: string }> {
  /** The accessible name. */
  readonly label: string;
  readonly rows: readonly Row[];
  /** Styles the rows as prose rather than data or code. */
  readonly isProse?: boolean;
  readonly children: (row: Row) => ReactNode;
}

/** The scrolling frame of a text, as high as its place allows. */
export const TEXT_FRAME_CLASS =
  'relative max-h-(--text-height,60dvh) overflow-auto rounded-md bg-sunken text-ink';
/** Paper does not scroll, and virtual rows cannot be printed in full. */
export const PRINTED_WHOLE_CLASS = 'print:max-h-none print:overflow-visible';
const ROW_CLASS = 'break-words whitespace-pre-wrap';
const CODE_HEIGHT_PX = 20;
const PROSE_HEIGHT_PX = 24;
// About what fits on a wide screen. Each row is measured once it is rendered.
const LINE_CHARACTERS = 100;
// Rows rendered outside the viewport, enough for a quick scroll.
const ROWS_AHEAD = 15;

export function rowsFrameClass(isProse: boolean): string {
  return `${TEXT_FRAME_CLASS} ${isProse ? 'px-4 py-3 text-base leading-6' : 'p-3 font-mono text-xs leading-5'}`;
}

export function rowClass(isProse: boolean): string {
  return isProse ? `${ROW_CLASS} max-w-reading` : ROW_CLASS;
}

/** A list of any number of rows that renders only the visible ones, each at its wrapped height. */
export function VirtualRows<Row extends { readonly text: string }>(props: VirtualRowsProps<Row>) {
  'use no memo';
  const { label, rows, isProse = false, children } = props;
  const frame = useRef<HTMLDivElement>(null);
  const lineHeight = isProse ? PROSE_HEIGHT_PX : CODE_HEIGHT_PX;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    // Otherwise the end of a long text moves away at every jump to it.
    estimateSize: (index) =>
      lineHeight * Math.ceil(Math.max(1, rows[index]?.text.length ?? 0) / LINE_CHARACTERS),
    overscan: ROWS_AHEAD,
  });
  return (
    <div
      ref={frame}
      role="region"
      aria-label={label}
      tabIndex={0}
      className={rowsFrameClass(isProse)}
    >
      <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={`absolute inset-x-0 top-0 ${rowClass(isProse)}`}
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
