/** The line ending of a text; null if it is mixed. */
export function lineEndOf(text: string): string | null {
  const [end = '\n', ...others] = new Set(text.match(/\r\n?|\n/g));
  return others.length === 0 ? end : null;
}

/** Normalizes line endings as form fields and the editor do. */
export function withOneLineEnd(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
