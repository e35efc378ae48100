import type { Score } from './sources/imported.pure.ts';

/** A score of an export, as a decision on its output. */
export interface Label {
  readonly decision: 'approved' | 'rejected';
  readonly comment: string;
}

/** Why an output has no label. */
export interface Unlabelled {
  readonly unlabelled: string;
  /** Whether another run of the same command may still label it. */
  readonly isOpen?: true;
}

/** Final: further scores of the output cannot change it. */
export const DISAGREEMENT: Unlabelled = { unlabelled: 'with scores that disagree' };

export interface LabelRules {
  /** The source of the scores, for the comment. */
  readonly title: string;
  /** The names of the scores that count; null for all scores that were not given by machines. */
  readonly names: readonly string[] | null;
  /** Values as normalized by `wordOf`. */
  readonly good: readonly string[];
  readonly bad: readonly string[];
  /** The number from which a score is good; null if not given. */
  readonly goodFrom: number | null;
}

/** Values with the same meaning for every score. */
export const GOOD_VALUES =
  'true correct good pass passed positive approved accepted up thumbs_up 👍'.split(' ');
export const BAD_VALUES =
  'false incorrect bad fail failed negative rejected down thumbs_down 👎'.split(' ');

const MACHINES = new Set(['LLM', 'CODE', 'EVAL', 'MODEL']);

/** Source: the interface. */
const COMMENT_LENGTH_MAX = 2000;

/** The score is a number, and no threshold was given. */
export class NeedsThreshold extends Error {}

/**
 * The label of an output by its scores: all scores with a known meaning must agree.
 *
 * @throws NeedsThreshold
 */
export function labelOf(scores: readonly Score[], rules: LabelRules): Label | Unlabelled {
  const counting = scores.filter((score) => counts(score, rules));
  const [any] = counting;
  if (!any) return { unlabelled: 'without a score' };
  const decisive = counting.flatMap((score) => {
    const isGood = judge(score, rules);
    return isGood === null ? [] : [{ score, isGood }];
  });
  const [first] = decisive;
  if (!first) return { unlabelled: `with “${printable(String(any.value)).slice(0, 40)}”` };
  if (decisive.some(({ isGood }) => isGood !== first.isGood)) {
    return DISAGREEMENT;
  }
  return {
    decision: first.isGood ? 'approved' : 'rejected',
    comment: describe(
      decisive.map(({ score }) => score),
      rules,
    ),
  };
}

/** Replaces the control characters of external text, which could control a terminal. */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ');
}

/** Whether a score is among the requested ones. */
export function counts({ name, by }: Score, { names }: LabelRules): boolean {
  return names ? names.includes(name) : !MACHINES.has((by ?? '').toUpperCase());
}

/** Normalizes the spelling of a value. */
export function wordOf(value: string): string {
  return value.trim().toLowerCase().replaceAll(/[ -]/g, '_');
}

/** Whether the score is good; null if its value has no known meaning. */
function judge({ name, value }: Score, { goodFrom, good, bad }: LabelRules): boolean | null {
  const word = wordOf(String(value));
  if (good.includes(word)) return true;
  if (bad.includes(word)) return false;
  if (typeof value !== 'number') return null;
  if (goodFrom !== null) return value >= goodFrom;
  throw new NeedsThreshold(
    `the score “${printable(name)}” is a number (${value}); set the lowest good number ` +
      'with --good-from, or choose another score by --labels',
  );
}

function describe(scores: readonly Score[], { title }: LabelRules): string {
  const said = scores.map(({ name, value, by }) => `${name} = ${value}${by ? ` (${by})` : ''}`);
  const why = scores.flatMap(({ explanation }) => explanation ?? []);
  const comment = [`Imported from ${title}: ${said.join(', ')}.`, ...why].join(' ');
  return Array.from(comment).slice(0, COMMENT_LENGTH_MAX).join('');
}
