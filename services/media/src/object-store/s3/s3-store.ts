import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

import type { Dispatcher } from 'undici';

import { AnnouncedBody } from '../announced-body.ts';
import type { LinkSigner } from '../link-signer.ts';
import {
  checkPutOptions,
  checkRange,
  type GetOptions,
  type ListedObject,
  noSuchObject,
  type ObjectHead,
  type ObjectStore,
  type PutOptions,
  type Refusal,
  type StoredObject,
} from '../object-store.ts';
import { checkObjectKey } from '../object-key.ts';
import { existsBucket } from './ensure-bucket.ts';
import { findPutFaults } from './find-put-faults.ts';
import { readHead, uploadHeaders } from './object-headers.ts';
import { fieldOf, makeS3Client, readAnswer, type S3Client } from './s3-client.ts';
import { explainS3Failure, S3Error, toS3Failure } from './s3-failure.ts';
import { makeS3LinkSigner } from './s3-link-signer.ts';
import { type S3Options, type S3Settings, SILENCE_MS } from './s3-settings.ts';
import { makeRequestSigner } from './sign-request.ts';

/**
 * Opens a bucket of any S3 store. Sends no request yet: the store may start later, see `probe`.
 *
 * An object is put by one request, which a store handles atomically, so nothing needs cleanup. Some stores keep the
 * part received of an interrupted request (versitygw 1.8). Such a part is hidden, but `list` returns it, and the
 * previous object of the key is lost.
 */
export function openS3Store(options: S3Options): ObjectStore {
  return new S3Store(options);
}

class S3Store implements ObjectStore {
  readonly links: LinkSigner | null;
  readonly #settings: S3Settings;
  readonly #client: S3Client;

  constructor(options: S3Options) {
    const { publicUrl, clock, silenceMs = SILENCE_MS } = options;
    const sign = makeRequestSigner(options, clock);
    this.#settings = options;
    this.#client = makeS3Client(options, sign, silenceMs);
    const trial = { settings: options, store: this, sign, silenceMs };
    const putFaults = onceAnswered(() => this.#ask(() => findPutFaults(trial)));
    this.links = publicUrl
      ? makeS3LinkSigner({ ...options, publicUrl, findPutFaults: putFaults })
      : null;
  }

  async put(key: string, body: Readable, options: PutOptions): Promise<void> {
    const announced = new AnnouncedBody(body, options.size);
    try {
      checkObjectKey(key);
      checkPutOptions(options);
      const request = { method: 'PUT', key, headers: uploadHeaders(options) } as const;
      await readAnswer(await this.#client.transfer(request, { body: announced.stream }), null);
    } catch (error) {
      announced.destroy();
      throw announced.failure ?? toS3Failure(error, this.#settings);
    }
  }

  async get(key: string, { range }: GetOptions = {}): Promise<StoredObject> {
    checkObjectKey(key);
    if (range) checkRange(range);
    const headers = range && { range: `bytes=${range.start}-${range.end}` };
    return this.#ask(async () =>
      openObject(
        await this.#client.transfer({ method: 'GET', key }, { ...(headers && { headers }) }),
      ),
    );
  }

  async head(key: string): Promise<ObjectHead | null> {
    checkObjectKey(key);
    return this.#ask(async () => {
      try {
        const answer = await this.#client.transfer({ method: 'HEAD', key });
        await answer.body.dump();
        return readHead(answer);
      } catch (error) {
        if (!(error instanceof S3Error) || error.code !== 'NotFound') throw error;
        // A response to HEAD does not say whether the object or the bucket is missing.
        if (await existsBucket(this.#client)) return null;
        throw new S3Error(404, 'NoSuchBucket');
      }
    });
  }

  async copy(from: string, to: string): Promise<void> {
    checkObjectKey(from);
    checkObjectKey(to);
    // The store would copy the part left by an interrupted upload, and refuse to copy an object onto itself.
    if ((await this.head(from)) === null) throw noSuchObject(null);
    if (from === to) return;
    const headers = { 'x-amz-copy-source': `/${this.#settings.bucket}/${from}` };
    await this.#ask(() =>
      this.#client.call({ method: 'PUT', key: to, headers }, 'CopyObjectResult'),
    );
  }

  async delete(key: string): Promise<void> {
    checkObjectKey(key);
    await this.#ask(() => this.#client.call({ method: 'DELETE', key }, null));
  }

  async deleteMany(keys: readonly string[]): Promise<Refusal[]> {
    keys.forEach(checkObjectKey);
    const refused: Refusal[] = [];
    for (let at = 0; at < keys.length; at += KEYS_A_REQUEST) {
      const some = keys.slice(at, at + KEYS_A_REQUEST);
      refused.push(...(await this.#ask(() => deleteSome(this.#client, some))));
    }
    return refused;
  }

  async *list(): AsyncGenerator<ListedObject> {
    let token = '';
    do {
      const query = { 'list-type': '2', ...(token !== '' && { 'continuation-token': token }) };
      const page = await this.#ask(() =>
        this.#client.call({ method: 'GET', query }, 'ListBucketResult'),
      );
      for (const part of page.split('<Contents>').slice(1)) {
        yield {
          key: fieldOf(part, 'Key'),
          size: Number(fieldOf(part, 'Size')),
          storedAt: new Date(fieldOf(part, 'LastModified')),
        };
      }
      token = fieldOf(page, 'IsTruncated') === 'true' ? fieldOf(page, 'NextContinuationToken') : '';
    } while (token !== '');
  }

  async probe(): Promise<void> {
    try {
      if (!(await existsBucket(this.#client))) throw new S3Error(404, 'NoSuchBucket');
    } catch (error) {
      throw explainS3Failure(error, this.#settings);
    }
  }

  async close(): Promise<void> {
    await this.#client.close();
  }

  async #ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw toS3Failure(error, this.#settings);
    }
  }
}

function openObject(answer: Dispatcher.ResponseData): StoredObject {
  const { body } = answer;
  // undici emits an error when the body is destroyed early, even without listeners.
  body.on('error', () => {});
  try {
    return { ...readHead(answer), body };
  } catch (error) {
    body.destroy();
    throw error;
  }
}

// S3 accepts a thousand. SeaweedFS on a busy machine does not finish that many within the timeout.
const KEYS_A_REQUEST = 100;

/** @returns the objects that the store refused to delete. */
async function deleteSome(client: S3Client, keys: readonly string[]): Promise<Refusal[]> {
  // Keys need no escaping, see `checkObjectKey`.
  const objects = keys.map((key) => `<Object><Key>${key}</Key></Object>`).join('');
  const body = `<Delete><Quiet>true</Quiet>${objects}</Delete>`;
  // S3 requires a checksum.
  const headers = { 'content-md5': createHash('md5').update(body).digest('base64') };
  const request = { method: 'POST', query: { delete: '' }, headers } as const;
  const answer = await client.call(request, 'DeleteResult', body);
  return answer
    .split('<Error>')
    .slice(1)
    .flatMap((part) => {
      const [key, reason] = [fieldOf(part, 'Key'), fieldOf(part, 'Code')];
      if (reason === 'NoSuchKey') return [];
      // Without a key from the request, it is unknown what was deleted.
      if (!keys.includes(key)) throw new S3Error(200, reason);
      return [{ key, reason }];
    });
}

/** Caches the answer; a failure is not cached. */
function onceAnswered<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | null = null;
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = null;
      throw error;
    });
    return asked;
  };
}
