import { isJsonObject } from './json.ts';

/** The part of a submission that a path leads into. */
export type JsonRoot = 'output' | 'action' | 'metadata' | 'input';

/** A path to a field, such as `order.items[0].price` or `metadata.customer.tier`. */
export interface JsonPath {
  /** As it was written. */
  readonly text: string;
  readonly root: JsonRoot;
  /** Field names, and list indexes from 0. */
  readonly steps: readonly (string | number)[];
}

const PREFIXES = ['action', 'metadata', 'input'] as const;
// Far longer than people write, and short enough to display.
const PATH_CHARS_MAX = 1_000;

/**
 * Parses a path: names separated by dots, `[n]` for a list index, `["name"]` for a name that contains a dot or bracket.
 * It leads into the JSON of the output, unless it begins with `action.`, `metadata.` or `input.`.
 *
 * @returns null if it is not a valid path
 */
export function parseJsonPath(written: string): JsonPath | null {
  const text = written.trim();
  // The path is displayed and stored in a database, which accepts neither lone surrogates nor U+0000.
  const isShowable = text.isWellFormed() && !/\p{Cc}/u.test(text);
  if (!isShowable || text.length > PATH_CHARS_MAX) return null;
  const root = PREFIXES.find((each) => text.startsWith(`${each}.`));
  const steps = readSteps(root ? text.slice(root.length + 1) : text);
  return steps && { text, root: root ?? 'output', steps };
}

/** The value at a path; null if there is none. A JSON null is a value like any other. */
export function lookUp(
  document: unknown,
  steps: JsonPath['steps'],
): { readonly value: unknown } | null {
  let value = document;
  for (const step of steps) {
    if (typeof step === 'number') {
      if (!Array.isArray(value) || step >= value.length) return null;
      value = value[step];
    } else {
      if (!isJsonObject(value) || !Object.hasOwn(value, step)) return null;
      value = value[step];
    }
  }
  return { value };
}

// A star or a `$` belongs to JSONPath, a slash to JSON Pointer. Neither is meant as a field name.
const STEP = /(\.?)(?:([^.[\]"*/\s][^.[\]"*/]*)|\[(\d{1,7})\]|\[("(?:[^"\\]|\\.)*")\])/y;

function readSteps(text: string): (string | number)[] | null {
  const steps: (string | number)[] = [];
  STEP.lastIndex = 0;
  while (STEP.lastIndex < text.length) {
    const isFirst = STEP.lastIndex === 0;
    const match = STEP.exec(text);
    if (!match) return null;
    const [, dot, name, place, quoted] = match;
    const hasDot = dot !== '';
    if (isFirst ? hasDot : name !== undefined && !hasDot) return null;
    const step = place === undefined ? (name ?? unquote(quoted)) : Number(place);
    if (step === null || step === '$') return null;
    steps.push(step);
  }
  return steps.length > 0 ? steps : null;
}

function unquote(quoted: string | undefined): string | null {
  try {
    const name: unknown = JSON.parse(quoted ?? '');
    return typeof name === 'string' ? name : null;
  } catch {
    return null;
  }
}
