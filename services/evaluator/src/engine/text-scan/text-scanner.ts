import type { Finds, JudgedOutput } from '../judged-output.ts';
import type { JudgedText } from '../judged-text.ts';
import type { SearchTerm } from '../rule-types/rule-type.ts';
import type { PatternTools } from '../tools.ts';
import { groupKeywords, type KeywordAutomaton, makeKeywordAutomaton } from './keyword-automaton.ts';
import { costOf } from './keyword-search.ts';
import { groupPatterns, type PatternGroup } from './pattern-groups.ts';

// The object itself.
const BYTES_WITHOUT_ANY = 1_000;
// A pattern is referenced by lists of several objects, and by the cache key of a set.
const BYTES_OF_SOURCE = 100;

// Up to this number, searching one by one is faster.
const KEYWORDS_ONE_BY_ONE_MAX = 16;

/** Work in steps of at most some milliseconds. The thread may be yielded between two steps. */
export type Steps<T> = Generator<undefined, T, undefined>;

/**
 * Searches for everything that a list of rules needs: keywords in one pass over the folded text, patterns in one pass
 * over the text itself, or in as few passes as memory allows. Rules search by themselves for keywords that exceed the
 * memory limit.
 */
export class TextScanner {
  readonly #keywords: readonly string[];
  readonly #sources: readonly string[];
  readonly #tools: PatternTools;
  #keywordGroups: readonly KeywordGroup[] | null = null;
  /** Keywords that are in one of the groups. Rules search for all others themselves. */
  #grouped: ReadonlySet<string> = new Set();
  #patternGroups: readonly PatternGroup[] | null = null;
  #weight: Weight | null = null;

  constructor(searchTerms: readonly SearchTerm[], tools: PatternTools) {
    const keywords = new Set<string>();
    const sources = new Set<string>();
    for (const each of searchTerms) {
      // The empty keyword occurs in every text.
      if (each.kind === 'pattern') sources.add(each.source);
      else if (each.keyword !== '') keywords.add(each.keyword);
    }
    this.#keywords = keywords.size > KEYWORDS_ONE_BY_ONE_MAX ? [...keywords] : [];
    this.#sources = [...sources];
    this.#tools = tools;
  }

  /** The result of `weigh`; null before it has run. */
  get weight(): Weight | null {
    return this.#weight;
  }

  /** Computes the worst-case cost of a character of text. */
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

  /** Scans a text, and its unescaped form. Compiles the scanner on first use. */
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

  /** Number of keywords and patterns. */
  get size(): number {
    return this.#keywords.length + this.#sources.length;
  }

  /** Its current size in memory, without the compiled patterns, which the pattern cache counts. */
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

/** The output with the matches of a scanner, if there is one; runs without yielding. */
export function scanAtOnce(output: JudgedOutput, scanner: TextScanner | null): JudgedOutput {
  if (output.text === null || !scanner) return output;
  const steps = scanner.scan(output.text);
  for (;;) {
    const step = steps.next();
    if (step.done) return { ...output, finds: step.value };
  }
}

/** In pattern instructions. */
export interface Weight {
  /** Cost of all steps of a scan. */
  readonly total: number;
  /** Cost of the most expensive step. */
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
