import { type DraftAnswer, findTextHazards } from '@output-review/contracts';

import type { DraftRequest } from './draft-request.ts';

// As people and their tools write them: {{name}}, {{ customer.name }}.
const PLACEHOLDER = /\{\{([^{}]+)\}\}/g;
// Enough to know what is wrong; a text may have hundreds.
const NAMED_MAX = 5;

/** Why a draft must not be used, in words that the model may be told; null where it may be. */
export function findDraftFault(
  { content, changes }: DraftAnswer,
  request: DraftRequest,
): string | null {
  if (content.trim() === '') return 'The new text is empty.';
  if (new TextEncoder().encode(content).length > request.bytesMax) {
    return `The new text is longer than ${request.bytesMax} bytes.`;
  }
  if (Object.keys(findTextHazards({ content, changes })).length > 0) {
    return 'The answer has characters that no text may have.';
  }
  const kept = placeholdersOf(content);
  const lost = [...placeholdersOf(request.content)].filter((name) => !kept.has(name));
  if (lost.length > 0) {
    const named = lost.slice(0, NAMED_MAX).map((name) => `{{${name}}}`);
    return `The new text has lost placeholders of the old one: ${named.join(', ')}.`;
  }
  if (changes.length === 0) return 'The answer names no change.';
  return findCitationFault(changes, request.notes.length);
}

function findCitationFault(changes: DraftAnswer['changes'], notes: number): string | null {
  const cited = changes.flatMap((change) => change.notes);
  const unknown = cited.find((note) => note < 1 || note > notes);
  if (unknown !== undefined) return `The answer cites note ${unknown}, which does not exist.`;
  if (changes.some((change) => change.notes.length === 0)) return 'A change names no note.';
  return null;
}

function placeholdersOf(text: string): Set<string> {
  const names = Array.from(text.matchAll(PLACEHOLDER), ([, name = '']) => name.trim());
  return new Set(names.filter(Boolean));
}
