import type { SqlClient } from '@output-review/runtime';

import type { Context } from '../context.ts';
import type { Chunk, ChunkQuery, Position } from './export.sql.ts';
import type { LineWriter } from './lines.pure.ts';

/** Which outputs, in their order. */
export interface Range extends Omit<ChunkQuery, 'upTo' | 'border'> {
  /** Null where there is no output at all. */
  readonly upTo: Position | null;
}

/** Where rows come from, and how they are written. */
export interface Source<Row> {
  readonly read: (db: SqlClient, query: ChunkQuery) => Promise<Chunk<Row>>;
  readonly writer: LineWriter<Row>;
}

/** Reads the first part, which may fail, and goes on with the others as they are asked for. */
export async function beginParts<Row>(
  { db, exportSeats }: Pick<Context, 'db' | 'exportSeats'>,
  { read, writer }: Source<Row>,
  { upTo, ...range }: Range,
): Promise<AsyncIterable<string>> {
  if (!upTo) return writeParts(writer, [], []);
  const chunks = readAhead((query) => exportSeats.read(() => read(db, query)), { ...range, upTo });
  const first = await chunks.next();
  return writeParts(writer, first.value ?? [], chunks);
}

/** Reads a chunk while the one before it is written, and no further. */
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
    // Heard of in the next turn, if there is one.
    reading.catch(() => {});
    yield rows;
  }
}

// Some tens of kilobytes: larger texts are kept until the next full collection of garbage, and others wait
// while they are written.
const ROWS_PER_PART = 25;

async function* writeParts<Row>(
  { head, write }: LineWriter<Row>,
  first: readonly Row[],
  chunks: AsyncIterable<readonly Row[]> | readonly [],
): AsyncGenerator<string, void> {
  yield head;
  for (const part of partsOf(first)) yield write(part);
  for await (const rows of chunks) {
    // Where a walk found nothing, whoever has hung up is noticed before the next one.
    if (rows.length === 0) yield '';
    for (const part of partsOf(rows)) yield write(part);
  }
}

function* partsOf<Row>(rows: readonly Row[]): Generator<readonly Row[], void> {
  for (let start = 0; start < rows.length; start += ROWS_PER_PART) {
    yield rows.slice(start, start + ROWS_PER_PART);
  }
}
