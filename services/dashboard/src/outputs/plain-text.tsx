import { Fragment, type ReactNode, useMemo } from 'react';

import { cutRows, type TextRow } from './rows.ts';
import type { Mark } from './rule-marks.ts';
import { codeOf, isCode, nameUnseen, SIGN_CLASS, UNSEEN } from './text-signs.ts';
import { texts } from './texts.ts';
import { PRINTED_WHOLE_CLASS, rowClass, rowsFrameClass, VirtualRows } from './virtual-rows.tsx';

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
    // A row that turns its order around leaves the next one alone; prose begins on the side that its letters do.
    <div
      key={row.from}
      dir={isProse ? 'auto' : 'ltr'}
      className={`${rowClass(isProse)} [unicode-bidi:isolate]`}
    >
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
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className={`${rowsFrameClass(isProse)} ${PRINTED_WHOLE_CLASS}`}
    >
      {rows.map(show)}
    </div>
  );
}

/** A row with what rules objected to marked, and with signs that are not seen made visible. */
function RowContent({ row, marks }: { readonly row: TextRow; readonly marks: readonly Mark[] }) {
  const end = row.from + row.text.length;
  const parts: ReactNode[] = [];
  let at = row.from;
  for (const mark of marks) {
    if (mark.from >= end) break;
    if (mark.to <= row.from) continue;
    const [from, to] = [Math.max(mark.from, row.from), Math.min(mark.to, end)];
    parts.push(<PlainWords key={at} text={row.text.slice(at - row.from, from - row.from)} />);
    parts.push(
      <mark
        key={`mark ${from}`}
        title={texts.markedBy(mark.ruleName)}
        className="rounded-xs bg-warn-soft font-medium text-warn underline decoration-2 underline-offset-2"
      >
        <PlainWords text={row.text.slice(from - row.from, to - row.from)} />
        <span className="sr-only"> ({texts.markedBy(mark.ruleName)})</span>
      </mark>,
    );
    at = to;
  }
  parts.push(<PlainWords key={at} text={row.text.slice(at - row.from)} />);
  // An empty row has the height of a line.
  return row.text === '' ? '\u200b' : parts;
}

/** Its name, in whose place the sign itself is copied; in a box of its own it orders nothing else. */
function UnseenSign({ sign }: { readonly sign: string }) {
  return (
    <span className={SIGN_CLASS}>
      <span className="inline-block w-0">{sign}</span>
      <span className="select-none">{`U+${codeOf(sign)}`}</span>
    </span>
  );
}

// Each is an element; a text may be of nothing but such signs.
const SIGNS_MAX = 20;

/** Words of an AI or of a caller, as they are: signs that are not seen are shown. */
export function PlainWords({ text }: { readonly text: string }) {
  const signs = text.match(UNSEEN);
  if (!signs) return text;
  if (signs.length > SIGNS_MAX) return nameUnseen(text);
  return text.split(UNSEEN).map((part, index) => (
    <Fragment key={index}>
      {part}
      {signs[index] !== undefined && <UnseenSign sign={signs[index]} />}
    </Fragment>
  ));
}
