/** A range in a text, in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A text in the forms that engines accept. `utf8` is created once for all patterns. */
export interface PatternText {
  readonly raw: string;
  readonly utf8: Buffer;
}

/**
 * A compiled pattern of RE2 syntax, which runs in time linear in the text, whatever the pattern. Both methods throw
 * TooCostly if there is no memory for it in this process.
 */
export interface Pattern {
  matches(text: PatternText): boolean;
  /** The first match; null if there is none. */
  find(text: PatternText): Span | null;
}

/** Patterns that are matched together, in one pass over the text. */
export interface PatternSet {
  /**
   * The indexes of the patterns that match.
   *
   * @throws if the engine cannot decide, for example for lack of memory
   */
  match(text: PatternText): readonly number[];
}

/** Compiles and checks patterns. */
export interface PatternTools {
  /**
   * The reason why a pattern is refused, for the person who wrote it; null if it is accepted.
   *
   * @throws NoMemoryHere if this process cannot decide
   */
  findPatternFault(source: string): string | null;
  /** @throws if the engine refuses the pattern; TooCostly if there is no memory for it here. */
  compilePattern(source: string): Pattern;
  /**
   * @param instructions of all patterns together.
   * @throws if the engine refuses one of them or the whole set; TooCostly as above.
   */
  compilePatternSet(sources: readonly string[], instructions: number): PatternSet;
  /**
   * Number of instructions of a pattern, which is the worst-case cost of a character.
   *
   * @throws if the engine refuses the pattern
   */
  weighPattern(source: string): number;
  /** Maximum size of a set. Larger sets need fewer passes over a text, but each takes longer. */
  readonly instructionsOfSetMax: number;
  /** This many instructions × characters block a thread for about 50 ms at worst. */
  readonly stepsAtOnceMax: number;
}

/** Number of instructions of a pattern; null if it cannot be compiled. Running it gives the reason. */
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
   * The first mismatch in a document, as in `“total” must be a number`.
   *
   * @param budget of the thread, if other work waits for it: the check is then given up much sooner.
   * @returns null if the document matches.
   * @throws TooCostly if the check, or compiling the schema for it, takes too long; other errors if the schema is
   * refused, or the document is nested too deeply.
   */
  findMismatch(document: unknown, budget?: ThreadBudget | null): string | null;
}

/** Compiles and checks schemas. */
export interface SchemaTools {
  /**
   * The reason why a schema is refused, for the person who wrote it; null if it is accepted.
   *
   * @throws NoMemoryHere if this process cannot decide
   */
  findSchemaFault(source: string): string | null;
  /** A light object. The schema is compiled on first use, and again after it was evicted. */
  compileSchema(source: string): JsonSchema;
}

/** The engines that rules need. */
export type RuleTools = PatternTools & SchemaTools;

/** A check was given up because it exceeded its budget while other work waits. */
export class TooCostly extends Error {
  override readonly name: string = 'TooCostly';
}

/** Work was not started because this process has no memory for it. */
export class NoMemoryHere extends TooCostly {
  override readonly name = 'NoMemoryHere';
}

// Twenty of the longest checks, as for texts: one second at worst. A typical check takes fewer than a hundred steps.
const STEPS_OF_OUTPUT_MAX = 200_000;

/** The work that all checks of an output may do, in steps of `Effort`, on a thread that other work waits for. */
export class ThreadBudget {
  #left = STEPS_OF_OUTPUT_MAX;

  /** @throws TooCostly if less is left */
  take(steps: number): void {
    if (steps > this.#left) throw new TooCostly('the rules take too long together');
    this.#left -= steps;
  }
}
