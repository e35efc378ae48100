import {
  INTERNAL_HEADERS,
  INTERNAL_OPERATIONS,
  readActiveInstructions,
} from '@output-review/contracts';

import type { Context } from '../context.ts';
import { markDeleted } from '../submissions/submissions.sql.ts';
import { recordVersions } from '../submissions/versions.sql.ts';
import { ensureReadYourWrites, type Gap } from './read-your-writes.ts';
import type { OwnerAnswer, OwnerRequest } from './owner-sender.ts';

/** The caller's workspace and request, and the output if the path names one. */
export interface RequestContext {
  readonly workspaceId: string;
  readonly outputId: string | null;
  readonly requestId: string;
}

/**
 * Forwards a request to its owner. If the owner lags behind what the gateway has already answered, sends it the missing
 * events and repeats the request once. Before the answer goes out, deletes here what the owner deleted, with its files,
 * and records a version of instructions that the owner reports.
 */
export async function forward(
  ctx: Context,
  request: OwnerRequest,
  asking: RequestContext,
): Promise<OwnerAnswer> {
  const answer = await sendUntilSeen(ctx, request, asking);
  const deleted = readIds(answer.headers[INTERNAL_HEADERS.deletedIds]);
  const active = readActiveInstructions(answer.headers[INTERNAL_HEADERS.activeInstructions]);
  try {
    if (deleted.length > 0) await deleteHere(ctx, asking, deleted);
    if (active) await recordVersions(ctx.db, [{ workspaceId: asking.workspaceId, ...active }]);
    return answer;
  } catch (error) {
    // The caller gets an error and cannot tell what the owner has done.
    await answer.discard();
    throw error;
  }
}

// A caller waits for this call. If it fails, the event of the deletion does the same later.
const DELETE_TIMEOUT_MS = 3_000;

async function deleteHere(
  { db, media, assertion, log }: Context,
  { workspaceId, requestId }: RequestContext,
  ids: readonly string[],
): Promise<void> {
  const withFiles = await markDeleted(
    db,
    ids.map((id) => ({ workspaceId, id })),
  );
  if (withFiles.length === 0) return;
  try {
    await media.call(INTERNAL_OPERATIONS.deleteFiles, {
      body: { workspaceId, outputIds: withFiles.map(({ id }) => id) },
      ...{ assertion, timeoutMs: DELETE_TIMEOUT_MS },
    });
  } catch (error) {
    // The outputs are deleted, and the event of the deletion will delete their files.
    log.warn(
      { err: error, requestId },
      'files of deleted outputs not deleted yet, left to their event',
    );
  }
}

async function sendUntilSeen(
  ctx: Context,
  request: OwnerRequest,
  asking: RequestContext,
): Promise<OwnerAnswer> {
  const answer = await ctx.sender.send(request);
  const gap = gapOf(answer, asking);
  if (!gap) return answer;
  await answer.discard();
  // Repeats the request even if nothing was found: review answers a call about several outputs only then.
  await ensureReadYourWrites(ctx, gap);
  const headers = { ...request.headers, [INTERNAL_HEADERS.asIs]: '1' };
  return ctx.sender.send({ ...request, headers });
}

function gapOf(answer: OwnerAnswer, asking: RequestContext): Gap | null {
  const state = answer.headers[INTERNAL_HEADERS.reviewState];
  if (state !== 'not-seen' && state !== 'not-applied') return null;
  const named = readIds(answer.headers[INTERNAL_HEADERS.ids]);
  const own = asking.outputId === null ? [] : [asking.outputId];
  const { workspaceId, requestId } = asking;
  return { workspaceId, requestId, state, ids: named.length > 0 ? named : own };
}

function readIds(header: string | string[] | undefined): readonly string[] {
  if (typeof header !== 'string') return [];
  const value: unknown = JSON.parse(header);
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
}
