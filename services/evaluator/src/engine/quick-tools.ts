import { type RuleTools, TooCostly } from './tools.ts';

// Compiling takes at most about 10 µs a character, apart from the cases excluded below.
const PATTERN_SIZE_MAX = 1_000;
// Measured with schemas of objects: this size takes about 50 ms.
const SCHEMA_SIZE_MAX = 3_000;

// Unicode classes have hundreds of ranges.
const LARGE_CLASS = /\\p|\\P/;
const IGNORES_CASE = /\(\?[a-zA-Z]*i/;
// If case is ignored, each character of a range is looked up.
const WIDE_RANGE = /[^\0-\x7f]|\\x|\\[0-7]/;

/** Whether a pattern compiles within some milliseconds, as far as can be told without compiling it. */
export function isQuickPattern(source: string): boolean {
  return source.length <= PATTERN_SIZE_MAX && sizeOf(source) <= PATTERN_SIZE_MAX;
}

/** The same for a JSON Schema and its patterns. A text that is not JSON is rejected quickly. */
export function isQuickSchema(source: string): boolean {
  if (source.length > SCHEMA_SIZE_MAX) return false;
  let size = source.length;
  try {
    // Any string may be a pattern, including field names.
    JSON.parse(source, (name, value: unknown) => {
      size += sizeOf(name) + (typeof value === 'string' ? sizeOf(value) : 0);
      return value;
    });
  } catch {
    return true;
  }
  return size <= SCHEMA_SIZE_MAX;
}

// An escape, a class (an unclosed one takes the rest), a count, or a character.
const TOKENS = /\\[^]|\[\^?\]?(?:\\[^]|[^\]\\])*(?:\]|\\?$)|\{(\d+)(?:,(\d*))?\}|[^]/gy;

/** Its length in characters with repetitions expanded. */
function sizeOf(source: string): number {
  if (LARGE_CLASS.test(source)) return Infinity;
  if (IGNORES_CASE.test(source) && WIDE_RANGE.test(source)) return Infinity;
  /** Sizes of the open groups, innermost last. */
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
 * The tools for use where other work needs the thread: anything that may take long to compile throws TooCostly,
 * regardless of the text.
 */
export function rejectSlowCompiling(tools: RuleTools): RuleTools {
  return {
    ...tools,
    weighPattern: (source) => (isQuickPattern(source) ? tools.weighPattern(source) : Infinity),
    compilePattern: (source) =>
      isQuickPattern(source) ? tools.compilePattern(source) : rejectAsTooCostly('pattern'),
    compileSchema: (source) => {
      const schema = tools.compileSchema(source);
      // Determined on first use: it takes a fraction of a millisecond, and rules are loaded all at once.
      let isQuick: boolean | undefined;
      return {
        findMismatch: (document, budget) => {
          isQuick ??= isQuickSchema(source);
          return isQuick ? schema.findMismatch(document, budget) : rejectAsTooCostly('schema');
        },
      };
    },
  };
}

function rejectAsTooCostly(what: string): never {
  throw new TooCostly(`compiling its ${what} takes too long`);
}
