import type { Author } from '../../domain/author.ts';
import type { ChangeDocument, DocumentReader } from '../documents/document-store.ts';
import {
  type Asking,
  type DocumentNames,
  noInstructions,
  requirePlace,
} from '../documents/place.ts';
import { makeVersion, type VersionMaking } from './make-version.ts';
import { noSuchVersion } from './no-such-version.ts';
import type { SavedVersion } from './save-version.ts';

interface Deps extends VersionMaking {
  readonly documents: Pick<DocumentReader, 'findVersion' | 'readText'>;
  readonly changeDocument: ChangeDocument;
}

export interface RestoreRequest extends DocumentNames {
  readonly number: number;
}

export interface RestoredVersion extends SavedVersion {
  readonly text: string;
}

/** Makes an old text the new version; what it was saved for is not repeated. */
export const makeRestoreVersion =
  ({ documents, changeDocument, ...making }: Deps) =>
  /** @throws AppError NO_INSTRUCTIONS or NOT_FOUND */
  async (asking: Asking, request: RestoreRequest, by: Author): Promise<RestoredVersion> => {
    const place = await requirePlace(asking, request);
    const { number } = request;
    // Versions never change, so the old one may be read outside of the transaction.
    const old = await documents.findVersion(place.key, number);
    const text = old && (await documents.readText(place.key, number));
    const version = await changeDocument(place.key, async ({ active, add }) => {
      if (!active) throw noInstructions(request);
      if (text === null) throw noSuchVersion(number);
      const teachComment = `Restored version ${number}.`;
      const origin = { source: by.source, createdBy: by.name, teachComment, logId: null };
      const next = makeVersion(making, { number: active.version + 1, text, origin });
      await add({ version: next, text }, asking.origin);
      return next;
    });
    return { place, version, text: text ?? '' };
  };
