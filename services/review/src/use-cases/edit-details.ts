import type { FileData } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { KnownState } from '@output-review/runtime';

import { actorOf } from '../domain/actor.ts';
import { checkEdit, type DetailsEdit, editedFields, editMetadata } from '../domain/edit-details.ts';
import { labelFiles } from '../domain/label-files.ts';
import type { OutputKey } from '../domain/output.ts';
import type { Caller } from './caller.ts';
import type { Changes } from './changes.ts';

export interface Labels {
  readonly sessionId?: string;
  readonly subjectId?: string;
  readonly actorId?: string;
  readonly tags?: readonly string[];
}

interface DetailChanges extends Changes {
  /** All of them, as they are. */
  labelsOf(key: OutputKey): Promise<Labels>;
  saveLabels(key: OutputKey, labels: Labels): Promise<void>;
  metadataOf(key: OutputKey): Promise<Record<string, unknown>>;
  saveMetadata(key: OutputKey, metadata: Readonly<Record<string, unknown>>): Promise<void>;
  attachmentsOf(key: OutputKey): Promise<readonly FileData[]>;
  saveAttachments(key: OutputKey, files: readonly FileData[]): Promise<void>;
}

interface Deps {
  /** A transaction in which the new labels are known to search. */
  readonly edit: <T>(
    key: OutputKey,
    labels: Labels,
    work: (changes: DetailChanges) => Promise<T>,
  ) => Promise<T>;
  readonly now: () => Date;
}

/** Edits what describes an output; what it says and how it was judged stay. */
export const makeEditDetails =
  ({ edit, now }: Deps) =>
  async (key: OutputKey, request: DetailsEdit, caller: Caller): Promise<void> => {
    checkEdit(request);
    const labels = labelsOf(request);
    await edit(key, labels, async (changes) => {
      const [output] = await changes.lock([key]);
      if (!output) throw new AppError('NOT_FOUND', 'There is no such output.');
      const edited = [
        await editLabels(changes, key, labels),
        ...(await editBody(changes, key, request)),
      ];
      const detail = editedFields(request).join(', ');
      const actor = actorOf(caller.principal).name;
      await changes.addToTimeline([{ ...key, at: now(), stage: 'edited', actor, detail }]);
      changes.audit(caller, [{ ...key, action: 'output.edited', ...togetherOf(edited) }]);
    });
  };

/** Details as they were, and as they are now. */
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

async function editLabels(changes: DetailChanges, key: OutputKey, labels: Labels): Promise<Edited> {
  const former = await changes.labelsOf(key);
  await changes.saveLabels(key, labels);
  return { before: { ...former }, after: { ...former, ...labels } };
}

async function editBody(
  changes: DetailChanges,
  key: OutputKey,
  request: DetailsEdit,
): Promise<Edited[]> {
  const edited: Edited[] = [];
  if (touchesMetadata(request)) {
    const former = await changes.metadataOf(key);
    const metadata = editMetadata(former, request);
    await changes.saveMetadata(key, metadata);
    edited.push({ before: { metadata: former }, after: { metadata } });
  }
  if (request.attachments?.length) {
    const former = await changes.attachmentsOf(key);
    const attachments = labelFiles(former, request.attachments);
    await changes.saveAttachments(key, attachments);
    edited.push({ before: { attachments: former }, after: { attachments } });
  }
  return edited;
}

function touchesMetadata({ metadata, metadataJson, metadataRemove }: DetailsEdit): boolean {
  return metadata !== undefined || metadataJson !== undefined || metadataRemove !== undefined;
}

function labelsOf({ sessionId, subjectId, actorId, tags }: DetailsEdit): Labels {
  return {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(subjectId === undefined ? {} : { subjectId }),
    ...(actorId === undefined ? {} : { actorId }),
    ...(tags === undefined ? {} : { tags }),
  };
}
