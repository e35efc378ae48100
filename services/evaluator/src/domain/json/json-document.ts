import { quote } from '../excerpt.ts';

/** A text read as JSON, or why it is none. */
export type JsonDocument =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'broken'; readonly reason: string };

const CHARS_SHOWN = 20;
// What a document may begin with.
const BEGINNING = /^[[{"\-\dtfn]/;

export function readJsonDocument(text: string): JsonDocument {
  const beginning = text.trimStart();
  if (beginning === '') return { kind: 'broken', reason: 'it is empty' };
  // Most that is none is prose. An error with its trace takes longer than all the other rules.
  if (!BEGINNING.test(beginning)) {
    return { kind: 'broken', reason: `it begins with ${beginningOf(beginning)}` };
  }
  try {
    const value: unknown = JSON.parse(text);
    return { kind: 'json', value };
  } catch (error) {
    return { kind: 'broken', reason: reasonOf(error) };
  }
}

function beginningOf(text: string): string {
  return quote(text.slice(0, CHARS_SHOWN).toWellFormed().replace(/\s+/g, ' ').trim());
}

/** Where it breaks, with a few words of the text; these may end within a character or on a line. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.toWellFormed().replace(/\s+/g, ' ').trim();
}
