import type {
  BadLabel,
  CorrectedActionData,
  JudgedContentData,
  LabelledOutput,
} from '@output-review/contracts';
import { wholeCharacter } from '@output-review/runtime/text';

/** An output that people rejected or changed, with its current decision. */
export interface BadOutput {
  readonly id: string;
  readonly decision: BadLabel;
  /** The versions of rules that it failed, null for none. */
  readonly failedVersions: readonly string[] | null;
  readonly comment: string | null;
  readonly output: string | null;
  readonly correctedOutput: string | null;
  readonly action: JudgedContentData['action'];
  readonly correctedAction: CorrectedActionData | null;
}

/** @param names of rules, by version ID. */
export function presentLabelled(
  { id, decision, comment, failedVersions, ...texts }: BadOutput,
  names: ReadonlyMap<string, { readonly ruleName: string }>,
): LabelledOutput {
  const failed = (failedVersions ?? []).flatMap((version) => names.get(version)?.ruleName ?? []);
  const [output, correctedOutput] = cutPair(texts.output, texts.correctedOutput);
  const { action, correctedAction } = texts;
  const [params, correctedParams] = cutPair(paramsOf(action), paramsOf(correctedAction));
  return {
    ...{ id, decision, failedRules: [...new Set(failed)].sort(), comment, output, correctedOutput },
    action: action && { name: action.name, summary: action.summary, params: params ?? '{}' },
    correctedParams,
  };
}

function paramsOf(action: Partial<CorrectedActionData> | null): string | null {
  return action && JSON.stringify(action.params ?? {});
}

// Longer than a long letter. A longer text is cut around the change.
const TEXT_CHARS_MAX = 3_000;
const CHARS_BEFORE_CHANGE = 600;

type Text = string | null;

/** Cuts a text and its corrected version to the maximum length, both from the same position. */
export function cutPair(before: Text, after: Text): readonly [Text, Text] {
  const longest = Math.max(before?.length ?? 0, after?.length ?? 0);
  const isCut = longest > TEXT_CHARS_MAX && before !== null && after !== null;
  const start = isCut ? Math.max(0, firstDifference(before, after) - CHARS_BEFORE_CHANGE) : 0;
  return [cutFrom(before, start), cutFrom(after, start)];
}

function firstDifference(one: string, other: string): number {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    if (one[index] !== other[index]) return index;
  }
  return length;
}

function cutFrom(text: Text, from: number): Text {
  if (text === null) return null;
  const start = wholeCharacter(text, from);
  const end = wholeCharacter(text, start + TEXT_CHARS_MAX);
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}

// About 15,000 tokens of English, besides the text to improve.
const CHARS_MAX = 60_000;

/** The first outputs that fit into one prompt, at least one. */
export function takeFitting(outputs: readonly LabelledOutput[]): LabelledOutput[] {
  const fitting: LabelledOutput[] = [];
  let chars = 0;
  for (const each of outputs) {
    chars += JSON.stringify(each).length;
    if (fitting.length > 0 && chars > CHARS_MAX) break;
    fitting.push(each);
  }
  return fitting;
}
