import { AppError } from '@output-review/errors';
import type { AuditOrigin, Registry, RegistryEntry } from '@output-review/runtime';

import type { DocumentKey } from '../../domain/document.ts';

/** How a request names a document. */
export interface DocumentNames {
  readonly project: string;
  readonly task: string;
}

/** Who asks, and the registry in his name. */
export interface Asking {
  readonly workspaceId: string;
  readonly origin: AuditOrigin;
  readonly registry: Registry;
}

/** A document's key and the names that it has at present. It need not be there. */
export interface Place {
  readonly key: DocumentKey;
  readonly projectName: string;
  readonly taskName: string;
}

export interface NameStore {
  /** Keeps names that the registry told, where there are no newer ones. */
  learn(workspaceId: string, entry: RegistryEntry): Promise<void>;
}

/** Finds what names lead to. Null where there is no such project or task. */
export async function findPlace(
  { workspaceId, registry }: Asking,
  { project, task }: DocumentNames,
): Promise<Place | null> {
  const entry = await registry.resolve({ projectName: project, taskName: task, create: false });
  return entry && placeOf(workspaceId, entry);
}

/** As `findPlace`. @throws AppError NO_INSTRUCTIONS */
export async function requirePlace(asking: Asking, names: DocumentNames): Promise<Place> {
  const place = await findPlace(asking, names);
  if (!place) throw noInstructions(names);
  return place;
}

/** Finds what names lead to, and makes what is not there. */
export async function makePlace(
  { workspaceId, registry }: Asking,
  { project, task }: DocumentNames,
  names: NameStore,
): Promise<Place> {
  const entry = await registry.resolve({ projectName: project, taskName: task, create: true });
  const place = entry && placeOf(workspaceId, entry);
  if (!place) throw new Error('The registry made no task');
  await names.learn(workspaceId, entry);
  return place;
}

export function noInstructions({ project, task }: DocumentNames): AppError {
  return new AppError('NO_INSTRUCTIONS', `There are no instructions for ${project} / ${task}.`);
}

function placeOf(workspaceId: string, entry: RegistryEntry): Place | null {
  const { projectId, projectName, taskId, taskName } = entry;
  if (taskId === null || taskName === null) return null;
  return { key: { workspaceId, projectId, taskId }, projectName, taskName };
}
