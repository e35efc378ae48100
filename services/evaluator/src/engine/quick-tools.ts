import { type RuleTools, TooCostly } from './tools.ts';

// A character is compiled in some 10 µs at the worst, of those that are not excluded below.
const PATTERN_SIZE_MAX = 1_000;
// Schemas of objects, by measure; so large ones take some 50 ms.
const SCHEMA_SIZE_MAX = 3_000;

// Classes of Unicode are hundreds of ranges.
const LARGE_CLASS = /\\p|\\P/;
const IGNORES_CASE = /\(\?[a-zA-Z]*i/;
// Where case is ignored each character of a range is looked up.
const WIDE_RANGE = /[^\0-\x7f]|\\x|\\[0-7]/;

/** Whether a pattern is compiled within some milliseconds, as far as can be told without doing it. */
export function isQuickPattern(source: string): boolean {
  return source.length <= PATTERN_SIZE_MAX && sizeOf(source) <= PATTERN_SIZE_MAX;
}

/** The same of a JSON Schema, with the patterns in it. What is no JSON is quickly told. */
export function isQuickSchema(source: string): boolean {
  if (source.length > SCHEMA_SIZE_MAX) return false;
  let size = source.length;
  try {
    // Any text may be a pattern, names of fields too.
    JSON.parse(source, (name, value: unknown) => {
      size += sizeOf(name) + (typeof value === 'string' ? sizeOf(value) : 0);
      return value;
    });
  } catch {
    return true;
  }
  return size <= SCHEMA_SIZE_MAX;
}

// An escape, a class (one that does not end takes the rest), a count, or a character.
const TOKENS = /\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*(?:\]|\\?$)|\{(\d+)(?:,(\d*))?\}|[^]/gy;

/** How many characters it has with what is repeated written out. */
function sizeOf(source: string): number {
  if (LARGE_CLASS.test(source)) return Infinity;
  if (IGNORES_CASE.test(source) && WIDE_RANGE.test(source)) return Infinity;
  /** Of the groups that are open, the innermost last. */
  const sizes = [0];
  let piece = 0;
  const add = (size: number): void => {
    sizes.push((sizes.pop() ?? 0) + size);
  };
  for (const [token, least, most = ''] of source.matchAll(TOKENS)) {
    if (token === '(') {
      sizes.push(0);
    } else if (least !== undefined) {
      const times = Math.max(1, Number(least), Number(most));
      add(piece * (times - 1));
      piece *= times;
    } else {
      piece = token === ')' ? (sizes.pop() ?? 0) : token.length;
      add(piece);
    }
  }
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * The tools as they may be used where others have the thread too: what may take long to compile is
 * too costly there, whatever the text.
 */
export function leaveSlowCompiling(tools: RuleTools): RuleTools {
  return {
    ...tools,
    weighPattern: (source) => (isQuickPattern(source) ? tools.weighPattern(source) : Infinity),
    compilePattern: (source) =>
      isQuickPattern(source) ? tools.compilePattern(source) : leaveIt('pattern'),
    compileSchema: (source) =>
      isQuickSchema(source) ? tools.compileSchema(source) : leaveIt('schema'),
  };
}

function leaveIt(what: string): never {
  throw new TooCostly(`compiling its ${what} takes too long`);
}
