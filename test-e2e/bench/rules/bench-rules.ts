import type { ExactRuleType } from '@output-review/contracts';

/** A rule, and its equivalent for promptfoo and for a bare loop. */
export interface BenchRule {
  readonly type: ExactRuleType;
  readonly value: string;
  readonly assertion: PromptfooAssertion;
  readonly passes: (output: BareOutput) => boolean;
}

/** An assertion of promptfoo that uses no model. */
export interface PromptfooAssertion {
  readonly type: string;
  readonly value?: unknown;
  readonly threshold?: number;
}

/** What the bare loop prepares once per output. */
export interface BareOutput {
  readonly text: string;
  readonly lowerCase: string;
  readonly characters: number;
  /** Undefined if the text is not JSON. */
  readonly json: unknown;
}

/** Submitted with each output. */
export const SUBMITTED = { latencyMs: 850, costUsd: 0.004 } as const;

/**
 * Typical rules of workspaces, all different. Of twenty, ten are keywords, five patterns, two lengths, and one each for
 * the format of the output, a field of it and a submitted value. Most rules pass on most outputs. The patterns have the
 * same meaning in RE2 and JavaScript.
 *
 * @param words occurring in the outputs
 */
export function makeBenchRules(count: number, words: readonly string[]): readonly BenchRule[] {
  const wordOf = (seed: number): string => words[seed % words.length] ?? 'refund';
  return Array.from({ length: count }, (_, index) => {
    const make = MIX[index % MIX.length] ?? forbiddenPhrase;
    return make({
      round: Math.floor(index / MIX.length),
      one: wordOf(index * 7919 + 13),
      other: wordOf(index * 104_729 + 71),
    });
  });
}

interface Seed {
  readonly round: number;
  readonly one: string;
  readonly other: string;
}

type MakeRule = (seed: Seed) => BenchRule;

const forbiddenPhrase: MakeRule = ({ one, other }) => {
  const value = `${one} ${other}`;
  return {
    type: 'keyword_forbidden',
    value,
    assertion: { type: 'not-icontains', value },
    passes: ({ lowerCase }) => !lowerCase.includes(value),
  };
};

const requiredWord: MakeRule = ({ round }) => {
  const value = ['the', 'and', 'you', 'that'][round % 4] ?? 'the';
  return {
    type: 'keyword_required',
    value,
    assertion: { type: 'icontains', value },
    passes: ({ lowerCase }) => lowerCase.includes(value),
  };
};

const forbiddenPattern =
  (write: (seed: Seed) => string): MakeRule =>
  (seed) => {
    const value = write(seed);
    const pattern = new RegExp(value);
    return {
      type: 'regex_forbidden',
      value,
      assertion: { type: 'not-regex', value },
      passes: ({ text }) => !pattern.test(text),
    };
  };

const longEnough: MakeRule = ({ round }) => {
  const min = 20 + round;
  return {
    type: 'min_length',
    value: String(min),
    assertion: { type: 'javascript', value: (text: string) => countOf(text) >= min },
    passes: ({ characters }) => characters >= min,
  };
};

const shortEnough: MakeRule = ({ round }) => {
  const max = 30_000 + round;
  return {
    type: 'max_length',
    value: String(max),
    assertion: { type: 'javascript', value: (text: string) => countOf(text) <= max },
    passes: ({ characters }) => characters <= max,
  };
};

const isJson: MakeRule = () => ({
  type: 'json_valid',
  value: '',
  assertion: { type: 'is-json' },
  passes: ({ json }) => json !== undefined,
});

const totalInRange: MakeRule = ({ round }) => {
  const max = 1_000 + round;
  const total = { type: 'number', minimum: 0, maximum: max };
  return {
    type: 'json_field_range',
    value: JSON.stringify({ path: 'total', min: 0, max }),
    assertion: {
      type: 'is-json',
      value: { type: 'object', required: ['total'], properties: { total } },
    },
    passes: ({ json }) => {
      const found = (json as { total?: unknown } | null | undefined)?.total;
      return typeof found === 'number' && found >= 0 && found <= max;
    },
  };
};

const fastEnough: MakeRule = ({ round }) => {
  const threshold = 900 + round;
  return {
    type: 'latency_max',
    value: String(threshold),
    assertion: { type: 'latency', threshold },
    passes: () => SUBMITTED.latencyMs <= threshold,
  };
};

const singular = forbiddenPattern(
  ({ one }) => `\\b[${capital(one)}${one[0] ?? ''}]${one.slice(1)}(s|ed)? \\d+\\b`,
);
const partNumber = forbiddenPattern(({ one }) => `\\b${one.slice(0, 4)}[a-z]*-\\d{3,}\\b`);
const wordsInOrder = forbiddenPattern(({ one, other }) => `${one} +(the +)?${other}`);
const reference = forbiddenPattern(({ other }) => `[A-Z]{2}\\d{4,9}-${other}`);
const noteAtEnd = forbiddenPattern(({ one, other }) => `(${one}|${other})[.!?]+\\d`);

// Ten rules have the same mix as a thousand.
const MIX: readonly MakeRule[] = [
  ...[forbiddenPhrase, singular, longEnough, forbiddenPhrase, isJson],
  ...[forbiddenPhrase, wordsInOrder, requiredWord, forbiddenPhrase, reference],
  ...[forbiddenPhrase, partNumber, shortEnough, forbiddenPhrase, totalInRange],
  ...[forbiddenPhrase, noteAtEnd, fastEnough, forbiddenPhrase, forbiddenPhrase],
];

function capital(word: string): string {
  return (word[0] ?? '').toUpperCase();
}

function countOf(text: string): number {
  return Array.from(text).length;
}
