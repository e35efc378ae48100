import { Fragment, type ReactNode, useMemo } from 'react';

import { cutRows, type TextRow } from './rows.ts';
import type { Mark } from './rule-marks.ts';
import { codeOf, isCode, nameUnseen, SIGN_CLASS, UNSEEN } from './text-signs.ts';
import { texts } from './texts.ts';
import { PRINTED_WHOLE_CLASS, rowClass, rowsFrameClass, VirtualRows } from './virtual-rows.tsx';

interface PlainTextProps {
  /** The accessible name. */
  readonly label: string;
  readonly text: string;
  readonly marks?: readonly Mark[] | undefined;
}

const NO_MARKS: readonly Mark[] = [];
// Up to this size, a browser renders the text at once without delay, and its own search finds it.
const ROWS_AT_ONCE_MAX = 300;
const CHARACTERS_AT_ONCE_MAX = 65_536;

/** A raw text of any length. */
export function PlainText({ label, text, marks = NO_MARKS }: PlainTextProps) {
  const rows = useMemo(() => cutRows(text), [text]);
  const isProse = useMemo(() => !isCode(text), [text]);
  const show = (row: TextRow) => (
    // Each row is isolated, so that reordering characters cannot affect the next. Prose follows the direction of its
    // letters.
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

/** A row with marks for what rules objected to, and with invisible characters made visible. */
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
  // An empty row keeps the height of a line.
  return row.text === '' ? '\u200b' : parts;
}

/**
 * The name of an invisible character. Copying copies the character itself; its own box keeps it from reordering text.
 */
function UnseenSign({ sign }: { readonly sign: string }) {
  return (
    <span className={SIGN_CLASS}>
      <span className="inline-block w-0">{sign}</span>
      <span className="select-none">{`U+${codeOf(sign)}`}</span>
    </span>
  );
}

// Each one is an element, and a text may consist of nothing else.
const SIGNS_MAX = 20;

/** Text of an AI or a caller, with invisible characters made visible. */
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
