import { NoMemoryHere, type Pattern, type PatternSet, type PatternTools } from '../tools.ts';
import { type Compiled, CompiledPatterns, type EngineMemory } from './compiled-patterns.ts';
import {
  instructionsOf,
  JS_ENGINE,
  matchesInsideLetters,
  type PatternEngine,
  rangesOf,
} from './pattern-engines.ts';

// A pattern of this size takes the engines some 10 ms to compile and a megabyte to keep.
const INSTRUCTIONS_MAX = 10_000;
// The native engine makes instructions of the bytes of each range: so many take it some 40 ms.
const RANGES_MAX = 50_000;

// Such a set looks at a text of 2.8 KB in 50 ms at the worst.
const INSTRUCTIONS_OF_SET_MAX = 700;

/**
 * A pattern is accepted where both engines take it, so that the same patterns hold wherever the
 * service runs. (The native package takes some of V8's syntax, the other patterns too large for it.)
 * Compiled ones are kept, whoever wrote them.
 *
 * @param native the native engine, where there is one; it then runs the patterns.
 * @param memory what the native engine may take; without it is not looked at.
 */
export function makePatternCompiler(
  native: PatternEngine | null,
  memory: EngineMemory | null = null,
): PatternTools {
  const engine = native ?? JS_ENGINE;
  const compiling = makeCompiling(engine, new CompiledPatterns(native && memory));
  return {
    findPatternFault: (source) => {
      try {
        const isTooLarge =
          instructionsOf(source) > INSTRUCTIONS_MAX || rangesOf(source) > RANGES_MAX;
        if (isTooLarge) return 'it is too large when compiled';
        if (matchesInsideLetters(source)) {
          return (
            'it can match without any character, by `\\B` alone; add the characters that it must ' +
            'match'
          );
        }
        compiling.compilePattern(source);
        return null;
      } catch (error) {
        if (error instanceof NoMemoryHere) throw error;
        return withoutPrefix(error instanceof Error ? error.message : String(error));
      }
    },
    ...compiling,
    weighPattern: instructionsOf,
    instructionsOfSetMax: INSTRUCTIONS_OF_SET_MAX,
    stepsAtOnceMax: engine.stepsAtOnceMax,
  };
}

/** What these return is light: what an engine has compiled may be let go of, and compiled again. */
function makeCompiling(
  engine: PatternEngine,
  compiled: CompiledPatterns,
): Pick<PatternTools, 'compilePattern' | 'compilePatternSet'> {
  const withSize = <T extends object>(made: T, instructions: number): Compiled<T> => {
    return { engine: made, instructions, bytes: instructions * engine.bytesPerInstruction };
  };
  return {
    compilePattern: (source) => {
      const key = `p${source}`;
      const compile = (): Compiled<Pattern> =>
        withSize(engine.compile(source), instructionsOf(source));
      compiled.of(key, compile);
      return {
        matches: (text) => compiled.toLookAt(key, text.raw.length, compile).matches(text),
        find: (text) => compiled.toLookAt(key, text.raw.length, compile).find(text),
      };
    },
    compilePatternSet: (sources, instructions) => {
      const key = `s${JSON.stringify(sources)}`;
      const compile = (): Compiled<PatternSet> =>
        withSize(engine.compileSet(sources), instructions);
      compiled.of(key, compile);
      return { match: (text) => compiled.toLookAt(key, text.raw.length, compile).match(text) };
    },
  };
}

function withoutPrefix(message: string): string {
  return message.replace(/^error parsing regexp: /, '');
}
