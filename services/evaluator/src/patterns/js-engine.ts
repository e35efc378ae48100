import { RE2JS, RE2Set } from 're2js';

import type { PatternEngine } from './pattern-engine.ts';

// For a set of the greatest size; with less its automaton is made again and again.
const SET_BYTES_MAX = 32 * 1024 * 1024;

/** The engine in JavaScript: the same syntax and promise as the native one, some 25 times slower. */
export const JS_ENGINE: PatternEngine = {
  compile: (source) => {
    const pattern = RE2JS.compile(source);
    return {
      matches: ({ raw }) => pattern.test(raw),
      find: ({ raw }) => {
        const matcher = pattern.matcher(raw);
        return matcher.find() ? { start: matcher.start(), end: matcher.end() } : null;
      },
    };
  },
  compileSet: (sources) => {
    const set = new RE2Set(RE2Set.UNANCHORED, 0, SET_BYTES_MAX);
    for (const source of sources) set.add(source);
    set.compile();
    return { match: ({ raw }) => set.match(raw) };
  },
  stepsAtOnceMax: 500_000,
  bytesPerInstruction: 3_000,
};

/** How many instructions a pattern becomes. */
export function instructionsOf(source: string): number {
  return RE2JS.compile(source).programSize();
}

/** How many ranges of characters its instructions have together: `\pL` is one of some 650. */
export function rangesOf(source: string): number {
  const { inst } = RE2JS.compile(source).re2().prog as {
    readonly inst: readonly { readonly runes?: readonly number[] }[];
  };
  return inst.reduce((sum, { runes = [] }) => sum + runes.length / 2, 0);
}
