import type Native from 're2';

import type { PatternEngine } from './pattern-engine.ts';

/** The native engine; null where it is not there, or with what it fails to load by. */
export interface LoadedEngine {
  readonly engine: PatternEngine | null;
  readonly failure: unknown;
}

/**
 * Loads the native engine. It is an optional dependency: where npm could neither download nor build
 * it there is none, and what was built for one Node does not load in the next.
 */
export async function loadNativeEngine(): Promise<LoadedEngine> {
  try {
    const { default: RE2 } = await import('re2');
    return { engine: makeNativeEngine(RE2), failure: null };
  } catch (error) {
    return { engine: null, failure: isMissing(error) ? null : error };
  }
}

function makeNativeEngine(RE2: typeof Native): PatternEngine {
  return {
    compile: (source) => {
      const pattern = new RE2(source, 'u');
      return {
        matches: ({ utf8 }) => pattern.test(utf8),
        // By the string, for places in the units of strings.
        find: ({ raw }) => {
          const found = pattern.exec(raw);
          return found && { start: found.index, end: found.index + found[0].length };
        },
      };
    },
    // It throws where its automaton has outgrown its 8 MB: that is not "no match".
    compileSet: (sources) => {
      const set = new RE2.Set(sources, 'u');
      return { match: ({ utf8 }) => set.match(utf8) };
    },
    stepsAtOnceMax: 2_000_000,
    bytesPerInstruction: 200,
  };
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}
