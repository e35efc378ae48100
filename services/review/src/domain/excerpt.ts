const CODE_POINTS_MAX = 200;

/** Of which an excerpt is made: the beginning of a text, a megabyte of which may be blank. */
export const EXCERPT_SOURCE_CHARACTERS = 2_000;

/** The beginning of a text in one line; null where there are no words. */
export function toExcerpt(text: string | null): string | null {
  const folded = (text ?? '').trim().replaceAll(/\s+/g, ' ');
  return Array.from(folded).slice(0, CODE_POINTS_MAX).join('').trimEnd() || null;
}
