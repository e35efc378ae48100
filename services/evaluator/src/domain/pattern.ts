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

/** A compiled pattern of RE2 syntax. Its time grows with the text, whatever the pattern. */
export interface Pattern {
  matches(text: PatternText): boolean;
  /** The first match; null where there is none. */
  find(text: PatternText): Span | null;
}

/** Where patterns come from. */
export interface PatternTools {
  /** Why a pattern will not be run, for the person who wrote it; null where it will be. */
  findPatternFault(source: string): string | null;
  /** @throws where the engine refuses the pattern. */
  compilePattern(source: string): Pattern;
}
