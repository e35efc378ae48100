import type { Score } from './sources/imported.pure.ts';

/** What a score of an export says of its output, as a decision. */
export interface Label {
  readonly decision: 'approved' | 'rejected';
  readonly comment: string;
}

/** An output without a label, and why. */
export interface Unlabelled {
  readonly unlabelled: string;
  /** Whether the same command may yet label it. */
  readonly isOpen?: true;
}

/** What others say of that output changes nothing any more. */
export const DISAGREEMENT: Unlabelled = { unlabelled: 'with scores that disagree' };

export interface LabelRules {
  /** Where the scores come from, for the comment. */
  readonly title: string;
  /** The names of the scores that count; null for all but those that machines gave. */
  readonly names: readonly string[] | null;
  /** Values, as `wordOf` spells them. */
  readonly good: readonly string[];
  readonly bad: readonly string[];
  /** From which number on a score is good; null where nobody said. */
  readonly goodFrom: number | null;
}

/** Values that say the same about an output whatever the score is called. */
export const GOOD_VALUES =
  'true correct good pass passed positive approved accepted up thumbs_up 👍'.split(' ');
export const BAD_VALUES =
  'false incorrect bad fail failed negative rejected down thumbs_down 👎'.split(' ');

const MACHINES = new Set(['LLM', 'CODE', 'EVAL', 'MODEL']);

/** Source: the interface. */
const COMMENT_LENGTH_MAX = 2000;

/** A score is a number, and nobody said which numbers are good. */
export class NeedsThreshold extends Error {}

/**
 * The label that scores give to an output: what all of them say that say anything.
 *
 * @throws NeedsThreshold
 */
export function labelOf(scores: readonly Score[], rules: LabelRules): Label | Unlabelled {
  const counting = scores.filter((score) => counts(score, rules));
  const [any] = counting;
  if (!any) return { unlabelled: 'without a score' };
  const telling = counting.flatMap((score) => {
    const isGood = judge(score, rules);
    return isGood === null ? [] : [{ score, isGood }];
  });
  const [first] = telling;
  if (!first) return { unlabelled: `with “${printable(String(any.value)).slice(0, 40)}”` };
  if (telling.some(({ isGood }) => isGood !== first.isGood)) {
    return DISAGREEMENT;
  }
  return {
    decision: first.isGood ? 'approved' : 'rejected',
    comment: describe(
      telling.map(({ score }) => score),
      rules,
    ),
  };
}

/** A text from outside without what would steer a terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

/** Whether a score is among those that are asked for. */
export function counts({ name, by }: Score, { names }: LabelRules): boolean {
  return names ? names.includes(name) : !MACHINES.has((by ?? '').toUpperCase());
}

/** A value without differences of spelling. */
export function wordOf(value: string): string {
  return value.trim().toLowerCase().replaceAll(/[ -]/g, '_');
}

/** Whether the score calls the output good; null where it says neither. */
function judge({ name, value }: Score, { goodFrom, good, bad }: LabelRules): boolean | null {
  const word = wordOf(String(value));
  if (good.includes(word)) return true;
  if (bad.includes(word)) return false;
  if (typeof value !== 'number') return null;
  if (goodFrom !== null) return value >= goodFrom;
  throw new NeedsThreshold(
    `the score “${printable(name)}” is a number (${value}); say from which one on an output is good, ` +
      'with --good-from, or choose another score by --labels',
  );
}

function describe(scores: readonly Score[], { title }: LabelRules): string {
  const said = scores.map(({ name, value, by }) => `${name} = ${value}${by ? ` (${by})` : ''}`);
  const why = scores.flatMap(({ explanation }) => explanation ?? []);
  const comment = [`Imported from ${title}: ${said.join(', ')}.`, ...why].join(' ');
  return Array.from(comment).slice(0, COMMENT_LENGTH_MAX).join('');
}
