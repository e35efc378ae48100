import type { AnswerOf, saveInstructionsVersion } from '@output-review/contracts';

import type { DocumentReader } from '../../use-cases/documents/document-store.ts';
import type { SavedVersion } from '../../use-cases/versions/save-version.ts';
import { presentDocument } from '../documents/present-document.ts';
import { activeInstructions } from './active-instructions.ts';

interface Answer {
  readonly status: 200;
  readonly body: AnswerOf<typeof saveInstructionsVersion>;
  readonly headers: Record<string, string>;
}

/** The version that was saved, also where somebody has saved another one since. */
export async function presentSaved(
  documents: Pick<DocumentReader, 'findActive'>,
  { place, version }: SavedVersion,
  text: string,
): Promise<Answer> {
  const active = await documents.findActive(place.key);
  const hasPendingSuggestion = active?.hasPendingSuggestion ?? false;
  return {
    status: 200,
    body: presentDocument({ ...place, version, hasPendingSuggestion }, text),
    headers: activeInstructions(place.key, version),
  };
}
