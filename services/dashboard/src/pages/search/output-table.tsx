import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { memo, useEffect, useLayoutEffect, useRef } from 'react';

import { remPx } from '../../app/screen.ts';
import type { FoundOutput } from '../../outputs/queries.ts';
import { type ColumnId, COLUMNS } from './columns.tsx';
import type { Change } from './filter-bar.tsx';
import type { SearchParams } from '../../outputs/search-params.ts';
import { toQuery } from './search.ts';
import { texts } from './texts.ts';

const ROW_PX = 2.375 * remPx();
// Loads the next page before the user reaches its rows.
const AHEAD_ROWS = 20;

interface OutputTableProps {
  readonly outputs: readonly FoundOutput[];
  readonly total: number;
  readonly columns: readonly ColumnId[];
  readonly params: SearchParams;
  readonly onChange: Change;
  /** Null if all rows are loaded. */
  readonly onMore: (() => void) | null;
}

/** A virtualized table: only visible rows are rendered. */
export function OutputTable(props: OutputTableProps) {
  const { outputs, total, columns, params, onChange, onMore } = props;
  const frame = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: outputs.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
  });
  const found = JSON.stringify(toQuery(params));
  useLayoutEffect(() => {
    // Other filters or another order start with their first row.
    if (frame.current) frame.current.scrollTop = 0;
  }, [found]);
  const items = rows.getVirtualItems();
  const isNearEnd = (items.at(-1)?.index ?? 0) + AHEAD_ROWS >= outputs.length;
  useEffect(() => {
    if (isNearEnd) onMore?.();
  }, [isNearEnd, onMore]);
  const gridTemplateColumns = columns.map((id) => COLUMNS[id].width).join(' ');
  return (
    <div
      ref={frame}
      className="h-[70dvh] overflow-auto rounded-lg border border-line bg-surface md:h-auto md:min-h-0 md:flex-1"
    >
      {/* Uses the minimum column widths: with the widest content, the others' shares would push the status out of view. */}
      <div
        role="table"
        aria-label={texts.title}
        aria-rowcount={total + 1}
        className="w-min min-w-full text-sm"
      >
        <div
          role="row"
          aria-rowindex={1}
          className="sticky top-0 z-10 grid border-b border-line bg-surface"
          style={{ gridTemplateColumns }}
        >
          {columns.map((id) => (
            <HeadCell key={id} id={id} {...{ params, onChange }} />
          ))}
        </div>
        <div role="rowgroup" className="relative" style={{ height: rows.getTotalSize() }}>
          {items.map(({ index, start }) => {
            const output = outputs[index];
            return (
              output && (
                <OutputRow
                  key={output.id}
                  {...{ output, columns, index, start, gridTemplateColumns }}
                />
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

interface OutputRowProps {
  readonly output: FoundOutput;
  readonly columns: readonly ColumnId[];
  readonly index: number;
  /** The offset from the first row. */
  readonly start: number;
  readonly gridTemplateColumns: string;
}

/** Memoized, so that scrolling does not re-render rows that are already visible. */
const OutputRow = memo(function OutputRow(props: OutputRowProps) {
  const { index, start, gridTemplateColumns, output, columns } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="absolute inset-x-0 top-0 grid items-center border-b border-line hover:bg-sunken/60 focus-within:bg-accent-soft"
      style={{ gridTemplateColumns, height: ROW_PX, transform: `translateY(${start}px)` }}
    >
      {columns.map((id, place) => {
        const { isNumber = false, isShort = false, show } = COLUMNS[id];
        const content = show(output);
        return (
          <div
            key={id}
            role="cell"
            // So that a text that runs from right to left is cut at its end.
            dir={isShort ? undefined : 'auto'}
            className={`px-3 *:align-middle ${isShort ? 'whitespace-nowrap' : 'min-w-0 truncate'} ${isNumber ? 'text-right tabular-nums' : ''}`}
          >
            {place === 0 ? (
              // The link covers the row.
              <Link
                to="/outputs/$id"
                params={{ id: output.id ?? '' }}
                className="after:absolute after:inset-0 focus-visible:outline-offset-[-2px]"
                preload={false}
              >
                {content || texts.none}
              </Link>
            ) : (
              content || <span className="text-faint">–</span>
            )}
          </div>
        );
      })}
    </div>
  );
});

interface HeadCellProps {
  readonly id: ColumnId;
  readonly params: SearchParams;
  readonly onChange: Change;
}

function HeadCell({ id, params, onChange }: HeadCellProps) {
  const { sortBy, isNumber = false } = COLUMNS[id];
  const isSorted = sortBy !== undefined && (params.sortBy ?? 'timestamp') === sortBy;
  const isAscending = params.sortDir === 'asc';
  const Arrow = isAscending ? ArrowUp : ArrowDown;
  return (
    <div
      role="columnheader"
      {...(isSorted && { 'aria-sort': isAscending ? 'ascending' : 'descending' })}
      className={`flex h-9 items-center px-3 text-xs font-medium whitespace-nowrap text-faint ${isNumber ? 'justify-end' : ''}`}
    >
      {sortBy === undefined ? (
        texts.columns[id]
      ) : (
        <button
          type="button"
          className="flex items-center gap-1 rounded font-medium hover:text-ink"
          onClick={() =>
            onChange({
              sortBy: sortBy === 'timestamp' ? undefined : sortBy,
              sortDir: isSorted && !isAscending ? 'asc' : undefined,
            })
          }
        >
          {texts.columns[id]}
          {isSorted && <Arrow size="0.8125rem" aria-hidden />}
        </button>
      )}
    </div>
  );
}
