import { NoMemoryHere, type Pattern, type PatternSet, type PatternTools } from '../tools.ts';
import { type Compiled, CompiledPatterns, type EngineMemory } from './compiled-patterns.ts';
import {
  instructionsOf,
  JS_ENGINE,
  matchesInsideLetters,
  type PatternEngine,
  rangesOf,
} from './pattern-engines.ts';

// The engines take about 10 ms to compile a pattern of this size and a megabyte to keep it.
const INSTRUCTIONS_MAX = 10_000;
// The native engine compiles the bytes of each range. This many take about 40 ms.
const RANGES_MAX = 50_000;

// Such a set takes at most 50 ms for a text of 2.8 KB.
const INSTRUCTIONS_OF_SET_MAX = 700;

/**
 * Accepts a pattern only if both engines accept it, so that the same patterns work in every deployment. (The native
 * package accepts some V8 syntax, and the other engine accepts patterns that are too large for the native one.)
 * Compiled patterns are cached for all workspaces.
 *
 * @param native the native engine, if it is available; it then runs the patterns.
 * @param memory limits the native engine. Without it, memory is not checked.
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

/** The returned objects are light: their compiled patterns may be evicted and compiled again. */
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
