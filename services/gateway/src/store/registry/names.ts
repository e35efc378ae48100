/** Names as they were sent, and folded. */
export interface NamesToResolve {
  readonly workspaceId: string;
  readonly projectName: string;
  readonly projectKey: string;
  readonly taskName: string | null;
  readonly taskKey: string | null;
}

/** Where names lead. The spelling is the one that the project and task have. */
export interface NamedIds {
  readonly projectId: string;
  readonly projectName: string;
  readonly taskId: string | null;
  readonly taskName: string | null;
}

export interface RegistryDeps {
  readonly newId: () => string;
  readonly now: () => Date;
}

/** A query with what it led to; null where nothing has the name. */
export interface FoundNames extends NamesToResolve {
  readonly projectId: string | null;
  readonly taskId: string | null;
}

/** Where an entry of the registry stands. */
export interface EntryKey {
  readonly workspaceId: string;
  readonly id: string;
}
