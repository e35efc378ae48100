import { AppError } from '@output-review/errors';

import { makeBucketClient } from './bucket-client.ts';
import { toS3Failure } from './s3-failure.ts';
import { type S3Settings, SILENCE_MS } from './s3-settings.ts';

/**
 * Makes the bucket where there is none. Safe to be called by several at once.
 *
 * @param user whom the bucket's policy then lets at its objects; null leaves the policy as it is.
 * @returns whether it was made, by this call.
 * @throws AppError UNAVAILABLE where the store is away or refuses us; it says which it is.
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
    throw plainly(toS3Failure(error, settings));
  } finally {
    client.close();
  }
}

/** Buckets are made for operators: what is kept from users tells them what to mend. */
function plainly(failure: unknown): unknown {
  if (!(failure instanceof AppError) || !(failure.cause instanceof Error)) return failure;
  return new AppError(failure.code, failure.cause.message, { cause: failure.cause });
}
