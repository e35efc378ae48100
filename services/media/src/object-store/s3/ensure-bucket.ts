import { AppError } from '@output-review/errors';

import { makeBucketClient } from './bucket-client.ts';
import { toS3Failure } from './s3-failure.ts';
import { type S3Settings, SILENCE_MS } from './s3-settings.ts';

/**
 * Creates the bucket if it does not exist. Safe to call concurrently.
 *
 * @param user gets access to the objects by the bucket's policy; null leaves the policy unchanged.
 * @returns whether this call created it.
 * @throws AppError UNAVAILABLE if the store is down or denies access; the message says which.
 */
export async function ensureBucket(
  settings: S3Settings,
  user: string | null = null,
): Promise<boolean> {
  const client = makeBucketClient(settings, SILENCE_MS);
  try {
    const isMade = await client.make();
    if (user !== null) await client.allow(user);
    return isMade;
  } catch (error) {
    throw exposeCause(toS3Failure(error, settings));
  } finally {
    client.close();
  }
}

/** Exposes the cause of a failure: operators, who create buckets, need the details hidden from users. */
function exposeCause(failure: unknown): unknown {
  if (!(failure instanceof AppError) || !(failure.cause instanceof Error)) return failure;
  return new AppError(failure.code, failure.cause.message, { cause: failure.cause });
}
