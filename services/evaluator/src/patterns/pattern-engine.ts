import type { Pattern, PatternSet } from '../domain/pattern.ts';

/** An engine of RE2 syntax. Both throw where it refuses a pattern. */
export interface PatternEngine {
  compile(source: string): Pattern;
  compileSet(sources: readonly string[]): PatternSet;
  /** See `PatternTools`; by measure, of sets whose automaton has a new state for each character. */
  readonly stepsAtOnceMax: number;
  /** What an instruction of a compiled pattern takes, by measure. Automata that grow in use come to it. */
  readonly bytesPerInstruction: number;
}
