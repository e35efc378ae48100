import { RE2JS } from 're2js';

import type { Pattern } from '../domain/pattern.ts';

/** The engine in JavaScript: the same syntax and promise as the native one, some 25 times slower. */
export function compileByJavaScript(source: string): Pattern {
  const pattern = RE2JS.compile(source);
  return {
    matches: ({ raw }) => pattern.test(raw),
    find: ({ raw }) => {
      const matcher = pattern.matcher(raw);
      return matcher.find() ? { start: matcher.start(), end: matcher.end() } : null;
    },
  };
}

/** How many instructions a pattern becomes. */
export function instructionsOf(source: string): number {
  return RE2JS.compile(source).programSize();
}
