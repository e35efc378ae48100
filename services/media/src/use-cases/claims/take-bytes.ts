import { assertNever } from '@output-review/errors';
import { type EgressGuard, type ObjectStore, withDeadline } from '@output-review/runtime';

import { takeBase64 } from '../../bytes/take-base64.ts';
import { type ObjectSource, takeObject } from '../../bytes/take-object.ts';
import { FETCH_MS_MAX, takeUrl } from '../../bytes/take-url.ts';
import type { FileHints, TakenFile } from '../../bytes/taken-file.ts';
import type { ClaimedUpload } from './claim-store.ts';
import type { FileFaults } from './file-faults.ts';
import type { SourcedFile } from './file-source.ts';

export interface TakeBytesDeps {
  readonly store: ObjectStore;
  readonly egress: EgressGuard;
  readonly spoolFolder: string;
}

/** A file that is to come, and where its bytes are to lie. */
export interface ExpectedFile extends SourcedFile {
  readonly objectKey: string;
}

export interface ArrivedBytes extends TakenFile {
  readonly position: number;
}

// Each holds some hundred KB; a store that copies slowly is not the faster for more.
const COPIES_AT_A_TIME = 4;

export const makeTakeBytes =
  (deps: TakeBytesDeps) =>
  /**
   * Stores the bytes of files; the urls among them are fetched at the same time, and have ten seconds
   * together. What is wrong with a file is told to `faults`.
   *
   * @throws what is no fault of a file; everything that was begun has ended then.
   */
  async (
    files: readonly ExpectedFile[],
    uploads: readonly ClaimedUpload[],
    faults: FileFaults,
  ): Promise<ArrivedBytes[]> => {
    const uploadOf = new Map(uploads.map((upload) => [upload.key, upload]));
    const take = async (file: ExpectedFile, ended: AbortSignal): Promise<ArrivedBytes | null> => {
      try {
        const taken = await takeFile(deps, file, { uploadOf, ended });
        return { ...taken, position: file.position };
      } catch (error) {
        faults.take(file.field, error);
        return null;
      }
    };
    const fetched = files.filter(({ source }) => source.kind === 'url');
    const others = files.filter(({ source }) => source.kind !== 'url');
    const taken = await withDeadline({ timeoutMs: FETCH_MS_MAX }, (ended) =>
      allEnded([
        ...fetched.map((file) => take(file, ended).then((one) => [one])),
        ...laneOut(others, COPIES_AT_A_TIME, (file) => take(file, ended)),
      ]),
    );
    return taken.flat().filter((one) => one !== null);
  };

interface TakeContext {
  readonly uploadOf: ReadonlyMap<string, ClaimedUpload>;
  /** Ends what is fetched. */
  readonly ended: AbortSignal;
}

function takeFile(
  { store, egress, spoolFolder }: TakeBytesDeps,
  { source, hints, objectKey }: ExpectedFile,
  { uploadOf, ended }: TakeContext,
): Promise<TakenFile> {
  switch (source.kind) {
    case 'base64':
      return takeBase64(store, objectKey, { ...hints, data: source.data });
    case 'url':
      return takeUrl({ store, egress, spoolFolder }, objectKey, {
        ...{ ...hints, url: source.url },
        signal: ended,
      });
    case 'upload':
      return takeObject(store, objectKey, copyOf(claimedOf(source.key, uploadOf), hints));
    case 'copy':
      return takeObject(store, objectKey, copyOf(source.file, hints));
    default:
      return assertNever(source);
  }
}

function claimedOf(key: string, uploadOf: ReadonlyMap<string, ClaimedUpload>): ClaimedUpload {
  const upload = uploadOf.get(key);
  if (!upload) throw new Error('An upload was not claimed with its output');
  return upload;
}

/** What is said of the first one holds for the copy where nothing else is said. */
function copyOf(
  first: Pick<ClaimedUpload, 'objectKey' | 'filename' | 'contentType'>,
  { filename, contentType }: FileHints,
): ObjectSource {
  return {
    from: first.objectKey,
    filename: filename ?? first.filename,
    contentType: contentType ?? first.contentType,
  };
}

/** Waits for all to end, also where one fails: what is still written then could not be undone. */
async function allEnded<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** Works on items a few at a time. @returns a promise for each lane. */
function laneOut<T, R>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<R>,
): Promise<R[]>[] {
  const waiting = items.values();
  return Array.from({ length: lanes }, async () => {
    const done: R[] = [];
    for (const item of waiting) done.push(await work(item));
    return done;
  });
}
