import type { Author } from '../../domain/author.ts';
import { makeVersion, type VersionMaking } from '../versions/make-version.ts';
import type { ChangeDocument, DocumentReader } from './document-store.ts';
import {
  type Asking,
  type DocumentNames,
  findPlace,
  makePlace,
  type NameStore,
  noInstructions,
} from './place.ts';
import { projectIsClosing } from './project-is-closing.ts';
import type { FoundDocument } from './read-document.ts';

interface Deps extends VersionMaking {
  readonly documents: DocumentReader;
  readonly changeDocument: ChangeDocument;
  readonly names: NameStore;
}

export interface GetOrSeedRequest extends DocumentNames {
  /** What becomes version 1 where there are no instructions; null: nothing does. */
  readonly defaultText: string | null;
}

/**
 * Finds the active version of a document; where there is none the default becomes version 1. Of many
 * who come at once with different defaults one seeds, and all get its text.
 */
export const makeGetOrSeed =
  ({ documents, changeDocument, names, ...making }: Deps) =>
  async (asking: Asking, request: GetOrSeedRequest, by: Author): Promise<FoundDocument> => {
    const known = await findPlace(asking, request);
    const found = known && (await documents.findActive(known.key));
    if (found) return { ...found, place: known };
    const { defaultText } = request;
    if (defaultText === null) throw noInstructions(request);

    const place = await makePlace(asking, request, names);
    const origin = { source: 'seed', createdBy: by.name, teachComment: null, logId: null } as const;
    await changeDocument(place.key, async (document) => {
      if (document.active) return;
      if (!(await document.isOpen())) throw projectIsClosing();
      const version = makeVersion(making, { number: 1, text: defaultText, origin });
      await document.add({ version, text: defaultText }, asking.origin);
    });
    const seeded = await documents.findActive(place.key);
    if (!seeded) throw new Error('A document vanished after it was seeded');
    return { ...seeded, place };
  };
