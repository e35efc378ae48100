/**
 * Finds forbidden content in strings and keys of a request: U+0000 (PostgreSQL cannot store it), unpaired surrogates
 * (not valid in UTF-8), and keys that modify prototypes.
 *
 * @returns messages by dotted path; only the first ones if there are very many.
 */
export function findTextHazards(value: unknown, path = ''): Record<string, string> {
  // A Map, because setting `__proto__` on an object would set its prototype.
  const faults = new Map<string, string>();
  visit(value, { path, depth: 0 }, faults);
  return Object.fromEntries(faults);
}

/**
 * Whether a JSON text can contain such a hazard. Every hazard needs an escape or a literal key, so most texts do not
 * need a walk through the value.
 */
export function mayHaveTextHazards(jsonText: string): boolean {
  return /\\u(?:0000|d[89a-f])|"(?:__proto__|constructor|prototype)"|\\u00[567]/i.test(jsonText);
}

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

// Deeper values are never stored: no schema is that deep, and open objects allow far less. So the walk does not follow
// a body that was nested to overflow the stack.
const DEPTH_MAX = 32;

// A response must not be larger than its request, even with many errors and long names.
const FAULTS_MAX = 100;
const NAME_LENGTH_MAX = 200;

interface Place {
  readonly path: string;
  readonly depth: number;
}

function visit(value: unknown, { path, depth }: Place, faults: Map<string, string>): void {
  if (depth > DEPTH_MAX || faults.size >= FAULTS_MAX) return;
  if (typeof value === 'string') {
    const fault = hazardOf(value);
    if (fault) faults.set(path, fault);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    // Truncating may split a surrogate pair.
    const name = key.slice(0, NAME_LENGTH_MAX).toWellFormed();
    const innerPath = path === '' ? name : `${path}.${name}`;
    if (FORBIDDEN_KEYS.has(key)) faults.set(innerPath, 'This name is not allowed.');
    else if (hazardOf(key))
      faults.set(path, 'Contains a name with a character that is not allowed.');
    else visit(inner, { path: innerPath, depth: depth + 1 }, faults);
  }
}

function hazardOf(text: string): string | null {
  if (text.includes('\u0000')) return 'Must not contain the character U+0000.';
  return text.isWellFormed() ? null : 'Must not contain an unpaired surrogate.';
}
