import type { ActiveVersion, DocumentReader } from './document-store.ts';
import {
  type Asking,
  type DocumentNames,
  noInstructions,
  type Place,
  requirePlace,
} from './place.ts';

/** A document that is there, but for its text. */
export interface FoundDocument extends ActiveVersion {
  readonly place: Place;
}

/** Finds the active version of a document. @throws AppError NO_INSTRUCTIONS */
export async function findDocument(
  documents: Pick<DocumentReader, 'findActive'>,
  asking: Asking,
  names: DocumentNames,
): Promise<FoundDocument> {
  const place = await requirePlace(asking, names);
  const active = await documents.findActive(place.key);
  if (!active) throw noInstructions(names);
  return { ...active, place };
}
