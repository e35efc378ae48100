import type { Project, RegistryEntry, Task } from '../../domain/registry/entries.ts';
import type { OutputCounts } from '../../domain/registry/output-counts.ts';
import type { Audit, WorkspaceRequest } from '../workspace-request.ts';

/** What the use cases of the registry need of its rows. */
export interface RegistryStore {
  /** By name. */
  listProjects(workspaceId: string): Promise<readonly Project[]>;
  /** By name; null where the project is not of this workspace. */
  listTasks(workspaceId: string, projectId: string): Promise<readonly Task[] | null>;
  /** Runs a change in one transaction with its events and with what the audit keeps of it. */
  change<T>(
    request: WorkspaceRequest,
    work: (tx: RegistryChange, audit: Audit) => Promise<T>,
  ): Promise<T>;
}

export interface NameTaking {
  readonly workspaceId: string;
  /** The project or task that takes the name. */
  readonly id: string;
  readonly nameKey: string;
}

export interface RegistryChange {
  /** The project, kept from other changes until the end; null where it is not of this workspace. */
  lockProject(workspaceId: string, id: string): Promise<Project | null>;
  insertProject(workspaceId: string, project: Project): Promise<void>;
  updateProject(workspaceId: string, project: Project): Promise<void>;
  /**
   * Makes a name lead to a project, as its current one; what was its current one becomes an alias.
   *
   * @returns false where it is the current name of another project; a former one is taken over.
   */
  takeProjectName(taking: NameTaking): Promise<boolean>;
  /** The task, kept from other changes until the end; null where it is not in this project. */
  lockTask(workspaceId: string, key: Pick<Task, 'projectId' | 'id'>): Promise<Task | null>;
  insertTask(workspaceId: string, task: Task): Promise<void>;
  updateTask(workspaceId: string, task: Task): Promise<void>;
  /** As takeProjectName, among the tasks of a project. */
  takeTaskName(taking: NameTaking & { readonly projectId: string }): Promise<boolean>;
}

/** Asks how many outputs there are. */
export type CountOutputs = (workspaceId: string) => Promise<OutputCounts>;

/** An entry as it is answered. */
export type Counted<T extends Project | Task> = T & { readonly executionCount: number };

/** The closing mark of an entry. While it stands nothing new comes into its project. */
export interface Closing {
  readonly entry: RegistryEntry;
  /** Tells this mark from a later one. */
  readonly mark: string;
}

export interface ClosingStore {
  /**
   * Sets the mark.
   *
   * @throws AppError NOT_FOUND; UNAVAILABLE where another closing of the project is under way.
   */
  mark(entry: RegistryEntry): Promise<Closing>;
  /** Removes the entry for who asks. @returns false where the mark was lifted meanwhile. */
  remove(request: WorkspaceRequest, closing: Closing): Promise<boolean>;
  lift(closing: Closing): Promise<void>;
  /** Marks that whoever set them has left behind. */
  listAbandoned(): Promise<readonly Closing[]>;
}

/** Somebody who may refer to projects and tasks. */
export interface RegistryOwner {
  /**
   * Whether nothing of the owner's refers to the entry. Where it keeps things outside of this
   * database it also refuses the entry from now on, until it is reopened.
   */
  close(entry: RegistryEntry): Promise<boolean>;
  reopen(entry: RegistryEntry): Promise<void>;
}
