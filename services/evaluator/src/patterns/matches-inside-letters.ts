import { RE2JS } from 're2js';

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
