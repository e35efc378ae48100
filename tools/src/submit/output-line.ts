import { createHash } from 'node:crypto';

import type { Label, Unlabelled } from './labels.pure.ts';
import { type JsonObject, parseObject } from './values.pure.ts';

/** One line of the file, ready to send. */
export interface OutputLine {
  readonly number: number;
  readonly id: string;
  /** Identifies this line, also among lines with the same ID. */
  readonly key: string;
  readonly body: JsonObject;
  /**
   * Whether the ID was derived from the line instead of chosen by its author. A derived ID identifies this very line,
   * so if it is taken, the line was sent before.
   */
  readonly hasDerivedId: boolean;
  /** The label of an imported output; own files have none. */
  readonly label?: Label | Unlabelled | null;
}

/** A line that is invalid or was refused; `reason` is for the person who corrects the file. */
export interface BadLine {
  readonly number: number;
  readonly reason: string;
}

export type ReadLine =
  | { readonly ok: true; readonly line: OutputLine }
  | { readonly ok: false; readonly bad: BadLine };

export interface LineOptions {
  /** Requests the verdict in the answer, regardless of the line. */
  readonly isSync: boolean;
  /** Part of every derived ID: another batch name sends the same file as new outputs. */
  readonly batch: string;
}

export type LineReader = (number: number, text: string) => ReadLine;

/**
 * Creates the reader of a file's lines.
 *
 * A line without an ID gets one derived from its text. Sending it again finds the first output instead of creating a
 * duplicate, even if the note of sent lines is lost. Equal lines are counted to tell them apart. Adding or correcting
 * lines does not change the IDs of other lines.
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

    // The service treats null and blank as absent too.
    const own = given?.trim() ? given : undefined;
    const id = own ?? `line-${digest.slice(0, 32)}-${times}`;
    const body = { ...value, id, ...(options.isSync ? { sync: true } : {}) };
    const line = { number, id, key: `${id} ${digest}`, body, hasDerivedId: own === undefined };
    return { ok: true, line };
  };
}
