import { createHash } from 'node:crypto';

/** One line of the file, ready to be sent. */
export interface OutputLine {
  readonly number: number;
  readonly id: string;
  /** Tells this line from every other one, also from one with the same id. */
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A line that is not, or was refused; `reason` is for the person who mends the file. */
export interface BadLine {
  readonly number: number;
  readonly reason: string;
}

export type ReadLine =
  { readonly ok: true; readonly line: OutputLine } | { readonly ok: false; readonly bad: BadLine };

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

    const digest = createHash('sha256').update(`${options.batch}\n${text.trim()}`).digest('hex');
    const times = (timesSeen.get(digest) ?? 0) + 1;
    timesSeen.set(digest, times);

    const id = ownId(value) ?? `line-${digest.slice(0, 32)}-${times}`;
    const body = { ...value, id, ...(options.isSync ? { sync: true } : {}) };
    return { ok: true, line: { number, id, key: `${id} ${digest}`, body } };
  };
}

/** Whether the id was made up here, from the line's own text. */
export function isMadeUpId(id: string): boolean {
  return /^line-[0-9a-f]{32}-\d+$/.test(id);
}

function parseObject(text: string): Record<string, unknown> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  return isObject(value) ? value : 'not a JSON object';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

// Null and blank count as absent at the other end as well.
function ownId(value: Record<string, unknown>): string | undefined {
  const id = value.id;
  return typeof id === 'string' && id.trim() !== '' ? id : undefined;
}
