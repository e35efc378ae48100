import type { Version } from '../../domain/document.ts';
import type { DocumentReader } from '../documents/document-store.ts';
import type { Asking, DocumentNames } from '../documents/place.ts';
import { findDocument, type FoundDocument } from '../documents/read-document.ts';
import { noSuchVersion } from './no-such-version.ts';

export interface FoundVersion {
  readonly document: FoundDocument;
  readonly version: Version;
  readonly text: string;
}

/** Finds one version with its text. @throws AppError NO_INSTRUCTIONS or NOT_FOUND */
export const makeFindVersion =
  (documents: DocumentReader) =>
  async (asking: Asking, names: DocumentNames, number: number): Promise<FoundVersion> => {
    const document = await findDocument(documents, asking, names);
    const version = await documents.findVersion(document.place.key, number);
    if (!version) throw noSuchVersion(number);
    return { document, version, text: await documents.readText(document.place.key, number) };
  };
