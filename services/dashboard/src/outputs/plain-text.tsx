import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';

import { RowContent } from './row-content.tsx';
import type { Mark } from './rule-marks.ts';
import { cutRows, type TextRow } from './text-rows.ts';

interface PlainTextProps {
  /** What it is called for those who hear the page. */
  readonly label: string;
  readonly text: string;
  readonly marks?: readonly Mark[];
}

const NO_MARKS: readonly Mark[] = [];
// As many rows a browser lays out at once without a pause, and finds by its own search.
const ROWS_AT_ONCE_MAX = 300;
const ROW_HEIGHT_PX = 20;
const FRAME =
  'max-h-[60dvh] overflow-auto rounded-md bg-sunken p-3 font-mono text-xs leading-5 text-ink';
const ROW = 'break-words whitespace-pre-wrap [unicode-bidi:isolate]';

/** A text as it is, however long. */
export function PlainText({ label, text, marks = NO_MARKS }: PlainTextProps) {
  const rows = useMemo(() => cutRows(text), [text]);
  if (rows.length > ROWS_AT_ONCE_MAX) return <LongText {...{ label, rows, marks }} />;
  return (
    <div role="region" aria-label={label} tabIndex={0} className={FRAME}>
      {rows.map((row) => (
        <div key={row.from} className={ROW}>
          <RowContent row={row} marks={marks} />
        </div>
      ))}
    </div>
  );
}

interface LongTextProps {
  readonly label: string;
  readonly rows: readonly TextRow[];
  readonly marks: readonly Mark[];
}

function LongText({ label, rows, marks }: LongTextProps) {
  'use no memo';
  const frame = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 10,
  });
  return (
    <div ref={frame} role="region" aria-label={label} tabIndex={0} className={FRAME}>
      <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className={`absolute inset-x-0 top-0 ${ROW}`}
                style={{ transform: `translateY(${start}px)` }}
              >
                <RowContent row={row} marks={marks} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
