import type { AnswerOf, getCurrentInstructions, listInstructions } from '@output-review/contracts';

import type { ActiveVersion, ListedDocument } from '../../use-cases/documents/document-store.ts';

type Listed = AnswerOf<typeof listInstructions>[number];
type Summary = Omit<Listed, 'createdBy' | 'queuedCount'>;

/** A version under the names that its document has at present. */
export interface NamedVersion extends ActiveVersion {
  readonly projectName: string;
  readonly taskName: string;
}

export function presentSummary({
  projectName,
  taskName,
  version: { version, source, createdAt },
  hasPendingSuggestion,
}: NamedVersion): Summary {
  const updatedAt = createdAt.toISOString();
  return { projectName, taskName, version, source, updatedAt, hasPendingSuggestion };
}

export function presentListed(document: ListedDocument): Listed {
  const { version, queuedCount } = document;
  return { ...presentSummary(document), createdBy: version.createdBy, queuedCount };
}

export function presentDocument(
  named: NamedVersion,
  content: string,
): AnswerOf<typeof getCurrentInstructions, 200> {
  return { ...presentSummary(named), content };
}
