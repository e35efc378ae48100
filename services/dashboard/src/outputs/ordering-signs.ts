/** Signs that order what stands after them anew: a text with them may read otherwise than it is. */
export const ORDERING = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;

/** The number of a sign, as Unicode writes it: `202E`. */
export function codeOf(sign: string): string {
  return (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
}

/** The text with their names in their places, where nothing but text can stand. */
export function nameOrdering(text: string): string {
  return text.replaceAll(ORDERING, (sign) => `[U+${codeOf(sign)}]`);
}
