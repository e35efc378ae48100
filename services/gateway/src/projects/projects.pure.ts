import type { AnswerOf, INTERNAL_OPERATIONS } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

/** Settings of a project or task for its outputs. Null: a task uses those of its project, a project has none. */
export interface EntrySettings {
  /** The share of passed outputs that is sampled, 0 to 1. */
  readonly sampleRate: number | null;
  /** The group for flagged outputs, and the group for outputs that were not decided in time. */
  readonly reviewGroupId: string | null;
  readonly escalationGroupId: string | null;
}

/** Undefined: unchanged. */
export type SettingsUpdate = {
  readonly [K in keyof EntrySettings]: EntrySettings[K] | undefined;
};

/** A project, as seen by its workspace. */
export interface Project extends EntrySettings {
  readonly id: string;
  readonly name: string;
  readonly icon: string | null;
  readonly createdAt: Date;
}

/** A task. Its ID is unique in its workspace, its name in its project. */
export interface Task extends EntrySettings {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** Whether review must know these settings. */
export function concernsReview(settings: EntrySettings): boolean {
  const { sampleRate, reviewGroupId, escalationGroupId } = settings;
  return [sampleRate, reviewGroupId, escalationGroupId].some((setting) => setting !== null);
}

/** The same for a change. Includes an unchanged name, because review may have missed a rename that is repeated. */
export function changeConcernsReview(
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

/** An entry that can be deleted: a project, or a task of it. */
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

/** An entry as returned by the API. */
export type Counted<T extends Project | Task> = T & { readonly executionCount: number };

/** A closing. While its mark is set, the project accepts nothing new, except outputs once the closing was given up. */
export interface Closing {
  readonly entry: RegistryEntry;
  /** Distinguishes this mark from later ones. */
  readonly mark: string;
}

/** The number of outputs of one task, or of a project without a task. */
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

/** Names as sent, and as folded keys. */
export interface NamesToResolve {
  readonly workspaceId: string;
  readonly projectName: string;
  readonly projectKey: string;
  readonly taskName: string | null;
  readonly taskKey: string | null;
}

/** The result of resolving names, in the spelling of the project and task. */
export interface NamedIds {
  readonly projectId: string;
  readonly projectName: string;
  readonly taskId: string | null;
  readonly taskName: string | null;
}

/** A query with its result; null if nothing has the name. */
export interface FoundNames extends NamesToResolve {
  readonly projectId: string | null;
  readonly taskId: string | null;
}

/** The key of an entry in the registry. */
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
