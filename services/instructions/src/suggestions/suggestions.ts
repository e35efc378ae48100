import type { acceptSuggestion, dismissSuggestion } from '@output-review/contracts';
import type { Reply, RequestOf } from '@output-review/runtime';
import { unredacted, transact } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { authorOf, type DocumentKey } from '../documents/documents.pure.ts';
import { lockDocument } from '../documents/documents.sql.ts';
import { useNotesAsRead } from '../feedback/feedback.sql.ts';
import { addVersion } from '../versions/versions.sql.ts';
import { presentSaved } from '../versions/versions.ts';
import {
  draftInProgress,
  noSuchSuggestion,
  staleDraft,
  type Suggestion,
} from './suggestions.pure.ts';
import { findDocumentOf, findSuggestion, setState } from './suggestions.sql.ts';

/**
 * Makes the draft, or an edited text, the next version. Takes the notes that it was drafted from out of the queue, as
 * far as they are still there and unchanged.
 *
 * @throws AppError NOT_FOUND, DRAFT_IN_PROGRESS; STALE_DRAFT if the text has changed or the draft is settled already.
 */
export async function accept(
  ctx: Context,
  request: RequestOf<typeof acceptSuggestion>,
): Promise<Reply<typeof acceptSuggestion>> {
  const { id } = request.params;
  const { workspaceId } = request.principal;
  const key = await requireDocumentOf(ctx, workspaceId, id);
  const accepted = await transact(ctx, async (tx) => {
    const active = await lockDocument(tx, key);
    const { suggestion, draft } = requireReady(await findSuggestion(tx, key, id));
    const text = request.body.content ?? draft;
    const createdBy = authorOf(request.principal).name;
    const origin = { source: 'suggestion', createdBy, teachComment: null, logId: null } as const;
    const createdAt = ctx.clock.now();
    const next = await addVersion(tx, key, { active, text, origin, createdAt, by: request });
    const { version } = next.version;
    await useNotesAsRead(tx, key, { notes: suggestion.notes, version });
    await setState(tx, key, { id, state: 'accepted' });
    tx.audit(request, {
      ...{ workspaceId, action: 'instructions.suggestion_accepted' },
      target: { kind: 'suggestion', id },
      before: { state: unredacted('ready') },
      after: { state: unredacted('accepted'), version, isEdited: text !== draft },
    });
    return next;
  });
  const names = await ctx.registry.findNames(workspaceId, [key.projectId, key.taskId]);
  const [projectName = '', taskName = ''] = [names.get(key.projectId), names.get(key.taskId)];
  return presentSaved(ctx, { key, projectName, taskName }, accepted);
}

/**
 * Dismisses a draft, even one that is still being written. Its notes stay queued. Idempotent.
 *
 * @throws AppError NOT_FOUND; STALE_DRAFT if it was accepted
 */
export async function dismiss(
  ctx: Context,
  request: RequestOf<typeof dismissSuggestion>,
): Promise<Reply<typeof dismissSuggestion>> {
  const { id } = request.params;
  const { workspaceId } = request.principal;
  const key = await requireDocumentOf(ctx, workspaceId, id);
  await transact(ctx, async (tx) => {
    await lockDocument(tx, key);
    const suggestion = await findSuggestion(tx, key, id);
    if (suggestion?.state === 'accepted') {
      throw staleDraft(
        'The draft has already been accepted. To undo it, restore the version before it.',
      );
    }
    if (!suggestion || suggestion.state === 'dismissed') return;
    await setState(tx, key, { id, state: 'dismissed' });
    tx.audit(request, {
      ...{ workspaceId, action: 'instructions.suggestion_dismissed' },
      target: { kind: 'suggestion', id },
      ...{
        before: { state: unredacted(suggestion.state) },
        after: { state: unredacted('dismissed') },
      },
    });
  });
  return { status: 200, body: { ok: true } };
}

async function requireDocumentOf(
  { db }: Context,
  workspaceId: string,
  id: string,
): Promise<DocumentKey> {
  const key = await findDocumentOf(db, workspaceId, id);
  if (!key) throw noSuchSuggestion();
  return key;
}

function requireReady(suggestion: Suggestion | null): { suggestion: Suggestion; draft: string } {
  if (!suggestion) throw noSuchSuggestion();
  const { state, content } = suggestion;
  if (state === 'drafting') throw draftInProgress();
  if (state === 'stale') {
    throw staleDraft(
      'The instructions have changed since this draft was written. Request a new one.',
    );
  }
  if (state !== 'ready' || content === null) throw staleDraft(`The draft is ${state}.`);
  return { suggestion, draft: content };
}
