import { RE2JS, RE2Set } from 're2js';

import type { Pattern, PatternSet } from '../tools.ts';

/** The parts of the native package that are used. */
interface Native {
  new (
    source: string,
    flags: string,
  ): {
    test(text: Uint8Array): boolean;
    exec(text: string): RegExpExecArray | null;
  };
  readonly Set: new (
    sources: readonly string[],
    flags: string,
  ) => { match(text: Uint8Array): number[] };
}

// Typed as string so that the compiler does not resolve it: the build must not need the types of an optional package.
const NATIVE_PACKAGE = 're2' as string;

/**
 * Loads the native engine. It is an optional dependency: it is missing if npm could neither download nor build it, and
 * a build for one version of Node does not load in the next.
 *
 * @returns null if it is missing or fails to load, with the failure
 */
export async function loadNativeEngine(): Promise<{
  readonly engine: PatternEngine | null;
  readonly failure: unknown;
}> {
  try {
    const { default: RE2 } = (await import(NATIVE_PACKAGE)) as { readonly default: Native };
    return { engine: makeNativeEngine(RE2), failure: null };
  } catch (error) {
    return { engine: null, failure: isMissing(error) ? null : error };
  }
}

function makeNativeEngine(RE2: Native): PatternEngine {
  return {
    compile: (source) => {
      const pattern = new RE2(forNativeEngine(source), 'u');
      return {
        matches: ({ utf8 }) => pattern.test(utf8),
        // Matches the string, so that positions are in its units.
        find: ({ raw }) => {
          const found = pattern.exec(raw);
          return found && { start: found.index, end: found.index + found[0].length };
        },
      };
    },
    // Throws if its automaton has outgrown its 8 MB, which does not mean "no match".
    compileSet: (sources) => {
      const set = new RE2.Set(sources.map(forNativeEngine), 'u');
      return { match: ({ utf8 }) => set.match(utf8) };
    },
    stepsAtOnceMax: 2_000_000,
    bytesPerInstruction: 200,
  };
}

// An escape includes the next character. A POSIX class within a class has its own brackets.
const PARTS = /\\Q(?<quoted>.*?)(?:\\E|$)|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]?/gsu;

/**
 * Escapes a pattern so that the native package does not change it. The package also accepts JavaScript syntax (`/`,
 * `(?<`, `\u0041`) and converts it to RE2's, even in `\Q…\E` and in classes, where these are literal characters.
 */
function forNativeEngine(source: string): string {
  return source.replace(PARTS, (part, quoted: string | undefined) =>
    quoted === undefined
      ? part.replaceAll('(?<', String.raw`(?\x3c`)
      : quoted.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`),
  );
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}

// Enough for a set of the maximum size. With less, its automaton is rebuilt again and again.
const SET_BYTES_MAX = 32 * 1024 * 1024;

/** The engine in JavaScript: the same syntax and guarantees as the native one, about 25 times slower. */
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

/** Number of instructions that a pattern compiles to. */
export function instructionsOf(source: string): number {
  return RE2JS.compile(source).programSize();
}

/** Number of character ranges in all its instructions: `\pL` has about 650. */
export function rangesOf(source: string): number {
  const { inst } = RE2JS.compile(source).re2().prog as {
    readonly inst: readonly { readonly runes?: readonly number[] }[];
  };
  return inst.reduce((sum, { runes = [] }) => sum + runes.length / 2, 0);
}

/** An engine of RE2 syntax. Both methods throw if it refuses a pattern. */
export interface PatternEngine {
  compile(source: string): Pattern;
  compileSet(sources: readonly string[]): PatternSet;
  /** See `PatternTools`. Measured with sets whose automaton adds a state for each character. */
  readonly stepsAtOnceMax: number;
  /** Measured size of an instruction of a compiled pattern, including the growth of automata in use. */
  readonly bytesPerInstruction: number;
}

/**
 * Whether a pattern that the engines accept matches the empty string between two non-ASCII letters, only because of
 * `\B`. The native engine also finds such a match between the bytes of one letter, where the other one finds none.
 */
export function matchesInsideLetters(source: string): boolean {
  if (!source.includes('\\B')) return false;
  try {
    return isNothingBetween(source, 'é', 'é') && !isNothingBetween(source, 'a', 'é');
  } catch {
    // With an unclosed quotation (`\Q`), the parenthesis after it is missing.
    return false;
  }
}

function isNothingBetween(source: string, one: string, other: string): boolean {
  return RE2JS.compile(`^${one}(?:${source})${other}$`).test(one + other);
}
