/** A line of a text, or a part of a very long one. */
export interface TextRow {
  readonly from: number;
  readonly text: string;
}

// So long a row still wraps and scrolls smoothly; a text of a megabyte may be one line.
const ROW_CHARACTERS_MAX = 1_500;

/** Cuts a text into rows, at its line ends and, where it has none for long, between characters. */
export function cutRows(text: string): TextRow[] {
  const rows: TextRow[] = [];
  let from = 0;
  for (const line of text.split('\n')) {
    let at = 0;
    do {
      const end = endOfRow(line, at);
      rows.push({ from: from + at, text: line.slice(at, end) });
      at = end;
    } while (at < line.length);
    from += line.length + 1;
  }
  return rows;
}

function endOfRow(line: string, at: number): number {
  const end = Math.min(at + ROW_CHARACTERS_MAX, line.length);
  const last = line.charCodeAt(end - 1);
  const splitsPair = end < line.length && last >= 0xd800 && last <= 0xdbff;
  return splitsPair ? end - 1 : end;
}
