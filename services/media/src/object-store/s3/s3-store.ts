import type { Readable } from 'node:stream';
import { rootCertificates } from 'node:tls';

import { AnnouncedBody } from '../announced-body.ts';
import {
  checkObjectKey,
  checkPutOptions,
  checkRange,
  type GetOptions,
  type LinkSigner,
  type ListedObject,
  noSuchObject,
  type ObjectHead,
  type ObjectStore,
  type PutOptions,
  type Refusal,
  type StoredObject,
} from '../object-store.ts';
import { type BucketClient, makeBucketClient } from './bucket-client.ts';
import { type ByteClient, makeByteClient } from './byte-client.ts';
import { explainS3Failure, S3Error, toS3Failure } from './s3-failure.ts';
import { type S3Options, type S3Settings, SILENCE_MS } from './s3-settings.ts';
import { makeRequestSigner } from './sign-request.ts';
import { makeConnector } from './store-connection.ts';

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
  readonly #bucket: BucketClient;
  readonly #bytes: ByteClient;

  constructor(options: S3Options) {
    const { publicUrl, clock, silenceMs = SILENCE_MS } = options;
    const sign = makeRequestSigner(options, clock);
    this.#settings = options;
    this.#bucket = makeBucketClient(options, silenceMs);
    this.#bytes = makeByteClient(options, sign, silenceMs);
    this.links = publicUrl ? makeS3LinkSigner({ ...options, publicUrl }) : null;
  }

  async put(key: string, body: Readable, options: PutOptions): Promise<void> {
    const announced = new AnnouncedBody(body, options.size);
    try {
      checkObjectKey(key);
      checkPutOptions(options);
      await this.#bytes.put(key, announced.stream, options);
    } catch (error) {
      announced.destroy();
      throw announced.failure ?? toS3Failure(error, this.#settings);
    }
  }

  async get(key: string, options: GetOptions = {}): Promise<StoredObject> {
    checkObjectKey(key);
    if (options.range) checkRange(options.range);
    return this.#ask(() => this.#bytes.get(key, options));
  }

  async head(key: string): Promise<ObjectHead | null> {
    checkObjectKey(key);
    return this.#ask(async () => {
      try {
        return await this.#bytes.head(key);
      } catch (error) {
        if (!(error instanceof S3Error) || error.code !== 'NotFound') throw error;
        // A response to HEAD does not say whether the object or the bucket is missing.
        if (await this.#bucket.exists()) return null;
        throw new S3Error(404, 'NoSuchBucket');
      }
    });
  }

  async copy(from: string, to: string): Promise<void> {
    checkObjectKey(from);
    checkObjectKey(to);
    // The store would copy the part left by an interrupted upload, and refuse to copy an object onto itself.
    if ((await this.head(from)) === null) throw noSuchObject(null);
    if (from !== to) await this.#ask(() => this.#bucket.copy(from, to));
  }

  async delete(key: string): Promise<void> {
    checkObjectKey(key);
    await this.#ask(() => this.#bucket.remove(key));
  }

  async deleteMany(keys: readonly string[]): Promise<Refusal[]> {
    keys.forEach(checkObjectKey);
    return this.#ask(() => this.#bucket.removeMany(keys));
  }

  async *list(): AsyncGenerator<ListedObject> {
    try {
      yield* this.#bucket.list();
    } catch (error) {
      throw toS3Failure(error, this.#settings);
    }
  }

  async probe(): Promise<void> {
    try {
      if (!(await this.#bucket.exists())) throw new S3Error(404, 'NoSuchBucket');
    } catch (error) {
      throw explainS3Failure(error, this.#settings);
    }
  }

  async close(): Promise<void> {
    this.#bucket.close();
    await this.#bytes.close();
  }

  async #ask<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      throw toS3Failure(error, this.#settings);
    }
  }
}

/** Signs links for the address at which browsers reach the store. */
function makeS3LinkSigner(options: S3Options & { readonly publicUrl: string }): LinkSigner {
  const { publicUrl, clock, bucket, silenceMs = SILENCE_MS } = options;
  const sign = makeRequestSigner({ ...options, endpoint: publicUrl }, clock);
  return {
    signGet: async (key, { contentType, disposition }) => {
      checkObjectKey(key);
      const query = {
        'response-content-type': contentType,
        'response-content-disposition': disposition,
      };
      return sign({ method: 'GET', key, query });
    },
    async signPut(key, { contentType, size }) {
      checkObjectKey(key);
      const headers = { 'content-length': String(size), 'content-type': contentType };
      const url = await sign({ method: 'PUT', key, headers });
      return { url, headers: { 'content-type': contentType } };
    },
    // The store may have a certificate of its own CA there, or one that browsers trust.
    connect: makeConnector(options, silenceMs, rootCertificates),
    bucket,
  };
}
