/** Whether a text that is cut before this place, in UTF-16 units, loses half of a surrogate pair. */
export function isInsideCharacter(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00;
}

/** The place itself, in UTF-16 units, or one before it where it would cut a surrogate pair in two. */
export function wholeCharacter(text: string, index: number): number {
  return isInsideCharacter(text, index) ? index - 1 : index;
}
