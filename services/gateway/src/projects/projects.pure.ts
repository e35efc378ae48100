import type { AnswerOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

/** What a project or a task says of the outputs in it. Null: a task as its project; a project nothing. */
export interface EntrySettings {
  /** How much of what passes is sampled, 0 to 1. */
  readonly sampleRate: number | null;
  /** Which group gets what is flagged, and which what nobody decided in time. */
  readonly reviewGroupId: string | null;
  readonly escalationGroupId: string | null;
}

/** Undefined: as it is. */
export type SettingsUpdate = {
  readonly [K in keyof EntrySettings]: EntrySettings[K] | undefined;
};

/** A project, as its workspace sees it. */
export interface Project extends EntrySettings {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly createdAt: Date;
}

/** A task; its id is unique in its workspace, its name in its project. */
export interface Task extends EntrySettings {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** Whether review has to know of them. */
export function saysSomething(settings: EntrySettings): boolean {
  const { sampleRate, reviewGroupId, escalationGroupId } = settings;
  return [sampleRate, reviewGroupId, escalationGroupId].some((setting) => setting !== null);
}

/** The same of a change. A name too, also the present one: of a repeated rename, review has perhaps not heard yet. */
export function changesSomething(
  update: SettingsUpdate & { readonly name: string | undefined },
): boolean {
  const { name, sampleRate, reviewGroupId, escalationGroupId } = update;
  return [name, sampleRate, reviewGroupId, escalationGroupId].some((each) => each !== undefined);
}

export function updateSettings(before: EntrySettings, update: SettingsUpdate): EntrySettings {
  const { sampleRate, reviewGroupId, escalationGroupId } = update;
  return {
    sampleRate: sampleRate === undefined ? before.sampleRate : sampleRate,
    reviewGroupId: reviewGroupId === undefined ? before.reviewGroupId : reviewGroupId,
    escalationGroupId:
      escalationGroupId === undefined ? before.escalationGroupId : escalationGroupId,
  };
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

/** An entry as it is answered. */
export type Counted<T extends Project | Task> = T & { readonly executionCount: number };

/** The closing mark of an entry. While it stands nothing new comes into its project, but outputs once the closing was given up. */
export interface Closing {
  readonly entry: RegistryEntry;
  /** Tells this mark from a later one. */
  readonly mark: string;
}

/** Outputs of one task, or of a project without a task. */
export type OutputCount = AnswerOf<typeof INTERNAL_OPERATIONS.countOutputs>['counts'][number];

/** Adds up the counts by project and by task. */
export function sumOutputCounts(counts: readonly OutputCount[]): OutputCounts {
  const byProject = new Map<string, number>();
  const byTask = new Map<string, number>();
  for (const { projectId, taskId, count } of counts) {
    add(byProject, projectId, count);
    if (taskId !== null) add(byTask, taskId, count);
  }
  return {
    all: counts.reduce((sum, { count }) => sum + count, 0),
    ofProject: (id) => byProject.get(id) ?? 0,
    ofTask: (id) => byTask.get(id) ?? 0,
  };
}

export interface OutputCounts {
  readonly all: number;
  ofProject(id: string): number;
  ofTask(id: string): number;
}

function add(sums: Map<string, number>, id: string, count: number): void {
  sums.set(id, (sums.get(id) ?? 0) + count);
}

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

export function notEmpty({ kind }: RegistryEntry): AppError {
  return kind === 'project'
    ? new AppError(
        'PROJECT_NOT_EMPTY',
        'The project still has outputs, rules or instructions. Delete them first.',
      )
    : new AppError(
        'TASK_NOT_EMPTY',
        'The task still has outputs, rules or instructions. Delete them first.',
      );
}

export function noSuchProject(): AppError {
  return new AppError('NOT_FOUND', 'There is no project with this ID.');
}
