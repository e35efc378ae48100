import type { getCurrentInstructions } from '@output-review/contracts';
import type { Reply, RequestOf } from '@output-review/runtime';
import {
  type GatewayCaller,
  type RegistryEntry,
  resolveRegistry,
} from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import {
  activeInstructions,
  type DocumentNames,
  entityTagOf,
  type FoundDocument,
  hasTag,
  noInstructions,
  type Place,
  presentDocument,
} from './documents.pure.ts';
import { findActive, readText } from './documents.sql.ts';

/** Resolves names. Null if the project or task does not exist. */
export async function findPlace(
  ctx: Context,
  caller: GatewayCaller,
  names: DocumentNames,
): Promise<Place | null> {
  const entry = await resolveNames(ctx, caller, { ...names, create: false });
  return entry && placeOf(caller.principal.workspaceId, entry);
}

/** Like `findPlace`. @throws AppError NO_INSTRUCTIONS */
export async function requirePlace(
  ctx: Context,
  caller: GatewayCaller,
  names: DocumentNames,
): Promise<Place> {
  const place = await findPlace(ctx, caller, names);
  if (!place) throw noInstructions(names);
  return place;
}

/** Resolves names, and creates the project and task if they do not exist. */
export async function makePlace(
  ctx: Context,
  caller: GatewayCaller,
  names: DocumentNames,
): Promise<Place> {
  const { workspaceId } = caller.principal;
  const entry = await resolveNames(ctx, caller, { ...names, create: true });
  const place = entry && placeOf(workspaceId, entry);
  if (!place) throw new Error('The registry created no task');
  await ctx.registry.learn(workspaceId, entry);
  return place;
}

/** Finds the active version of a document. @throws AppError NO_INSTRUCTIONS */
export async function findDocument(
  ctx: Context,
  caller: GatewayCaller,
  names: DocumentNames,
): Promise<FoundDocument> {
  const place = await requirePlace(ctx, caller, names);
  const active = await findActive(ctx.db, place.key);
  if (!active) throw noInstructions(names);
  return { ...active, ...place };
}

// Clients may store it but must revalidate each time: a version takes effect as soon as its save is answered.
const KEEP_AND_ASK = { 'Cache-Control': 'private, no-cache' };

export async function getCurrent(
  ctx: Context,
  request: RequestOf<typeof getCurrentInstructions>,
): Promise<Reply<typeof getCurrentInstructions>> {
  const found = await findDocument(ctx, request, request.query);
  const { key } = found;
  const tag = entityTagOf(found);
  const headers = { ETag: tag, ...KEEP_AND_ASK, ...activeInstructions(key, found.version) };
  if (hasTag(request.headers['if-none-match'], tag)) return { status: 304, body: null, headers };
  const text = await readText(ctx.db, key, found.version.version);
  return { status: 200, body: presentDocument(found, text), headers };
}

function resolveNames(
  { gateway }: Context,
  caller: GatewayCaller,
  { project, task, create }: DocumentNames & { readonly create: boolean },
): Promise<RegistryEntry | null> {
  return resolveRegistry(gateway, caller, { projectName: project, taskName: task, create });
}

function placeOf(workspaceId: string, entry: RegistryEntry): Place | null {
  const { projectId, projectName, taskId, taskName } = entry;
  if (taskId === null || taskName === null) return null;
  return { key: { workspaceId, projectId, taskId }, projectName, taskName };
}
