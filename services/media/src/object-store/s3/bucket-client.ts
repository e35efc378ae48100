import http from 'node:http';
import https from 'node:https';

import { Client } from 'minio';

import type { ListedObject, Refusal } from '../object-store.ts';
import { isPage, S3Error } from './s3-failure.ts';
import { isSecure, type S3Settings } from './s3-settings.ts';
import { makeAgent } from './store-connection.ts';

/** Operations on a bucket other than reading and writing bytes. Throws the errors of the MinIO client. */
export interface BucketClient {
  exists(): Promise<boolean>;
  /** @returns false if the bucket exists already or was created concurrently. */
  make(): Promise<boolean>;
  /** Grants a user access to its objects. */
  allow(user: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** @returns the objects that the store refused to delete. */
  removeMany(keys: readonly string[]): Promise<Refusal[]>;
  list(): AsyncIterable<ListedObject>;
  close(): void;
}

// Below the idle timeout of every store, so that no store closes a connection that is about to be used.
const IDLE_MS = 4_000;
const CONNECTIONS_MAX = 32;
// S3 accepts a thousand. SeaweedFS on a busy machine does not finish that many within the timeout.
const KEYS_A_REQUEST = 100;

/**
 * Wraps the MinIO client with a timeout for every call. No other file may import it.
 *
 * Bytes do not go through it: it buffers files up to 64 MiB in memory, and joins two uploads of the same key into one
 * above that.
 */
export function makeBucketClient(settings: S3Settings, silenceMs: number): BucketClient {
  const { bucket } = settings;
  const { request } = isSecure(settings) ? https : http;
  const agent = makeAgent(settings, {
    ...{ keepAlive: true, timeout: IDLE_MS, maxSockets: CONNECTIONS_MAX },
  });
  const client = new Client({
    ...addressOf(settings),
    region: settings.region,
    accessKey: settings.accessKey,
    secretKey: settings.secretKey,
    transportAgent: agent,
    transport: {
      request: ((options: https.RequestOptions, answered: (answer: http.IncomingMessage) => void) =>
        request({ ...options, signal: AbortSignal.timeout(silenceMs) }, (answer) => {
          // Counts as a Bad Gateway. The client takes a page that answers a deletion as success.
          if (answer.statusCode === 200 && isPage(answer.headers)) answer.statusCode = 502;
          answered(answer);
        })) as typeof https.request,
    },
    // Callers know better whether and when to retry.
    retryOptions: { disableRetry: true },
  });

  return {
    exists: () => withS3Errors(client.bucketExists(bucket)),
    make: () => withS3Errors(makeBucket(client, settings)),
    allow: (user) => withS3Errors(client.setBucketPolicy(bucket, formatBucketPolicy(bucket, user))),
    copy: async (from, to) => {
      await withS3Errors(client.copyObject(bucket, to, `/${bucket}/${from}`));
    },
    remove: (key) => withS3Errors(client.removeObject(bucket, key)),
    removeMany: (keys) => removeMany(client, bucket, keys),
    list: () => listPages(client, bucket),
    close: () => agent.destroy(),
  };
}

/**
 * With retries disabled the client throws a plain error for a 5xx or 429. If the body of a 200 is an error, which S3 sends
 * if it fails after it has begun to answer, it throws the parsed body. If the body is not the store's, InvalidXMLError.
 */
async function withS3Errors<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const status = /Retryable HTTP status: (\d{3})/.exec(String(error))?.[1];
    if (status !== undefined) throw new S3Error(Number(status), '');
    if (error instanceof Error && error.name !== 'InvalidXMLError') throw error;
    const { Code: code = '' } = error as ObjectError;
    throw new S3Error(200, code);
  }
}

function addressOf(settings: S3Settings): { endPoint: string; port: number; useSSL: boolean } {
  const { hostname, port } = new URL(settings.endpoint);
  const useSSL = isSecure(settings);
  // IPv6 addresses have brackets in a URL, but not here.
  const endPoint = hostname.replace(/^\[(.*)\]$/, '$1');
  return { endPoint, port: port === '' ? (useSSL ? 443 : 80) : Number(port), useSSL };
}

async function makeBucket(client: Client, { bucket, region }: S3Settings): Promise<boolean> {
  if (await client.bucketExists(bucket)) return false;
  try {
    await client.makeBucket(bucket, region);
    return true;
  } catch (error) {
    if (await client.bucketExists(bucket)) return false;
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

// The client's types nest these fields one level deeper than its responses do.
interface ObjectError {
  readonly Key?: string;
  readonly Code?: string;
}

async function removeMany(
  client: Client,
  bucket: string,
  keys: readonly string[],
): Promise<Refusal[]> {
  const refused: Refusal[] = [];
  for (let at = 0; at < keys.length; at += KEYS_A_REQUEST) {
    const some = keys.slice(at, at + KEYS_A_REQUEST);
    const failures = await withS3Errors(client.removeObjects(bucket, some));
    for (const failure of failures) {
      const { Key: key, Code: reason = '' } = failure as ObjectError;
      if (reason === 'NoSuchKey') continue;
      // Without a key from the request, it is unknown what was deleted.
      if (key === undefined || !some.includes(key)) throw new S3Error(200, reason);
      refused.push({ key, reason });
    }
  }
  return refused;
}

async function* listPages(client: Client, bucket: string): AsyncGenerator<ListedObject> {
  let token = '';
  do {
    const page = await withS3Errors(client.listObjectsV2Query(bucket, '', token, '', 1_000, ''));
    for (const { name, size, lastModified } of page.objects) {
      if (name !== undefined) yield { key: name, size, storedAt: lastModified };
    }
    token = page.isTruncated ? page.nextContinuationToken : '';
  } while (token !== '');
}
