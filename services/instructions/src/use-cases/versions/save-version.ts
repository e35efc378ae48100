import { AppError } from '@output-review/errors';

import type { Version, VersionOrigin } from '../../domain/document.ts';
import type { ChangeDocument, DocumentWriter } from '../documents/document-store.ts';
import {
  type Asking,
  type DocumentNames,
  findPlace,
  makePlace,
  type NameStore,
  type Place,
} from '../documents/place.ts';
import { projectIsClosing } from '../documents/project-is-closing.ts';
import { makeVersion, type VersionMaking } from './make-version.ts';

interface Deps extends VersionMaking {
  readonly changeDocument: ChangeDocument;
  readonly names: NameStore;
}

export interface SaveRequest extends DocumentNames {
  readonly text: string;
  readonly origin: VersionOrigin;
  /** The version that the text was made from; null: whichever is active. */
  readonly baseVersion: number | null;
  /** Queued notes that the text answers: they leave the queue with it. */
  readonly noteRefs: readonly string[];
}

export interface SavedVersion {
  readonly place: Place;
  readonly version: Version;
}

/**
 * Saves a new version, which becomes the active one.
 *
 * @throws AppError VERSION_CONFLICT where the base is not the active version; NOT_FOUND where a note
 *   is not queued. Nothing is saved then.
 */
export const makeSaveVersion =
  ({ changeDocument, names, ...making }: Deps) =>
  async (asking: Asking, request: SaveRequest): Promise<SavedVersion> => {
    const { text, origin, baseVersion, noteRefs } = request;
    const place = await placeFor(asking, request, names);
    const version = await changeDocument(place.key, async (document) => {
      if (!document.active && !(await document.isOpen())) throw projectIsClosing();
      const active = document.active?.version ?? 0;
      if (baseVersion !== null && baseVersion !== active) throw versionConflict(active);

      const next = makeVersion(making, { number: active + 1, text, origin });
      await document.add({ version: next, text }, asking.origin);
      await useNotes(document, noteRefs, next.version);
      return next;
    });
    return { place, version };
  };

/** A text that was made from a version cannot be the first one, so it makes no project or task. */
async function placeFor(asking: Asking, request: SaveRequest, names: NameStore): Promise<Place> {
  if (request.baseVersion === null) return makePlace(asking, request, names);
  const place = await findPlace(asking, request);
  if (!place) throw versionConflict(0);
  return place;
}

function versionConflict(active: number): AppError {
  const message =
    active === 0
      ? 'There is no version yet that the text could be made from.'
      : `The active version is ${active}; the text was made from another one.`;
  return new AppError('VERSION_CONFLICT', message, { fields: { baseVersion: message } });
}

async function useNotes(
  { notes }: DocumentWriter,
  refs: readonly string[],
  version: number,
): Promise<void> {
  if (refs.length === 0) return;
  const used = new Set(await notes.use([...new Set(refs)], version));
  const missing = refs.flatMap((ref, index) => (used.has(ref) ? [] : [[index, ref] as const]));
  if (missing.length === 0) return;
  throw new AppError('NOT_FOUND', 'Some of the notes are not queued.', {
    fields: Object.fromEntries(
      missing.map(([index, ref]) => [`noteRefs.${index}`, `No queued note has the ref ${ref}.`]),
    ),
  });
}
