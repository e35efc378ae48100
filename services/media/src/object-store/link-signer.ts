/**
 * Links that send a browser directly to the store, past our own listener. Each is valid for one method, one key and
 * LINK_LIFETIME_SECONDS. The store refuses any other method, key or time.
 *
 * Stores differ in whether they refuse a link sent with an `Authorization` header: AWS and MinIO do, others serve it.
 * Callers that need the refusal must use their own listener.
 */
export interface LinkSigner {
  /**
   * A link to read one object, served with this type and disposition. If there is no such object, the store answers
   * 404.
   */
  signGet(key: string, answer: LinkAnswer): Promise<string>;
  /**
   * A link to store one object of exactly this type and size.
   *
   * @returns null if the store does not enforce what was signed, see `findPutFaults`.
   * @throws AppError UNAVAILABLE if the store does not answer.
   */
  signPut(key: string, upload: LinkUpload): Promise<SignedPut | null>;
  /**
   * Lists what an uploader could do beyond what was signed, one sentence each; empty if `signPut` returns links. Probed
   * once.
   *
   * @throws AppError UNAVAILABLE if the store does not answer.
   */
  findPutFaults(): Promise<readonly string[]>;
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
