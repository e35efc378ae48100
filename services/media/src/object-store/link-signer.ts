/**
 * Links that lead a browser straight to the store, past our own listener. Each holds for one method, one
 * key and LINK_LIFETIME_SECONDS; another method, key or time is refused by the store.
 *
 * Whether a store refuses a link that comes with an `Authorization` header is its own affair: AWS and
 * MinIO do, others serve it. Who must have it refused serves by a listener of his own.
 */
export interface LinkSigner {
  /**
   * A link to read one object, answered with this type and disposition. There need not be such an
   * object: the store answers 404 then.
   */
  signGet(key: string, answer: LinkAnswer): Promise<string>;
  /**
   * A link to store one object of exactly this type and size.
   *
   * @returns null where the store does not hold uploaders to what was signed, see `findPutFaults`.
   * @throws AppError UNAVAILABLE where the store cannot be asked.
   */
  signPut(key: string, upload: LinkUpload): Promise<SignedPut | null>;
  /**
   * What an uploader could do beyond what was signed, one sentence each; none where `signPut` gives
   * links. Found out by trying, once.
   *
   * @throws AppError UNAVAILABLE where the store cannot be asked.
   */
  findPutFaults(): Promise<readonly string[]>;
}

/** What the answer to a signed GET says of itself. */
export interface LinkAnswer {
  readonly contentType: string;
  /** The `Content-Disposition`; escape names before. */
  readonly disposition: string;
}

export interface LinkUpload {
  readonly contentType: string;
  /** Bytes, exactly. */
  readonly size: number;
}

export interface SignedPut {
  readonly url: string;
  /** To be sent as they are, beside the `Content-Length` that every client sets by itself. */
  readonly headers: Readonly<Record<string, string>>;
}
