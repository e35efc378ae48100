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

/** How many instructions a pattern becomes; null where it cannot be compiled: what runs it says why. */
export function weighSource(source: string, { weighPattern }: PatternTools): number | null {
  try {
    return weighPattern(source);
  } catch {
    return null;
  }
}

/** A compiled JSON Schema. */
export interface JsonSchema {
  /**
   * The first thing about a document that does not fit, as in `“total” must be a number`.
   *
   * @param isHasty whether others wait for the thread: it is then given up much sooner.
   * @returns null where all of it fits.
   * @throws TooCostly where the check takes too long; others where the document nests too deep.
   */
  findMismatch(document: unknown, isHasty?: boolean): string | null;
}

/** Where schemas come from. */
export interface SchemaTools {
  /**
   * Why a schema will not be applied, for the person who wrote it; null where it will be.
   *
   * @throws NoMemoryHere where it cannot be told in this process.
   */
  findSchemaFault(source: string): string | null;
  /** @throws where it will not be applied. */
  compileSchema(source: string): JsonSchema;
}

/** What rules are made with and is no decision of ours: engines, and how texts are folded. */
export interface RuleTools extends PatternTools, SchemaTools {
  /** The form in which letters that differ in case or in composition alone are equal. */
  fold(text: string): string;
}

/** Why a check was given up where others wait: it has cost more than it may. */
export class TooCostly extends Error {
  override readonly name: string = 'TooCostly';
}

/** Why it was not begun: this process has no memory for it. */
export class NoMemoryHere extends TooCostly {
  override readonly name = 'NoMemoryHere';
}
