/** What a link allows: to read one file, as it was when the link was made. */
export interface ReadGrant {
  readonly method: 'GET';
  readonly workspaceId: string;
  readonly key: string;
  /** As it is served. */
  readonly contentType: string;
  readonly sizeBytes: number;
  /** The `Content-Disposition`. */
  readonly disposition: string;
  /** Whether an `Authorization` header does not matter; clients keep theirs over a redirect. */
  readonly ignoresCredential: boolean;
}

/** What a link allows: to put the bytes of one announced upload. */
export interface WriteGrant {
  readonly method: 'PUT';
  readonly workspaceId: string;
  readonly key: string;
  /** As announced; null takes any. */
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
}

export type Grant = ReadGrant | WriteGrant;
