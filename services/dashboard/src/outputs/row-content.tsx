import type { ReactNode } from 'react';

import { texts } from '../texts.ts';
import { PlainWords } from './plain-words.tsx';
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
    if (mark.from >= end) break;
    if (mark.to <= row.from) continue;
    const [from, to] = [Math.max(mark.from, row.from), Math.min(mark.to, end)];
    parts.push(<PlainWords key={at} text={row.text.slice(at - row.from, from - row.from)} />);
    parts.push(
      <mark
        key={`mark ${from}`}
        title={texts.output.markedBy(mark.ruleName)}
        className="rounded-xs bg-warn-soft font-medium text-warn underline decoration-2 underline-offset-2"
      >
        <PlainWords text={row.text.slice(from - row.from, to - row.from)} />
        <span className="sr-only"> ({texts.output.markedBy(mark.ruleName)})</span>
      </mark>,
    );
    at = to;
  }
  parts.push(<PlainWords key={at} text={row.text.slice(at - row.from)} />);
  // An empty row has the height of a line.
  return row.text === '' ? '\u200b' : parts;
}
