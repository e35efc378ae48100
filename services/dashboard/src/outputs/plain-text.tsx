import { useMemo } from 'react';

import { isCode } from './code-signs.ts';
import { RowContent } from './row-content.tsx';
import type { Mark } from './rule-marks.ts';
import { cutRows, type TextRow } from './text-rows.ts';
import { rowClass, rowsFrameClass, VirtualRows } from './virtual-rows.tsx';

interface PlainTextProps {
  /** What it is called for those who hear the page. */
  readonly label: string;
  readonly text: string;
  readonly marks?: readonly Mark[];
}

const NO_MARKS: readonly Mark[] = [];
// As much a browser lays out at once without a pause, and finds by its own search.
const ROWS_AT_ONCE_MAX = 300;
const CHARACTERS_AT_ONCE_MAX = 65_536;

/** A text as it is, however long. */
export function PlainText({ label, text, marks = NO_MARKS }: PlainTextProps) {
  const rows = useMemo(() => cutRows(text), [text]);
  const isProse = useMemo(() => !isCode(text), [text]);
  const show = (row: TextRow) => (
    // A row that turns its order around leaves the next one alone.
    <div key={row.from} className={`${rowClass(isProse)} [unicode-bidi:isolate]`}>
      <RowContent row={row} marks={marks} />
    </div>
  );
  if (rows.length > ROWS_AT_ONCE_MAX || text.length > CHARACTERS_AT_ONCE_MAX) {
    return (
      <VirtualRows label={label} rows={rows} isProse={isProse}>
        {show}
      </VirtualRows>
    );
  }
  return (
    <div role="region" aria-label={label} tabIndex={0} className={rowsFrameClass(isProse)}>
      {rows.map(show)}
    </div>
  );
}
