import { AppError } from '@output-review/errors';
import { systemClock } from '@output-review/runtime';

import { makeS3Client, type S3Client } from './s3-client.ts';
import { S3Error, toS3Failure } from './s3-failure.ts';
import { type S3Settings, SILENCE_MS } from './s3-settings.ts';
import { makeRequestSigner } from './sign-request.ts';

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
  const client = makeS3Client(settings, makeRequestSigner(settings, systemClock), SILENCE_MS);
  try {
    const isMade = await makeBucket(client, settings);
    if (user !== null) {
      const policy = formatBucketPolicy(settings.bucket, user);
      await client.call({ method: 'PUT', query: { policy: '' } }, null, policy);
    }
    return isMade;
  } catch (error) {
    throw exposeCause(toS3Failure(error, settings));
  } finally {
    await client.close();
  }
}

export async function existsBucket(client: S3Client): Promise<boolean> {
  try {
    await client.call({ method: 'HEAD' }, null);
    return true;
  } catch (error) {
    if (error instanceof S3Error && error.code === 'NotFound') return false;
    throw error;
  }
}

/** @returns false if the bucket exists already or was created concurrently. */
async function makeBucket(client: S3Client, { region }: S3Settings): Promise<boolean> {
  if (await existsBucket(client)) return false;
  // The default region has no name there.
  const body =
    region === 'us-east-1'
      ? undefined
      : `<CreateBucketConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><LocationConstraint>${region}</LocationConstraint></CreateBucketConfiguration>`;
  try {
    await client.call({ method: 'PUT' }, null, body);
    return true;
  } catch (error) {
    if (await existsBucket(client)) return false;
    throw error;
  }
}

/** What media does with its bucket and the objects in it. */
const OBJECT_ACTIONS = ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'];
const BUCKET_ACTIONS = ['s3:ListBucket', 's3:GetBucketLocation'];

/** A bucket policy that allows a user exactly these actions. @param user as the store names it; at AWS an ARN. */
function formatBucketPolicy(bucket: string, user: string): string {
  const allow = (resource: string, actions: readonly string[]) => ({
    ...{ Effect: 'Allow', Principal: { AWS: [user] } },
    ...{ Action: actions, Resource: [`arn:aws:s3:::${resource}`] },
  });
  return JSON.stringify({
    Version: '2012-10-17',
    Statement: [allow(`${bucket}/*`, OBJECT_ACTIONS), allow(bucket, BUCKET_ACTIONS)],
  });
}

/** Exposes the cause of a failure: operators, who create buckets, need the details hidden from users. */
function exposeCause(failure: unknown): unknown {
  if (!(failure instanceof AppError) || !(failure.cause instanceof Error)) return failure;
  return new AppError(failure.code, failure.cause.message, { cause: failure.cause });
}
