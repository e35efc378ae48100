import http from 'node:http';
import https from 'node:https';

import { Client } from 'minio';

import type { ListedObject, Refusal } from '../object-store.ts';
import { S3Error } from './s3-failure.ts';
import { isSecure, type S3Settings } from './s3-settings.ts';
import { makeAgent } from './store-connection.ts';

/** What a bucket is asked besides bytes. Fails with what the MinIO client throws. */
export interface BucketClient {
  exists(): Promise<boolean>;
  /** @returns false where it was there already, or somebody else was faster. */
  make(): Promise<boolean>;
  /** Lets a user at its objects. */
  allow(user: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  remove(key: string): Promise<void>;
  /** @returns those that the store keeps. */
  removeMany(keys: readonly string[]): Promise<Refusal[]>;
  list(): AsyncIterable<ListedObject>;
  close(): void;
}

// Below the idle time of every store, so that none closes a connection that we begin to use.
const IDLE_MS = 4_000;
const CONNECTIONS_MAX = 32;
// S3 takes a thousand; SeaweedFS on a busy machine does not do that many within the silence.
const KEYS_A_REQUEST = 100;

/**
 * The MinIO client, with an end to every call. No other file may import it.
 *
 * Bytes go past it: it reads a whole file into memory up to 64 MiB, and joins two uploads of the same key
 * into one above.
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
        request(
          { ...options, signal: AbortSignal.timeout(silenceMs) },
          answered,
        )) as typeof https.request,
    },
    // Who calls knows better whether and when to try again.
    retryOptions: { disableRetry: true },
  });

  return {
    exists: () => told(client.bucketExists(bucket)),
    make: () => told(makeBucket(client, settings)),
    allow: (user) => told(client.setBucketPolicy(bucket, formatBucketPolicy(bucket, user))),
    copy: async (from, to) => {
      await told(client.copyObject(bucket, to, `/${bucket}/${from}`));
    },
    remove: (key) => told(client.removeObject(bucket, key)),
    removeMany: (keys) => removeMany(client, bucket, keys),
    list: () => listPages(client, bucket),
    close: () => agent.destroy(),
  };
}

/** With retries turned off the client throws a plain error where the store says 5xx or 429. */
async function told<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const status = /Retryable HTTP status: (\d{3})/.exec(String(error))?.[1];
    throw status === undefined ? error : new S3Error(Number(status), '');
  }
}

function addressOf(settings: S3Settings): { endPoint: string; port: number; useSSL: boolean } {
  const { hostname, port } = new URL(settings.endpoint);
  const useSSL = isSecure(settings);
  // IPv6 stands in brackets in a URL, and bare here.
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

/** What media does with the objects of its bucket, and with the bucket. */
const OBJECT_ACTIONS = ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'];
const BUCKET_ACTIONS = ['s3:ListBucket', 's3:GetBucketLocation'];

/** The policy of a bucket that lets a user do just that. @param user as the store names it: at AWS an ARN. */
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

// The types of the client have it one level deeper than what it reads out of the answer.
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
    const failures = await told(client.removeObjects(bucket, some));
    for (const failure of failures) {
      const { Key: key, Code: reason = '' } = failure as ObjectError;
      if (reason === 'NoSuchKey') continue;
      // Of whatever it speaks, nobody knows what is gone.
      if (key === undefined || !some.includes(key)) throw new S3Error(200, reason);
      refused.push({ key, reason });
    }
  }
  return refused;
}

async function* listPages(client: Client, bucket: string): AsyncGenerator<ListedObject> {
  let token = '';
  do {
    const page = await told(client.listObjectsV2Query(bucket, '', token, '', 1_000, ''));
    for (const { name, size, lastModified } of page.objects) {
      if (name !== undefined) yield { key: name, size, storedAt: lastModified };
    }
    token = page.isTruncated ? page.nextContinuationToken : '';
  } while (token !== '');
}
