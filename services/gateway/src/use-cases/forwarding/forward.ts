import type { Readable } from 'node:stream';

import {
  type ActiveInstructions,
  INTERNAL_HEADERS,
  readActiveInstructions,
  type ServiceName,
} from '@output-review/contracts';
import type { Logger } from '@output-review/runtime';

import type { Gap, KnownSubmissions } from './catch-up.ts';

/** A request as it goes to the service that owns the operation. */
export interface OwnerRequest {
  readonly owner: ServiceName;
  readonly method: string;
  /** Path and query, as they came. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream goes out once: what it is part of cannot be repeated. */
  readonly body: string | Readable | null;
  /** How long the owner may take to begin its answer, where it is not the usual time. */
  readonly answersWithinMs?: number;
  readonly signal: AbortSignal;
}

/** An answer whose body still flows. */
export interface OwnerAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: NodeJS.ReadableStream;
  /** Lets go of a body that nobody wants. */
  discard(): Promise<void>;
}

export type SendToOwner = (request: OwnerRequest) => Promise<OwnerAnswer>;

/** Who asks, and about which output where the path names one. */
export interface ForwardContext {
  readonly workspaceId: string;
  readonly outputId: string | null;
  readonly requestId: string;
}

interface Deps {
  readonly send: SendToOwner;
  readonly catchUp: (gap: Gap) => Promise<boolean>;
  readonly known: Pick<KnownSubmissions, 'markDeleted'>;
  readonly deleteFiles: (workspaceId: string, outputIds: readonly string[]) => Promise<void>;
  /** Keeps a version that outputs are stamped with from now on. */
  readonly recordVersion: (workspaceId: string, active: ActiveInstructions) => Promise<void>;
  readonly log: Logger;
}

/**
 * Forwards a request to its owner. Where the owner lags behind with what the gateway has answered
 * already, it is handed that and asked once more. What the owner deleted is deleted here before
 * anybody is told, with its files; a version of instructions that it tells of holds here before that too.
 */
export const makeForward =
  (deps: Deps) =>
  async (request: OwnerRequest, context: ForwardContext): Promise<OwnerAnswer> => {
    const answer = await sendUntilSeen(deps, request, context);
    const deleted = readIds(answer.headers[INTERNAL_HEADERS.deletedIds]);
    if (deleted.length > 0) await deleteHere(deps, context, deleted);
    const active = readActiveInstructions(answer.headers[INTERNAL_HEADERS.activeInstructions]);
    if (active) await recordHere(deps, context, { active, answer });
    return answer;
  };

/** What cannot be recorded is not told: who saved it does not know then whether it was saved. */
async function recordHere(
  { recordVersion }: Deps,
  { workspaceId }: ForwardContext,
  { active, answer }: { readonly active: ActiveInstructions; readonly answer: OwnerAnswer },
): Promise<void> {
  try {
    await recordVersion(workspaceId, active);
  } catch (error) {
    await answer.discard();
    throw error;
  }
}

async function deleteHere(
  { known, deleteFiles, log }: Deps,
  { workspaceId, requestId }: ForwardContext,
  ids: readonly string[],
): Promise<void> {
  const withFiles = await known.markDeleted(workspaceId, ids);
  if (withFiles.length === 0) return;
  try {
    await deleteFiles(workspaceId, withFiles);
  } catch (error) {
    // The outputs are gone, and the event of that will take their files along.
    log.warn({ err: error, requestId }, 'files of deleted outputs left to their event');
  }
}

async function sendUntilSeen(
  { send, catchUp }: Deps,
  request: OwnerRequest,
  context: ForwardContext,
): Promise<OwnerAnswer> {
  const answer = await send(request);
  const gap = gapOf(answer, context);
  if (!gap) return answer;
  await answer.discard();
  // Asked again also where nothing was found: an answer about several outputs waits for that.
  await catchUp(gap);
  return send({ ...request, headers: { ...request.headers, [INTERNAL_HEADERS.asIs]: '1' } });
}

function gapOf(answer: OwnerAnswer, context: ForwardContext): Gap | null {
  const state = answer.headers[INTERNAL_HEADERS.reviewState];
  if (state !== 'not-seen' && state !== 'not-applied') return null;
  const named = readIds(answer.headers[INTERNAL_HEADERS.ids]);
  const own = context.outputId === null ? [] : [context.outputId];
  const { workspaceId, requestId } = context;
  return { workspaceId, requestId, state, ids: named.length > 0 ? named : own };
}

function readIds(header: string | string[] | undefined): readonly string[] {
  if (typeof header !== 'string') return [];
  const value: unknown = JSON.parse(header);
  return Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : [];
}
