/** A text read as JSON, or why it is none. */
export type JsonDocument =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'broken'; readonly reason: string };

export function readJsonDocument(text: string): JsonDocument {
  if (text.trim() === '') return { kind: 'broken', reason: 'it is empty' };
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'json', value };
  } catch (error) {
    return { kind: 'broken', reason: reasonOf(error) };
  }
}

/** Where it breaks, with a few words of the text; these may end within a character or on a line. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.toWellFormed().replace(/\s+/g, ' ').trim();
}
