import type { Pattern, PatternTools } from '../domain/pattern.ts';
import { compileByJavaScript, instructionsOf } from './js-engine.ts';

// A pattern of this size takes the engines some 10 ms to compile and a megabyte to keep.
const INSTRUCTIONS_MAX = 10_000;

/**
 * A pattern is accepted where both engines take it, so that the same patterns hold wherever the
 * service runs. (The native package takes some of V8's syntax, the other patterns too large for it.)
 *
 * @param native the native engine, where there is one; it then runs the patterns.
 */
export function makePatternCompiler(native: ((source: string) => Pattern) | null): PatternTools {
  return {
    findPatternFault: (source) => {
      try {
        if (instructionsOf(source) > INSTRUCTIONS_MAX) return 'it is too large when compiled';
        native?.(source);
        return null;
      } catch (error) {
        return withoutPrefix(error instanceof Error ? error.message : String(error));
      }
    },
    compilePattern: native ?? compileByJavaScript,
  };
}

function withoutPrefix(message: string): string {
  return message.replace(/^error parsing regexp: /, '');
}
