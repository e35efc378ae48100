import { FILE_BYTES_MAX } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { type EgressGuard, type ObjectStore, withDeadline } from '@output-review/runtime';
import type { Response } from 'undici';

import { defaultFilename } from './default-filename.ts';
import { fetchUrl } from './fetch-url.ts';
import { fileFault } from './file-fault.ts';
import { checkSize, fileTooLarge } from './file-size.ts';
import { tidyFilename } from './filename.ts';
import { findType } from './find-type.ts';
import { nameOfAnswer } from './name-of-answer.ts';
import { Spool } from './spool.ts';
import type { SpoolShare } from './spool-budget.ts';
import type { FileHints, TakenFile } from './taken-file.ts';

/** How long a submission waits for one of its urls. */
export const FETCH_MS_MAX = 10_000;

const NO_TIME_LEFT = 'The urls of the submission took too long all together.';

export interface UrlDeps {
  readonly store: Pick<ObjectStore, 'put'>;
  readonly egress: EgressGuard;
  /** Where bytes lie until their number is known; on a disk. */
  readonly spoolFolder: string;
  readonly fetchMsMax?: number;
}

export interface UrlSource extends FileHints {
  readonly url: string;
  /** Ends the fetching, which ends after its own time at the latest. */
  readonly signal: AbortSignal;
  /** What the submission has of the spool. */
  readonly share: SpoolShare;
}

/**
 * Fetches a file and stores it.
 *
 * @throws AppError UNPROCESSABLE_ATTACHMENT where it cannot be taken or does not come in time;
 *   PAYLOAD_TOO_LARGE; MEDIA_QUOTA_EXCEEDED; UNAVAILABLE.
 */
export async function takeUrl(
  { store, egress, spoolFolder, fetchMsMax = FETCH_MS_MAX }: UrlDeps,
  objectKey: string,
  { url, signal, share, ...hints }: UrlSource,
): Promise<TakenFile> {
  const spool = await Spool.open(spoolFolder, share);
  try {
    const answer = await fetchInTime({ signal, timeoutMs: fetchMsMax }, async (ended) => {
      const opened = await fetchUrl(egress, url, ended);
      await receive(opened, { spool, share, ended });
      return opened;
    });
    const said = nameOfAnswer(answer.headers.get('content-disposition'), url);
    const filename = tidyFilename(hints.filename ?? '') ?? tidyFilename(said);
    const contentType = await findType(async () => spool.read(), {
      filename,
      contentType: hints.contentType ?? answer.headers.get('content-type'),
    });
    await store.put(objectKey, spool.read(), { size: spool.size, contentType });
    return {
      filename: filename ?? defaultFilename(contentType),
      contentType,
      sizeBytes: spool.size,
    };
  } finally {
    await spool.close();
  }
}

async function fetchInTime<T>(
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
  work: (ended: AbortSignal) => Promise<T>,
): Promise<T> {
  return withDeadline({ timeoutMs, signal }, async (ended) => {
    try {
      return await work(ended);
    } catch (error) {
      if (error instanceof AppError && error.code !== 'UNPROCESSABLE_ATTACHMENT') throw error;
      if (signal.aborted) throw fileFault(NO_TIME_LEFT);
      if (ended.aborted) throw fileFault(tooSlow(timeoutMs));
      throw error;
    }
  });
}

function tooSlow(timeoutMs: number): string {
  return `The server of the url did not deliver the file within ${timeoutMs / 1000} seconds.`;
}

interface Receiving {
  readonly spool: Spool;
  readonly share: SpoolShare;
  readonly ended: AbortSignal;
}

async function receive({ headers, body }: Response, { spool, share, ended }: Receiving) {
  try {
    const declared = Number(headers.get('content-length'));
    if (declared > FILE_BYTES_MAX) throw fileTooLarge();
    share.checkQuota(declared);
  } catch (error) {
    await body?.cancel().catch(() => {});
    throw error;
  }
  try {
    for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
      if (spool.size + chunk.byteLength > FILE_BYTES_MAX) throw fileTooLarge();
      await spool.add(chunk, ended);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw fileFault('The server of the url broke off before the file was complete.');
  }
  checkSize(spool.size);
}
