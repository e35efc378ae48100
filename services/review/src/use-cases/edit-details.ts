import type { FileData } from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { checkEdit, type DetailsEdit, editedFields, editMetadata } from '../domain/edit-details.ts';
import { labelFiles } from '../domain/label-files.ts';
import type { OutputKey } from '../domain/output.ts';
import type { Changes } from './changes.ts';

export interface Labels {
  readonly sessionId?: string;
  readonly subjectId?: string;
  readonly actorId?: string;
  readonly tags?: readonly string[];
}

interface DetailChanges extends Changes {
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
  async (key: OutputKey, request: DetailsEdit, actor: string): Promise<void> => {
    checkEdit(request);
    const labels = labelsOf(request);
    await edit(key, labels, async (changes) => {
      const [output] = await changes.lock([key]);
      if (!output) throw new AppError('NOT_FOUND', 'There is no such output.');
      await changes.saveLabels(key, labels);
      if (touchesMetadata(request)) {
        await changes.saveMetadata(key, editMetadata(await changes.metadataOf(key), request));
      }
      if (request.attachments?.length) {
        const files = labelFiles(await changes.attachmentsOf(key), request.attachments);
        await changes.saveAttachments(key, files);
      }
      const detail = editedFields(request).join(', ');
      await changes.addToTimeline([{ ...key, at: now(), stage: 'edited', actor, detail }]);
    });
  };

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
