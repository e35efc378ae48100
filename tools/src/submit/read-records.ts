import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { pipeline } from 'node:stream';

import { type CsvError, parse } from 'csv-parse';

import {
  decode,
  NOT_UTF8,
  type Piece,
  PIECE_CHARS_MAX,
  splitArray,
  splitLines,
} from './read-chunks.ts';
import { type JsonObject, parseObject } from './values.pure.ts';

/** One record of an export, or why it is invalid; `number` is its line, or its position in a JSON array. */
export type ReadRecord =
  | { readonly number: number; readonly record: JsonObject }
  | { readonly number: number; readonly reason: string };

/** Marks the end of CSV input that was cut before invalid UTF-8. No file can contain it. */
const CUT = randomUUID();

type Format = 'csv' | 'array' | 'lines';

/** The format of an export: CSV by file name, a JSON array by its first character, otherwise JSON Lines. */
export async function formatOf(path: string): Promise<Format> {
  if (extname(path).toLowerCase() === '.csv') return 'csv';
  return (await firstCharacter(path)) === '[' ? 'array' : 'lines';
}

/** Reads an export as a stream. */
export async function* readRecords(path: string): AsyncGenerator<ReadRecord> {
  const format = await formatOf(path);
  if (format === 'csv') yield* readCsv(path);
  else if (format === 'array') yield* readJson(splitArray(createReadStream(path)));
  else yield* readJson(splitLines(createReadStream(path)));
}

async function firstCharacter(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
  return buffer
    .toString('utf8', 0, bytesRead)
    .replace(/^\uFEFF/, '')
    .trimStart()
    .slice(0, 1);
}

async function* readJson(pieces: AsyncIterable<Piece>): AsyncGenerator<ReadRecord> {
  for await (const piece of pieces) {
    if ('reason' in piece) yield piece;
    else yield readObject(piece.number, piece.text);
  }
}

function readObject(number: number, text: string): ReadRecord {
  const record = parseObject(text);
  return typeof record === 'string' ? { number, reason: record } : { number, record };
}

/**
 * Reads CSV with a header (RFC 4180). A record's number is its first line.
 *
 * It stops at the first broken quote, because after that quoting is ambiguous. The parser skips the broken record
 * instead of failing, since a failing stream loses the records read before.
 */
async function* readCsv(path: string): AsyncGenerator<ReadRecord> {
  let broken: CsvError | undefined;
  let isUtf8 = true;
  const parser = pipeline(
    createReadStream(path),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const text of decode(chunks)) {
        if (text === null) isUtf8 = false;
        yield text ?? CUT;
      }
    },
    parse({
      ...{ bom: true, relax_column_count: true, max_record_size: PIECE_CHARS_MAX },
      skip_records_with_error: true,
      on_skip: (error) => {
        broken ??= error;
      },
    }),
    // The iterator receives the error.
    () => {},
  );
  let header: readonly string[] | undefined;
  let number = 1;
  let count = 0;
  for await (const cells of parser as AsyncIterable<string[]>) {
    if (count === broken?.records) break;
    // The part of the faulty record that was read.
    if (cells.at(-1)?.endsWith(CUT)) break;
    if (!header) header = cells;
    else if (!isBlankLine(cells)) yield readCells(number, header, cells);
    number += 1 + countBreaks(cells);
    count += 1;
  }
  if (!isUtf8) yield { number, reason: NOT_UTF8 };
  else if (broken) yield { number, reason: `${broken.message}. Nothing after it was read.` };
}

function readCells(
  number: number,
  header: readonly string[],
  cells: readonly string[],
): ReadRecord {
  if (cells.length !== header.length) {
    return { number, reason: `${cells.length} columns, but the header has ${header.length}` };
  }
  // Empty cells are left out, because CSV cannot distinguish them from null.
  const named = header.flatMap((name, at) =>
    cells[at] === '' ? [] : [[name, cells[at]] as const],
  );
  return { number, record: Object.fromEntries(named) };
}

function isBlankLine(cells: readonly string[]): boolean {
  return cells.length === 1 && cells[0] === '';
}

function countBreaks(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0);
}
