import type { JudgedOutput } from '../judged-output.ts';
import type { JudgedText } from '../judged-text.ts';
import type { PatternTools } from '../tools.ts';
import type { Finds, Sought } from './finds.ts';
import { groupKeywords, type KeywordAutomaton, makeKeywordAutomaton } from './keyword-automaton.ts';
import { costOf } from './keyword-search.ts';
import { groupPatterns, type PatternGroup } from './pattern-groups.ts';

// The object itself.
const BYTES_WITHOUT_ANY = 1_000;
// It stands in lists of several objects, and in what a set is kept by.
const BYTES_OF_SOURCE = 100;

// So few are found sooner one by one.
const KEYWORDS_ONE_BY_ONE_MAX = 16;

/** A piece of work of at most some milliseconds; between two of them others may have the thread. */
export type Steps<T> = Generator<undefined, T, undefined>;

/**
 * Looks for all that some rules look for: their keywords in one pass over the folded text, their
 * patterns in one pass over the text itself, or as few as there is memory for. Keywords for which
 * there is none are left to their rules.
 */
export class TextScanner {
  readonly #keywords: readonly string[];
  readonly #sources: readonly string[];
  readonly #tools: PatternTools;
  #keywordGroups: readonly KeywordGroup[] | null = null;
  /** Keywords that are in one of the groups; each rule looks for others itself. */
  #grouped: ReadonlySet<string> = new Set();
  #patternGroups: readonly PatternGroup[] | null = null;
  #weight: Weight | null = null;

  constructor(sought: readonly Sought[], tools: PatternTools) {
    const keywords = new Set<string>();
    const sources = new Set<string>();
    for (const each of sought) {
      // The empty one stands in every text.
      if (each.kind === 'pattern') sources.add(each.source);
      else if (each.keyword !== '') keywords.add(each.keyword);
    }
    this.#keywords = keywords.size > KEYWORDS_ONE_BY_ONE_MAX ? [...keywords] : [];
    this.#sources = [...sources];
    this.#tools = tools;
  }

  /** What `weigh` has come to; null before. */
  get weight(): Weight | null {
    return this.#weight;
  }

  /** What a character of a text costs at the worst. */
  *weigh(): Steps<Weight> {
    if (!this.#keywordGroups) yield* this.#groupKeywords();
    const groups = this.#patternGroups ?? (yield* this.#groupPatterns());
    const weights = groups.map(({ weight }) => weight);
    const alone = this.#keywords.filter((keyword) => !this.#grouped.has(keyword)).map(costOf);
    this.#weight ??= {
      total: [...weights, ...alone].reduce((sum, weight) => sum + weight, 0),
      largest: Math.max(0, ...weights),
    };
    return this.#weight;
  }

  /** Looks at a text, and at the same unescaped. The first time it makes what it looks with. */
  *scan(text: JudgedText): Steps<Finds> {
    const finds = yield* this.#scanOne(text);
    if (!text.unescaped) return finds;
    return { ...finds, unescaped: yield* this.#scanOne(text.unescaped) };
  }

  *#scanOne(text: JudgedText): Steps<Finds> {
    const keywords = new Set<string>();
    for (const { of, automaton } of this.#keywordGroups ?? (yield* this.#groupKeywords())) {
      for (const index of automaton.find(text.folded)) keywords.add(of[index] ?? '');
      yield;
    }
    const matching = new Set<string>();
    const failures = new Map<string, unknown>();
    for (const group of this.#patternGroups ?? (yield* this.#groupPatterns())) {
      yield* group.scan(text, { matching, failures });
    }
    return this.#findsOf({ keywords, matching, failures });
  }

  /** How many keywords and patterns it looks for. */
  get size(): number {
    return this.#keywords.length + this.#sources.length;
  }

  /** What it keeps at this moment. What patterns are compiled to is kept by who compiles them. */
  get bytes(): number {
    const automata = (this.#keywordGroups ?? []).map(({ automaton }) => automaton.bytes);
    const sources = this.#sources.map(({ length }) => BYTES_OF_SOURCE + 2 * length);
    return [...automata, ...sources].reduce((sum, bytes) => sum + bytes, BYTES_WITHOUT_ANY);
  }

  *#groupKeywords(): Steps<readonly KeywordGroup[]> {
    const groups: KeywordGroup[] = [];
    for (const of of yield* groupKeywords(this.#keywords)) {
      groups.push({ of, automaton: makeKeywordAutomaton(of) });
      yield;
    }
    this.#grouped = new Set(groups.flatMap(({ of }) => of));
    this.#keywordGroups = groups;
    return groups;
  }

  *#groupPatterns(): Steps<readonly PatternGroup[]> {
    const groups = yield* groupPatterns(this.#sources, this.#tools);
    this.#patternGroups = groups;
    return groups;
  }

  #findsOf({ keywords, matching, failures }: Found): Finds {
    return {
      hasKeyword: (keyword) => (this.#grouped.has(keyword) ? keywords.has(keyword) : undefined),
      hasMatch: (source) => {
        if (failures.size > 0 && failures.has(source)) throw failures.get(source);
        return matching.has(source);
      },
    };
  }
}

/** The output with what a scanner finds in it, where there is one; without a break. */
export function scanAtOnce(output: JudgedOutput, scanner: TextScanner | null): JudgedOutput {
  if (output.text === null || !scanner) return output;
  const steps = scanner.scan(output.text);
  for (;;) {
    const step = steps.next();
    if (step.done) return { ...output, finds: step.value };
  }
}

/** In instructions of patterns. */
export interface Weight {
  /** Of all steps of a scan together. */
  readonly total: number;
  /** Of the one that costs most. */
  readonly largest: number;
}

interface KeywordGroup {
  readonly of: readonly string[];
  readonly automaton: KeywordAutomaton;
}

interface Found {
  readonly keywords: ReadonlySet<string>;
  readonly matching: ReadonlySet<string>;
  readonly failures: ReadonlyMap<string, unknown>;
}
