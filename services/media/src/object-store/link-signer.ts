import type { buildConnector } from 'undici';

/**
 * Links that send a browser directly to the store, past our own listener. Each is valid for one method, one key and
 * LINK_LIFETIME_SECONDS. The store refuses any other method, key or time.
 *
 * Stores differ in what else they refuse, see `ProbedStoreLinks`.
 */
export interface LinkSigner {
  /**
   * A link to read one object, served with this type and disposition. If there is no such object, the store answers
   * 404.
   */
  signGet(key: string, answer: LinkAnswer): Promise<string>;
  /** A link to store one object of exactly this type and size. */
  signPut(key: string, upload: LinkUpload): Promise<SignedPut>;
  /** Connects to the address of the links. */
  readonly connect: buildConnector.connector;
  /** Of the bucket in that address. */
  readonly bucket: string;
}

/** Headers of the response to a signed GET. */
export interface LinkAnswer {
  readonly contentType: string;
  /** The `Content-Disposition`, with names already escaped. */
  readonly disposition: string;
}

export interface LinkUpload {
  readonly contentType: string;
  /** Exact size in bytes. */
  readonly size: number;
}

export interface SignedPut {
  readonly url: string;
  /** To be sent unchanged, in addition to the `Content-Length` that every client sets. */
  readonly headers: Readonly<Record<string, string>>;
}
