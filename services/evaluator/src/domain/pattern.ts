/** A place in a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text in the forms that engines take; the second is made once for all patterns. */
export interface PatternText {
  readonly raw: string;
  readonly utf8: Buffer;
}

/**
 * A compiled pattern of RE2 syntax. Its time grows with the text, whatever the pattern. Both throw
 * TooCostly where there is no memory for it in this process.
 */
export interface Pattern {
  matches(text: PatternText): boolean;
  /** The first match; null where there is none. */
  find(text: PatternText): Span | null;
}

/** Patterns that are looked for together, in one pass over the text. */
export interface PatternSet {
  /**
   * The indexes of those that match.
   *
   * @throws where the engine cannot tell, as for want of memory.
   */
  match(text: PatternText): readonly number[];
}

/** Where patterns come from. */
export interface PatternTools {
  /**
   * Why a pattern will not be run, for the person who wrote it; null where it will be.
   *
   * @throws NoMemoryHere where it cannot be told in this process.
   */
  findPatternFault(source: string): string | null;
  /** @throws where the engine refuses the pattern; TooCostly where there is no memory for it here. */
  compilePattern(source: string): Pattern;
  /**
   * @param instructions of all of them.
   * @throws where the engine refuses one of them, or all of them together; TooCostly as above.
   */
  compilePatternSet(sources: readonly string[], instructions: number): PatternSet;
  /**
   * How many instructions a pattern becomes: what a character costs at the worst.
   *
   * @throws where the engine refuses the pattern.
   */
  weighPattern(source: string): number;
  /** How large sets may be. With larger ones a text takes fewer passes, and each of them longer. */
  readonly instructionsOfSetMax: number;
  /** So many instructions times characters hold a thread for some 50 ms at the worst. */
  readonly stepsAtOnceMax: number;
}
