import type { SqlClient } from '@output-review/runtime';

import type { Context } from '../context.ts';
import type { Chunk, ChunkQuery, Position } from './export.sql.ts';
import type { LineWriter } from './lines.pure.ts';

/** Which outputs, in their order. */
export interface Range extends Omit<ChunkQuery, 'upTo'> {
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
  { read, writer: { head, write } }: Source<Row>,
  { upTo, ...range }: Range,
): Promise<AsyncIterable<string>> {
  if (!upTo) return writeParts(head, [], write);
  const chunks = readAhead((query) => exportSeats.read(() => read(db, query)), { ...range, upTo });
  const first = await chunks.next();
  return writeParts(head + write(first.value ?? []), chunks, write);
}

/** Reads a chunk while the one before it is written, and no further. */
async function* readAhead<Row>(
  read: (query: ChunkQuery) => Promise<Chunk<Row>>,
  query: ChunkQuery,
): AsyncGenerator<readonly Row[], undefined> {
  let reading = read(query);
  for (;;) {
    const { rows, next } = await reading;
    if (!next) {
      yield rows;
      return;
    }
    reading = read({ ...query, after: next });
    // Heard of in the next turn, if there is one.
    reading.catch(() => {});
    yield rows;
  }
}

async function* writeParts<Row>(
  first: string,
  chunks: AsyncIterable<readonly Row[]> | readonly [],
  write: (rows: readonly Row[]) => string,
): AsyncGenerator<string, void> {
  yield first;
  for await (const rows of chunks) yield write(rows);
}
