import type { ExportFormat } from '@output-review/contracts';
import Papa from 'papaparse';

/** JSON that is written as is. */
export class Json {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Cell = string | number | boolean | null | Json;

/** The cell of each column, in order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** Writes rows: a header, then each part. */
export interface LineWriter<Row> {
  readonly head: string;
  readonly write: (rows: readonly Row[]) => string;
}

export function makeLineWriter<Row>(format: ExportFormat, columns: Columns<Row>): LineWriter<Row> {
  return format === 'csv' ? csvWriter(columns) : jsonWriter(columns);
}

function jsonWriter<Row>(columns: Columns<Row>): LineWriter<Row> {
  // Builds no object per row, which would take longer than writing it.
  const cells = Object.entries(columns).map(
    ([name, cell], n) => [`${n === 0 ? '{' : ','}${JSON.stringify(name)}:`, cell] as const,
  );
  const write = (rows: readonly Row[]): string => {
    let text = '';
    for (const row of rows) {
      for (const [label, cell] of cells) text += label + toJson(cell(row));
      text += '}\n';
    }
    return text;
  };
  return { head: '', write };
}

function toJson(cell: Cell): string {
  if (cell === null) return 'null';
  return cell instanceof Json ? cell.text : JSON.stringify(cell);
}

function csvWriter<Row>(columns: Columns<Row>): LineWriter<Row> {
  const cells = Object.values(columns);
  return {
    head: toCsv([Object.keys(columns)]),
    write: (rows) => toCsv(rows.map((row) => cells.map((cell) => toValue(cell(row))))),
  };
}

function toValue(cell: Cell): Exclude<Cell, Json> {
  return cell instanceof Json ? cell.text : cell;
}

// Prefixes a text that a spreadsheet would take for a formula with an apostrophe. The library's own pattern misses
// multi-line texts.
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/** According to RFC 4180. */
function toCsv(rows: readonly (readonly Exclude<Cell, Json>[])[]): string {
  if (rows.length === 0) return '';
  return `${Papa.unparse([...rows], { newline: '\r\n', escapeFormulae: FORMULA })}\r\n`;
}
