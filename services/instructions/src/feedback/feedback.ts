import type { listFeedback, queueFeedback, withdrawFeedback } from '@output-review/contracts';
import { newId, type Reply, type RequestOf } from '@output-review/runtime';
import { type GatewayCaller, transact } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { authorOf, type DocumentKey, noInstructions } from '../documents/documents.pure.ts';
import { lockDocument } from '../documents/documents.sql.ts';
import { findDocument, findPlace, requirePlace } from '../documents/documents.ts';
import {
  ambiguousRef,
  halfNamed,
  noSuchNote,
  type OutputComment,
  type Queued,
  queueIsFull,
  refMissing,
  refOf,
} from './feedback.pure.ts';
import {
  countNotes,
  deleteNote,
  findDocumentsWithNote,
  unmarkProcessed,
  markProcessed,
  insertNote,
  listQueued,
} from './feedback.sql.ts';

export async function listNotes(
  ctx: Context,
  request: RequestOf<typeof listFeedback>,
): Promise<Reply<typeof listFeedback>> {
  const { key, projectName, taskName } = await findDocument(ctx, request, request.query);
  const queued = await listQueued(ctx.db, key);
  return {
    status: 200,
    body: queued.map(({ ref, comment, author, logId, queuedAt, queuedBy }) => ({
      ...{ ref, project: projectName, task: taskName, comment, author, logId },
      ...{ at: queuedAt.toISOString(), queuedBy },
    })),
  };
}

/**
 * Queues feedback. The same ref replaces the note.
 *
 * @throws AppError NO_INSTRUCTIONS; CONFLICT if a new note exceeds the queue limit
 */
export async function queueNote(
  ctx: Context,
  request: RequestOf<typeof queueFeedback>,
): Promise<Reply<typeof queueFeedback>> {
  const { comment, author = null, ref: given = null, logId = null, ...names } = request.body;
  const { key } = await requirePlace(ctx, request, names);
  const ref = given ?? newId();
  const queuedBy = authorOf(request.principal).name;
  return transact(ctx, async (tx) => {
    if (!(await lockDocument(tx, key))) throw noInstructions(names);
    const at = ctx.clock.now();
    const note = { comment, author, logId, queuedBy, ref, queuedAt: at };
    if (!(await insertNote(tx, key, note))) throw queueIsFull(names);
    const queuedCount = await countNotes(tx, key);
    return { status: 200, body: { ok: true, at: at.toISOString(), queuedCount, ref } };
  });
}

/**
 * Takes a note out of the queue.
 *
 * @throws AppError NOT_FOUND if no such note is queued; VALIDATION_FAILED if several are, and the request does not name
 * the document.
 */
export async function withdrawNote(
  ctx: Context,
  request: RequestOf<typeof withdrawFeedback>,
): Promise<Reply<typeof withdrawFeedback>> {
  // The body takes precedence, since some tools add the same query to every URL.
  const { ref, ...names } = { ...request.query, ...request.body };
  if (ref === undefined) throw refMissing();
  const key = await findDocumentOf(ctx, request, { ref, ...names });
  if (!key) throw noSuchNote(ref);
  return transact(ctx, async (tx) => {
    await lockDocument(tx, key);
    if (!(await deleteNote(tx, key, ref))) throw noSuchNote(ref);
    return { status: 200, body: { ok: true, queuedCount: await countNotes(tx, key) } };
  });
}

interface NamedNote {
  readonly ref: string;
  /** Both are required if several documents have a note with this ref. */
  readonly project?: string | undefined;
  readonly task?: string | undefined;
}

async function findDocumentOf(
  ctx: Context,
  caller: GatewayCaller,
  { ref, project, task }: NamedNote,
): Promise<DocumentKey | null> {
  if (project !== undefined && task !== undefined) {
    const place = await findPlace(ctx, caller, { project, task });
    return place?.key ?? null;
  }
  if (project !== undefined || task !== undefined) throw halfNamed(project);
  const { workspaceId } = caller.principal;
  const [key, other] = await findDocumentsWithNote(ctx.db, workspaceId, ref);
  if (other) throw ambiguousRef();
  return key ?? null;
}

/**
 * Queues a comment about an output, once however often its event is delivered. Queues nothing if the task of the output
 * has no instructions, or if the queue is full.
 */
export function queueOutputComment(ctx: Context, outputComment: OutputComment): Promise<Queued> {
  const { workspaceId, projectId, taskId, logId, comment, by } = outputComment;
  const key = { workspaceId, projectId, taskId };
  return transact(ctx, async (tx) => {
    if (!(await lockDocument(tx, key))) return 'no_instructions';
    if (!(await markProcessed(tx, outputComment))) return 'queued';
    const origin = { author: by, queuedBy: by, queuedAt: ctx.clock.now() };
    if (await insertNote(tx, key, { ref: refOf(outputComment), comment, logId, ...origin }))
      return 'queued';
    await unmarkProcessed(tx, outputComment);
    return 'queue_full';
  });
}
