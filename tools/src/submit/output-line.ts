import { createHash } from 'node:crypto';

import type { Label, Unlabelled } from './labels.pure.ts';
import { type JsonObject, parseObject } from './values.pure.ts';

/** One line of the file, ready to be sent. */
export interface OutputLine {
  readonly number: number;
  readonly id: string;
  /** Tells this line from every other one, also from one with the same id. */
  readonly key: string;
  readonly body: JsonObject;
  /**
   * Whether the id was derived from the line, and not chosen by whoever wrote it. It stands for this very line:
   * that it is taken means that the line was sent before.
   */
  readonly hasDerivedId: boolean;
  /** What an import says of the output; own files have none. */
  readonly label?: Label | Unlabelled | null;
}

/** A line that is not, or was refused; `reason` is for the person who mends the file. */
export interface BadLine {
  readonly number: number;
  readonly reason: string;
}

export type ReadLine =
  | { readonly ok: true; readonly line: OutputLine }
  | { readonly ok: false; readonly bad: BadLine };

export interface LineOptions {
  /** Asks for the verdict in the answer, whatever the line says. */
  readonly isSync: boolean;
  /** Part of every made-up id: another batch name sends the same file as new outputs. */
  readonly batch: string;
}

export type LineReader = (number: number, text: string) => ReadLine;

/**
 * Makes the reader of a file's lines.
 *
 * A line without an id gets one from its own text, so that sending it again, also after the note of
 * what was sent is lost, finds the first output instead of making a second. Equal lines are told
 * apart by counting them; lines may be added to the file or mended without changing the others' ids.
 */
export function makeLineReader(options: LineOptions): LineReader {
  const timesSeen = new Map<string, number>();
  return (number, text) => {
    const value = parseObject(text);
    if (typeof value === 'string') return { ok: false, bad: { number, reason: value } };
    const { id: given = null } = value;
    if (given !== null && typeof given !== 'string') {
      return { ok: false, bad: { number, reason: 'its id must be a string, in quotes' } };
    }

    const digest = createHash('sha256').update(`${options.batch}\n${text.trim()}`).digest('hex');
    const times = (timesSeen.get(digest) ?? 0) + 1;
    timesSeen.set(digest, times);

    // Null and blank count as absent at the other end as well.
    const own = given?.trim() ? given : undefined;
    const id = own ?? `line-${digest.slice(0, 32)}-${times}`;
    const body = { ...value, id, ...(options.isSync ? { sync: true } : {}) };
    const line = { number, id, key: `${id} ${digest}`, body, hasDerivedId: own === undefined };
    return { ok: true, line };
  };
}
