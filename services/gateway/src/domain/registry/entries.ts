/** A project, as its workspace sees it. */
export interface Project {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly createdAt: Date;
}

/** A task; its id is unique in its workspace, its name in its project. */
export interface Task {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** What may be deleted: a project, or one task of it. */
export type RegistryEntry =
  | { readonly kind: 'project'; readonly workspaceId: string; readonly id: string }
  | {
      readonly kind: 'task';
      readonly workspaceId: string;
      readonly id: string;
      readonly projectId: string;
    };

/** The project that carries the closing mark of an entry. */
export function projectIdOf(entry: RegistryEntry): string {
  return entry.kind === 'project' ? entry.id : entry.projectId;
}
