import {
  type PatternSet,
  type PatternText,
  type PatternTools,
  TooCostly,
  weighSource,
} from '../tools.ts';

/** Patterns that are looked for together. */
export interface PatternGroup {
  /** How many instructions it has; 0 where a pattern cannot be compiled. */
  readonly weight: number;
  scan(text: PatternText, found: FoundPatterns): Generator<undefined, void, undefined>;
}

/** What is added to while groups are scanned. */
export interface FoundPatterns {
  readonly matching: Set<string>;
  /** Why it could not be told of a pattern whether it matches. */
  readonly failures: Map<string, unknown>;
}

// A pattern that is large itself is not put together with others, which would pay for it.
const INSTRUCTIONS_OF_MEMBER_MAX = 600;

/** Divides patterns by the size of what they compile to. */
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
      groups.push(new Group({ sources: [source], size: weight ?? 0 }, tools));
      continue;
    }
    if (members.length > 0 && size + weight > tools.instructionsOfSetMax) {
      groups.push(new Group({ sources: members, size }, tools));
      members = [];
      size = 0;
    }
    members.push(source);
    size += weight;
  }
  if (members.length > 0) groups.push(new Group({ sources: members, size }, tools));
  return groups;
}

class Group implements PatternGroup {
  readonly weight: number;
  readonly #sources: readonly string[];
  readonly #tools: PatternTools;
  /** Null where these patterns make no set. */
  #set: PatternSet | null | undefined;

  constructor(
    { sources, size }: { readonly sources: readonly string[]; readonly size: number },
    tools: PatternTools,
  ) {
    this.#sources = sources;
    this.#tools = tools;
    this.weight = size;
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

  /** Undefined where there was no memory for it this time. */
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

/** Null where the engine runs out of memory on this text: that must never read as "no match". */
function matchesOf(set: PatternSet, text: PatternText): readonly number[] | null {
  try {
    return set.match(text);
  } catch {
    return null;
  }
}
