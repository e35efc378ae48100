/** What the tables say lies in the store. */
export interface StoredRow {
  readonly objectKey: string;
  readonly workspaceId: string;
  /** Of the interface. */
  readonly key: string;
}

export interface StoredRows {
  /** Those of the object keys that some row names, or that are about to be removed anyway. */
  findKnown(objectKeys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those of the object keys that some row names whose bytes have to be there. */
  findNamed(objectKeys: readonly string[]): Promise<ReadonlySet<string>>;
  /** Rows whose bytes have to be there, by their object keys, from behind `after`. */
  list(after: string, limit: number): Promise<StoredRow[]>;
}

export interface KeeperRuns {
  /** @returns whether nobody has begun since then; from now on somebody has. */
  begin(now: Date, lastBefore: Date): Promise<boolean>;
}
