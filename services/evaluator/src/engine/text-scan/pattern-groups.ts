import {
  type PatternSet,
  type PatternText,
  type PatternTools,
  TooCostly,
  weighSource,
} from '../tools.ts';

/** Collects the results while groups are scanned. */
interface FoundPatterns {
  readonly matching: Set<string>;
  /** Errors of patterns for which it could not be decided whether they match. */
  readonly failures: Map<string, unknown>;
}

// A larger pattern gets a group of its own, since others in the same group would pay for it.
const INSTRUCTIONS_OF_MEMBER_MAX = 600;

/** Divides patterns into groups by their compiled size. */
export function* groupPatterns(
  sources: readonly string[],
  tools: PatternTools,
): Generator<undefined, readonly PatternGroup[], undefined> {
  const groups: PatternGroup[] = [];
  let members: string[] = [];
  let size = 0;
  for (const source of sources) {
    const weight = weighSource(source, tools);
    yield;
    if (weight === null || weight > INSTRUCTIONS_OF_MEMBER_MAX) {
      groups.push(new PatternGroup([source], weight ?? 0, tools));
      continue;
    }
    if (members.length > 0 && size + weight > tools.instructionsOfSetMax) {
      groups.push(new PatternGroup(members, size, tools));
      members = [];
      size = 0;
    }
    members.push(source);
    size += weight;
  }
  if (members.length > 0) groups.push(new PatternGroup(members, size, tools));
  return groups;
}

/** Patterns that are matched together. */
export class PatternGroup {
  /** Its number of instructions; 0 if a pattern cannot be compiled. */
  readonly weight: number;
  readonly #sources: readonly string[];
  readonly #tools: PatternTools;
  /** Null if these patterns cannot form a set. */
  #set: PatternSet | null | undefined;

  constructor(sources: readonly string[], weight: number, tools: PatternTools) {
    this.weight = weight;
    this.#sources = sources;
    this.#tools = tools;
  }

  *scan(text: PatternText, found: FoundPatterns): Generator<undefined, void, undefined> {
    if (this.#set === undefined) {
      this.#set = this.#makeSet();
      yield;
    }
    const matches = this.#set && matchesOf(this.#set, text);
    if (matches) for (const index of matches) found.matching.add(this.#sources[index] ?? '');
    else yield* this.#scanOneByOne(text, found);
    yield;
  }

  /** Undefined if there was no memory for it this time. */
  #makeSet(): PatternSet | null | undefined {
    if (this.#sources.length === 1) return null;
    try {
      return this.#tools.compilePatternSet(this.#sources, this.weight);
    } catch (error) {
      return error instanceof TooCostly ? undefined : null;
    }
  }

  *#scanOneByOne(
    text: PatternText,
    { matching, failures }: FoundPatterns,
  ): Generator<undefined, void, undefined> {
    for (const source of this.#sources) {
      try {
        if (this.#tools.compilePattern(source).matches(text)) matching.add(source);
      } catch (error) {
        failures.set(source, error);
      }
      yield;
    }
  }
}

/** Null if the engine runs out of memory on this text, which must never be read as "no match". */
function matchesOf(set: PatternSet, text: PatternText): readonly number[] | null {
  try {
    return set.match(text);
  } catch {
    return null;
  }
}
