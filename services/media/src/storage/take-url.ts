import { FILE_BYTES_MAX } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { type EgressGuard, withDeadline } from '@output-review/runtime';
import type { Response } from 'undici';

import {
  checkSize,
  fileFault,
  type FileHints,
  fileTooLarge,
  type TakenFile,
} from '../content/content.pure.ts';
import { findType } from '../content/find-type.ts';
import { defaultFilename, nameOfAnswer, tidyFilename } from '../content/names.pure.ts';
import type { ObjectStore } from '../object-store/object-store.ts';
import { fetchUrl } from './fetch-url.ts';
import type { SpoolShare } from './spool-budget.ts';
import { Spool } from './spool.ts';

/** Timeout for one URL of a submission. */
export const FETCH_MS_MAX = 10_000;

const NO_TIME_LEFT = 'The URLs of the submission took too long in total.';

/** The dependencies and limits of fetching a file. */
export interface UrlTools {
  readonly store: Pick<ObjectStore, 'put'>;
  readonly egress: EgressGuard;
  /** A folder on disk for bytes whose total size is not known yet. */
  readonly spoolDir: string;
  readonly fetchMsMax?: number;
}

export interface UrlSource extends FileHints {
  readonly url: string;
  /** Aborts the fetch before its own timeout. */
  readonly signal: AbortSignal;
  /** The submission's share of the spool. */
  readonly share: SpoolShare;
}

/**
 * Fetches a file and stores it.
 *
 * @throws AppError UNPROCESSABLE_ATTACHMENT if it is not accepted or times out; PAYLOAD_TOO_LARGE;
 *   MEDIA_QUOTA_EXCEEDED; UNAVAILABLE.
 */
export async function takeUrl(
  { store, egress, spoolDir, fetchMsMax = FETCH_MS_MAX }: UrlTools,
  objectKey: string,
  { url, signal, share, ...hints }: UrlSource,
): Promise<TakenFile> {
  const spool = await Spool.open(spoolDir, share);
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
  return `The server of the URL did not deliver the file within ${timeoutMs / 1000} seconds.`;
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
    throw fileFault('The server of the URL closed the connection before the file was complete.');
  }
  checkSize(spool.size);
}
