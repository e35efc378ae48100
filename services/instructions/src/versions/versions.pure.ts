import type { AnswerOf, LINE_CHANGES, listInstructionsVersions } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { type ChangeObject, diffLines } from 'diff';

import { type FoundDocument, presentSummary, type Version } from '../documents/documents.pure.ts';

/** A version with its text. */
export interface VersionText {
  readonly version: Version;
  readonly text: string;
}

/** A version of a document without its text. */
export function presentVersion(
  found: FoundDocument,
): AnswerOf<typeof listInstructionsVersions>[number] {
  const { createdBy, teachComment, logId } = found.version;
  return { ...presentSummary(found), createdBy, teachComment, logId };
}

export function noSuchVersion(number: number): AppError {
  return new AppError('NOT_FOUND', `The instructions have no version ${number}.`);
}

export function versionConflict(active: number): AppError {
  const message =
    active === 0
      ? 'There are no instructions yet, so the text cannot be based on a version of them.'
      : `The active version is ${active}, but the text is based on another one.`;
  return new AppError('VERSION_CONFLICT', message, { fields: { baseVersion: message } });
}

/** @param missing refs of notes that are not queued, with their indexes in the request */
export function notesNotQueued(
  missing: readonly (readonly [index: number, ref: string])[],
): AppError {
  return new AppError('NOT_FOUND', 'Some of the notes are not queued.', {
    fields: Object.fromEntries(
      missing.map(([index, ref]) => [`noteRefs.${index}`, `No queued note has the ref ${ref}.`]),
    ),
  });
}

/** Whole lines, with their line ends, that two texts share or not. */
export interface TextPart {
  readonly change: (typeof LINE_CHANGES)[number];
  readonly text: string;
  readonly lines: number;
}

// A comparison takes time in the product of this and the lines of both texts: up to 1.5 s.
const CHANGED_LINES_MAX = 1_000;

/**
 * Compares two texts by line. If too many lines differ, returns one removed and one added part between the common start
 * and end. Lets the service do other work after each changed line.
 */
export async function compareTexts(from: string, to: string): Promise<TextPart[]> {
  const parts = await new Promise<ChangeObject<string>[] | undefined>((callback) => {
    diffLines(from, to, { maxEditLength: CHANGED_LINES_MAX, callback });
  });
  if (!parts) return compareEnds(linesOf(from), linesOf(to));
  return parts.map(({ added, removed, value, count }) => ({
    change: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
    lines: count,
  }));
}

function compareEnds(from: readonly string[], to: readonly string[]): TextPart[] {
  const shorter = Math.min(from.length, to.length);
  let head = 0;
  while (head < shorter && from[head] === to[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && from.at(-1 - tail) === to.at(-1 - tail)) tail += 1;
  return [
    partOf('same', from.slice(0, head)),
    partOf('removed', from.slice(head, from.length - tail)),
    partOf('added', to.slice(head, to.length - tail)),
    partOf('same', from.slice(from.length - tail)),
  ].filter(({ lines }) => lines > 0);
}

function partOf(change: TextPart['change'], lines: readonly string[]): TextPart {
  return { change, text: lines.join(''), lines: lines.length };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}
