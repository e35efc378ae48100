import type { SqlClient } from '@output-review/runtime';

import type { Context } from '../context.ts';
import type { Position } from '../search/pages.pure.ts';
import type { Chunk, ChunkQuery } from './export.sql.ts';
import type { LineWriter } from './lines.pure.ts';

/** The outputs to export, in order. */
export interface Range extends Omit<ChunkQuery, 'upTo' | 'border'> {
  /** Null if there is no output at all. */
  readonly upTo: Position | null;
}

/** The source and format of rows. */
export interface Source<Row> {
  readonly read: (db: SqlClient, query: ChunkQuery) => Promise<Chunk<Row>>;
  readonly writer: LineWriter<Row>;
  /** Loads what the writer needs for a row, right before it is written. */
  readonly prepare?: (row: Row) => Promise<void>;
}

/** Reads the first part, which may fail, and streams the others on demand. */
export async function beginParts<Row>(
  { db, exportSeats }: Pick<Context, 'db' | 'exportSeats'>,
  source: Source<Row>,
  { upTo, ...range }: Range,
): Promise<AsyncIterable<string>> {
  if (!upTo) return writeParts(source, [], []);
  const read = (query: ChunkQuery) => exportSeats.read(() => source.read(db, query));
  const chunks = readAhead(read, { ...range, upTo });
  const first = await chunks.next();
  return writeParts(source, first.value ?? [], chunks);
}

/** Reads one chunk ahead while the previous one is written. */
async function* readAhead<Row>(
  read: (query: ChunkQuery) => Promise<Chunk<Row>>,
  { filter, upTo, ...first }: ChunkQuery,
): AsyncGenerator<readonly Row[], undefined> {
  let reading = read({ filter, upTo, ...first });
  for (;;) {
    const { rows, next } = await reading;
    if (!next) {
      yield rows;
      return;
    }
    reading = read({ filter, upTo, ...next });
    // An error is handled in the next iteration, if there is one.
    reading.catch(() => {});
    yield rows;
  }
}

// A few tens of kilobytes. Larger strings stay in memory until the next full garbage collection, and writing them
// blocks other requests.
const ROWS_PER_PART = 25;
const CHARACTERS_PER_PART = 65_536;

async function* writeParts<Row>(
  source: Source<Row>,
  first: readonly Row[],
  chunks: AsyncIterable<readonly Row[]> | readonly [],
): AsyncGenerator<string, void> {
  yield source.writer.head;
  yield* writeRows(source, first);
  for await (const rows of chunks) {
    // After an empty walk, yields so that a closed connection is noticed before the next one.
    if (rows.length === 0) yield '';
    yield* writeRows(source, rows);
  }
}

async function* writeRows<Row>(
  { writer, prepare }: Source<Row>,
  rows: readonly Row[],
): AsyncGenerator<string, void> {
  let part = { text: '', rows: 0 };
  for (const row of rows) {
    await prepare?.(row);
    part = { text: part.text + writer.write([row]), rows: part.rows + 1 };
    if (part.rows < ROWS_PER_PART && part.text.length < CHARACTERS_PER_PART) continue;
    yield part.text;
    part = { text: '', rows: 0 };
  }
  if (part.rows > 0) yield part.text;
}
