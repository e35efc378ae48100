import type { AnswerOf, listInstructionsVersions } from '@output-review/contracts';

import type { Version } from '../../domain/document.ts';
import type { FoundDocument } from '../../use-cases/documents/read-document.ts';
import { presentSummary } from '../documents/present-document.ts';

/** A version of a document, but for its text. */
export function presentVersion(
  { place, hasPendingSuggestion }: FoundDocument,
  version: Version,
): AnswerOf<typeof listInstructionsVersions>[number] {
  const { createdBy, teachComment, logId } = version;
  const summary = presentSummary({ ...place, version, hasPendingSuggestion });
  return { ...summary, createdBy, teachComment, logId };
}
