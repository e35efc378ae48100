import type { SqlClient } from '@output-review/runtime';
import type { KnownState } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import { changeOutputs } from '../destinations/change-outputs.ts';
import { readAttachments, readMetadata, writeAttachments } from '../outputs/contents.sql.ts';
import { actorOf, type OutputKey, refuseSetAside } from '../outputs/output.pure.ts';
import { addToTimeline, lockOutputs } from '../outputs/outputs.sql.ts';
import { forgetTerms, lockTerms, type SearchTerm, termsOf } from '../outputs/search-terms.ts';
import { type Caller, noSuchOutput } from '../outputs/seen.ts';
import {
  checkEdit,
  type DetailsEdit,
  editedFields,
  editMetadata,
  labelFiles,
  type Labels,
} from './details.pure.ts';
import { labelsOf, saveJudged, saveLabels, textOf } from './edit.sql.ts';

/** A label is replaced, but writers of search terms are not locked out. */
class TermsNotLocked extends Error {}

interface Edit {
  readonly request: DetailsEdit;
  readonly caller: Caller;
}

/** Edits the details of an output. Its contents and evaluation stay unchanged. The new labels become search terms. */
export async function editOutput(ctx: Context, key: OutputKey, edit: Edit): Promise<void> {
  checkEdit(edit.request);
  // Removing terms blocks all writers of terms. So it is done only if the locked row shows that a label is replaced.
  try {
    await editNow(ctx, key, { ...edit, replaces: false });
  } catch (error) {
    if (!(error instanceof TermsNotLocked)) throw error;
    await editNow(ctx, key, { ...edit, replaces: true });
  }
}

async function editNow(
  ctx: Context,
  key: OutputKey,
  { request, caller, replaces }: Edit & { readonly replaces: boolean },
): Promise<void> {
  const labels = labelsIn(request);
  await changeOutputs(ctx, async (tx) => {
    // Before any row lock.
    if (replaces) await lockTerms(tx);
    const addTerms = await ctx.terms.enter(tx);
    const [output] = await lockOutputs(tx, [key]);
    if (!output) throw noSuchOutput();
    // The replay would overwrite the edit.
    refuseSetAside(output, 'its details cannot be edited until it is replayed.');
    const former = await labelsOf(tx, key);
    const replaced = termsReplaced(key, former, labels);
    if (replaced.length > 0 && !replaces) throw new TermsNotLocked();
    await saveLabels(tx, key, labels);
    await forgetTerms(tx, replaced);
    const ofLabels = { before: { ...former }, after: { ...former, ...labels } };
    const edited = [ofLabels, ...(await editBody(tx, key, request))];
    const detail = editedFields(request).join(', ');
    const actor = actorOf(caller.principal).name;
    await addToTimeline(tx, [{ ...key, at: ctx.clock.now(), stage: 'edited', actor, detail }]);
    tx.auditEach(caller, [{ ...key, action: 'output.edited', ...togetherOf(edited) }]);
    tx.onCommit(await addTerms(termsOf([{ ...key, ...labels }])));
  });
}

/** Details before and after. */
interface Edited {
  readonly before: KnownState;
  readonly after: KnownState;
}

function togetherOf(edited: readonly Edited[]): Edited {
  return edited.reduce((all, each) => ({
    before: { ...all.before, ...each.before },
    after: { ...all.after, ...each.after },
  }));
}

/** The search terms that no longer find an output. */
function termsReplaced(key: OutputKey, former: Labels, labels: Labels): SearchTerm[] {
  const present = termsOf([{ ...key, ...former, ...labels }]);
  return termsOf([{ ...key, ...former }]).filter(
    ({ field, value }) => !present.some((each) => each.field === field && each.value === value),
  );
}

async function editBody(tx: SqlClient, key: OutputKey, request: DetailsEdit): Promise<Edited[]> {
  const edited: Edited[] = [];
  if (touchesMetadata(request)) {
    const former = readMetadata(await textOf(tx, key, 'metadata'));
    const metadata = editMetadata(former, request);
    await saveJudged(tx, key, { column: 'metadata', text: JSON.stringify(metadata) });
    edited.push({ before: { metadata: former }, after: { metadata } });
  }
  if (request.attachments?.length) {
    const former = readAttachments(await textOf(tx, key, 'attachments'));
    const attachments = labelFiles(former, request.attachments);
    const isEdited = attachments.some(({ label }, index) => label !== former[index]?.label);
    const text = writeAttachments(attachments);
    if (isEdited) await saveJudged(tx, key, { column: 'attachments', text });
    edited.push({ before: { attachments: former }, after: { attachments } });
  }
  return edited;
}

function touchesMetadata({ metadata, metadataJson, metadataRemove }: DetailsEdit): boolean {
  return metadata !== undefined || metadataJson !== undefined || metadataRemove !== undefined;
}

function labelsIn({ sessionId, subjectId, actorId, tags }: DetailsEdit): Labels {
  return {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(subjectId === undefined ? {} : { subjectId }),
    ...(actorId === undefined ? {} : { actorId }),
    ...(tags === undefined ? {} : { tags }),
  };
}
