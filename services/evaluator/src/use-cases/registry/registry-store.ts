/** A project or a task of the gateway's registry. */
export interface RegistryRef {
  readonly workspaceId: string;
  readonly kind: 'project' | 'task';
  readonly id: string;
}

export interface ChangedEntry extends RegistryRef {
  readonly projectId: string | null;
  readonly name: string;
  readonly version: number;
  readonly deleted: boolean;
}

export interface RegistryStore {
  /**
   * Records the entry as closed where no rule refers to it, nor to a task of it; no rule can from
   * then on. @returns whether it is closed.
   */
  close(entry: RegistryRef): Promise<boolean>;
  reopen(entry: RegistryRef): Promise<void>;
  /** Keeps the newest of each entry; one that is deleted stays closed. */
  apply(changes: readonly ChangedEntry[]): Promise<void>;
}
