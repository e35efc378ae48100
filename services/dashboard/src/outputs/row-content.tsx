import { Fragment, type ReactNode } from 'react';

import { texts } from '../texts.ts';
import type { Mark } from './rule-marks.ts';
import type { TextRow } from './text-rows.ts';

interface RowContentProps {
  readonly row: TextRow;
  readonly marks: readonly Mark[];
}

/** A row with what rules objected to marked, and with signs that would turn its order around made visible. */
export function RowContent({ row, marks }: RowContentProps) {
  const end = row.from + row.text.length;
  const parts: ReactNode[] = [];
  let at = row.from;
  for (const mark of marks) {
    if (mark.to <= row.from || mark.from >= end) continue;
    const [from, to] = [Math.max(mark.from, row.from), Math.min(mark.to, end)];
    parts.push(<Plain key={at} text={row.text.slice(at - row.from, from - row.from)} />);
    parts.push(
      <mark
        key={`mark ${from}`}
        title={texts.output.markedBy(mark.ruleName)}
        className="rounded-xs bg-warn-soft font-medium text-warn underline decoration-2 underline-offset-2"
      >
        <Plain text={row.text.slice(from - row.from, to - row.from)} />
        <span className="sr-only"> ({texts.output.markedBy(mark.ruleName)})</span>
      </mark>,
    );
    at = to;
  }
  parts.push(<Plain key={at} text={row.text.slice(at - row.from)} />);
  // An empty row has the height of a line.
  return row.text === '' ? '\u200b' : parts;
}

// They order what stands after them anew: a text may read otherwise than it is.
const ORDERING = /([\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069])/u;

function Plain({ text }: { readonly text: string }) {
  if (!ORDERING.test(text)) return text;
  return text.split(ORDERING).map((part, index) =>
    ORDERING.test(part) ? (
      <span key={index} className="rounded-xs bg-bad-soft px-0.5 font-mono text-xs text-bad">
        {`U+${(part.codePointAt(0) ?? 0).toString(16).toUpperCase()}`}
      </span>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
