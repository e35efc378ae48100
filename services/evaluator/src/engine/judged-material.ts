import type { FileData, JudgedContentData } from '@output-review/contracts';
import { isInsideCharacter, wholeCharacter } from '@output-review/runtime/text';

/** A text of which a judge sees the start and the end. */
export interface CutText {
  readonly beginning: string;
  readonly charactersLeftOut: number;
  readonly end: string;
}

/** The parts of an output that a judge sees, truncated if they are long. Also stored in its job. */
export interface JudgedMaterial {
  readonly output?: string | CutText;
  readonly action?: unknown;
  readonly input?: string | CutText;
  readonly metadata?: unknown;
  /** Shown only for rules that ask for files. */
  readonly files?: readonly FileData[];
}

// About 24,000 tokens of English in total. Small local models have a context of 32,000.
const OUTPUT_CHARS_MAX = 48_000;
const INPUT_CHARS_MAX = 24_000;
const ACTION_CHARS_MAX = 16_000;
const METADATA_CHARS_MAX = 8_000;

export function judgedMaterialOf(
  content: JudgedContentData,
  files: readonly FileData[],
): JudgedMaterial {
  const { output, action, input, metadata } = content;
  return {
    ...(output === null ? {} : { output: cutText(output, OUTPUT_CHARS_MAX) }),
    ...(action === null ? {} : { action: cutObject(action, ACTION_CHARS_MAX) }),
    ...(input === null ? {} : { input: cutText(input, INPUT_CHARS_MAX) }),
    ...(Object.keys(metadata).length === 0
      ? {}
      : { metadata: cutObject(metadata, METADATA_CHARS_MAX) }),
    ...(files.length === 0 ? {} : { files }),
  };
}

/** Cuts the middle: the commitments of an output tend to be at its start or end. */
export function cutText(text: string, charsMax: number): string | CutText {
  if (text.length <= charsMax) return text;
  const beginning = beginningOf(text, Math.ceil(charsMax / 2));
  const tailAt = text.length - Math.floor(charsMax / 2);
  const tailStart = isInsideCharacter(text, tailAt) ? tailAt + 1 : tailAt;
  return {
    beginning,
    charactersLeftOut: tailStart - beginning.length,
    end: text.slice(tailStart),
  };
}

function cutObject(value: object, charsMax: number): unknown {
  const json = JSON.stringify(value);
  return json.length <= charsMax ? value : cutText(json, charsMax);
}

/** The first `charsMax` characters, or one fewer so as not to split a surrogate pair. */
export function beginningOf(text: string, charsMax: number): string {
  return text.slice(0, wholeCharacter(text, charsMax));
}
