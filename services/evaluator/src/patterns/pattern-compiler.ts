import { BoundedCache } from '../domain/bounded-cache.ts';
import type { Pattern, PatternTools } from '../domain/pattern.ts';
import { instructionsOf, JS_ENGINE, rangesOf } from './js-engine.ts';
import type { PatternEngine } from './pattern-engine.ts';

// A pattern of this size takes the engines some 10 ms to compile and a megabyte to keep.
const INSTRUCTIONS_MAX = 10_000;
// The native engine makes instructions of the bytes of each range: so many take it some 40 ms.
const RANGES_MAX = 50_000;

// Such a set looks at a text of 2.8 KB in 50 ms at the worst.
const INSTRUCTIONS_OF_SET_MAX = 700;

const KEPT_BYTES_MAX = 64 * 1024 * 1024;

/**
 * A pattern is accepted where both engines take it, so that the same patterns hold wherever the
 * service runs. (The native package takes some of V8's syntax, the other patterns too large for it.)
 * Compiled ones are kept, whoever wrote them.
 *
 * @param native the native engine, where there is one; it then runs the patterns.
 */
export function makePatternCompiler(native: PatternEngine | null): PatternTools {
  const engine = native ?? JS_ENGINE;
  const kept = new BoundedCache<Pattern>(KEPT_BYTES_MAX);
  return {
    findPatternFault: (source) => {
      try {
        const isTooLarge =
          instructionsOf(source) > INSTRUCTIONS_MAX || rangesOf(source) > RANGES_MAX;
        if (isTooLarge) return 'it is too large when compiled';
        native?.compile(source);
        return null;
      } catch (error) {
        return withoutPrefix(error instanceof Error ? error.message : String(error));
      }
    },
    compilePattern: (source) => {
      const known = kept.get(source);
      if (known) return known;
      const pattern = engine.compile(source);
      const bytes = instructionsOf(source) * engine.bytesPerInstruction;
      kept.add(source, pattern, () => bytes);
      return pattern;
    },
    compilePatternSet: engine.compileSet,
    weighPattern: instructionsOf,
    instructionsOfSetMax: INSTRUCTIONS_OF_SET_MAX,
    stepsAtOnceMax: engine.stepsAtOnceMax,
    bytesPerInstruction: engine.bytesPerInstruction,
  };
}

function withoutPrefix(message: string): string {
  return message.replace(/^error parsing regexp: /, '');
}
