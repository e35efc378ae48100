import { createHash } from 'node:crypto';

import { counts, labelOf, type LabelRules, NeedsThreshold, printable } from './labels.pure.ts';
import type { LineOptions, OutputLine, ReadLine } from './output-line.ts';
import { formatOf, readRecords } from './read-records.ts';
import type { Imported } from './sources/imported.pure.ts';
import { type SourceName, SOURCES } from './sources/sources.ts';
import { BadRecord } from './values.pure.ts';

/** How to read an export of another product. */
export interface ImportOptions {
  readonly from: SourceName;
  /** Overrides the project of the export. */
  readonly project: string | undefined;
  readonly task: string | undefined;
  /** Null if scores should not become labels. */
  readonly labels: LabelRules | null;
}

/** Whether record numbers count lines or records. */
export async function unitOf(file: string): Promise<'line' | 'record'> {
  return (await formatOf(file)) === 'array' ? 'record' : 'line';
}

/** The file cannot satisfy the label flags. Nothing was sent. */
export class CannotLabel extends Error {}

type Read =
  | { readonly imported: Imported }
  | { readonly bad: { readonly number: number; readonly reason: string } };

const NAMES_SHOWN_MAX = 20;

/**
 * Checks before anything is sent whether scores can become labels. A later failure would leave part of the file
 * imported.
 *
 * @throws CannotLabel
 */
export async function checkLabels(file: string, { from, labels }: ImportOptions): Promise<void> {
  if (!labels) return;
  const unit = await unitOf(file);
  const names = new Set<string>();
  let isFound = false;
  for await (const read of readAll(file, from)) {
    if ('bad' in read) continue;
    const { number, scores } = read.imported;
    for (const { name } of scores) if (names.size < NAMES_SHOWN_MAX) names.add(printable(name));
    isFound ||= scores.some((score) => counts(score, labels));
    requireLabel(`${unit} ${number}`, () => labelOf(scores, labels));
  }
  if (isFound) return;
  const found = names.size > 0 ? `It has: ${[...names].join(', ')}.` : 'It has no scores.';
  const wanted = labels.names?.map((name) => `“${name}”`).join(' or ') ?? 'by a person';
  throw new CannotLabel(`The file has no score ${wanted}. ${found}`);
}

function requireLabel(place: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof NeedsThreshold)) throw error;
    const message = `${place}: ${error.message}. Nothing was sent.`;
    throw new CannotLabel(message, { cause: error });
  }
}

/** Reads the outputs of an export with their labels. Records without an output are skipped. */
export async function* importLines(
  file: string,
  options: ImportOptions & LineOptions,
  onSkipped: () => void,
): AsyncGenerator<ReadLine> {
  for await (const read of readAll(file, options.from)) {
    if ('bad' in read) yield { ok: false, bad: read.bad };
    else if (read.imported.fields.output === undefined) onSkipped();
    else yield { ok: true, line: toLine(read.imported, options) };
  }
}

async function* readAll(file: string, from: SourceName): AsyncGenerator<Read> {
  const reader = SOURCES[from].open();
  for await (const piece of readRecords(file)) {
    if ('reason' in piece) yield { bad: piece };
    else yield* attempt(piece.number, () => reader.read(piece.record, piece.number));
  }
  for (const { number, read } of reader.end?.() ?? []) yield* attempt(number, () => [read()]);
}

function attempt(number: number, read: () => readonly Imported[]): Read[] {
  try {
    return read().map((imported) => ({ imported }));
  } catch (error) {
    if (error instanceof BadRecord) return [{ bad: { number, reason: error.message } }];
    throw error;
  }
}

function toLine(imported: Imported, options: ImportOptions & LineOptions): OutputLine {
  const { from, labels } = options;
  const { fields, number } = imported;
  const id = idOf(imported, options);
  const body = {
    id,
    project: options.project ?? imported.project ?? SOURCES[from].title,
    task: options.task ?? imported.task,
    ...fields,
    tags: [...new Set([...(fields.tags ?? []), `imported:${from}`])],
  };
  return {
    ...{ number, id, key: `${id} ${digest(JSON.stringify(body))}`, hasDerivedId: true },
    body: { ...body, ...(options.isSync ? { sync: true } : {}) },
    label: labels && labelOf(imported.scores, labels),
  };
}

// Valid IDs of the service.
const ID = /^[A-Za-z0-9_.:-]{1,128}$/;

/** The ID in the source after the source's name, or its hash if invalid, so that a repeated import finds the first. */
function idOf(
  { sourceId, fields }: Imported,
  { from, batch }: ImportOptions & LineOptions,
): string {
  const parts = [from, ...(batch === 'first' ? [] : [batch])];
  const id = sourceId === null ? null : [...parts, sourceId].join('.');
  if (id !== null && ID.test(id)) return id;
  return `${from}.${digest(id ?? JSON.stringify([parts, fields])).slice(0, 32)}`;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
