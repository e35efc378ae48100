import { RE2JS, RE2Set } from 're2js';

import type { Pattern, PatternSet } from '../tools.ts';

/** The native engine; null where it is not there, or with what it fails to load by. */
export interface LoadedEngine {
  readonly engine: PatternEngine | null;
  readonly failure: unknown;
}

/** What is used of the native package. */
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

// A name that the compiler does not look up: the build must not need the types of an optional package.
const NATIVE_PACKAGE = 're2' as string;

/**
 * Loads the native engine. It is an optional dependency: where npm could neither download nor build
 * it there is none, and what was built for one Node does not load in the next.
 */
export async function loadNativeEngine(): Promise<LoadedEngine> {
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
        // By the string, for places in the units of strings.
        find: ({ raw }) => {
          const found = pattern.exec(raw);
          return found && { start: found.index, end: found.index + found[0].length };
        },
      };
    },
    // It throws where its automaton has outgrown its 8 MB: that is not "no match".
    compileSet: (sources) => {
      const set = new RE2.Set(sources.map(forNativeEngine), 'u');
      return { match: ({ utf8 }) => set.match(utf8) };
    },
    stepsAtOnceMax: 2_000_000,
    bytesPerInstruction: 200,
  };
}

// What an escape stands for is told by one character more; in a class, one of POSIX has two brackets of its own.
const PARTS = /\\Q(?<quoted>.*?)(?:\\E|$)|\\.|\[\^?\]?(?:\\.|\[:\^?\w+:\]|[^\]\\])*\]?/gsu;

/**
 * A pattern in a form that the native package leaves as it is. It takes the syntax of JavaScript too and
 * turns that (`/`, `(?<`, `\u0041`) into RE2's, and does so where these are the characters that are looked for:
 * in `\Q…\E` and in classes.
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

/** An engine of RE2 syntax. Both throw where it refuses a pattern. */
export interface PatternEngine {
  compile(source: string): Pattern;
  compileSet(sources: readonly string[]): PatternSet;
  /** See `PatternTools`; by measure, of sets whose automaton has a new state for each character. */
  readonly stepsAtOnceMax: number;
  /** What an instruction of a compiled pattern takes, by measure. Automata that grow in use come to it. */
  readonly bytesPerInstruction: number;
}

/**
 * Whether a pattern that the engines take matches between two letters that are no word characters
 * without any of them, and only by `\B`. The native engine finds such a match between the bytes of
 * one letter too, where the other one finds none.
 */
export function matchesInsideLetters(source: string): boolean {
  if (!source.includes('\\B')) return false;
  try {
    return isNothingBetween(source, 'é', 'é') && !isNothingBetween(source, 'a', 'é');
  } catch {
    // A quotation without its end (`\Q`) has no parenthesis behind it.
    return false;
  }
}

function isNothingBetween(source: string, one: string, other: string): boolean {
  return RE2JS.compile(`^${one}(?:${source})${other}$`).test(one + other);
}
