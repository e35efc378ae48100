/** What all lines of a text end by; null where they differ. */
export function lineEndOf(text: string): string | null {
  const [end = '\n', ...others] = new Set(text.match(/\r\n?|\n/g));
  return others.length === 0 ? end : null;
}

/** The text as the browser's own fields and the editor have it. */
export function withOneLineEnd(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
