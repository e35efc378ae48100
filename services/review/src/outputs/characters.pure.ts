/** The place itself, or one before it where it would cut a surrogate pair in two. */
export function wholeCharacter(text: string, index: number): number {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00 ? index - 1 : index;
}
