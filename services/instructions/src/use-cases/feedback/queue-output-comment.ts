import { createHash } from 'node:crypto';

import type { ChangeDocument } from '../documents/document-store.ts';
import type { OutputComment } from './output-comment.ts';

interface Deps {
  readonly changeDocument: ChangeDocument;
  readonly now: () => Date;
}

/**
 * Queues what a person said of an output, once however often its event comes. Where the task of the
 * output has no instructions there is nothing to improve, and nothing is queued.
 *
 * @returns whether there are instructions, by which it is queued now or was before.
 */
export const makeQueueOutputComment =
  ({ changeDocument, now }: Deps) =>
  (said: OutputComment): Promise<boolean> => {
    const { workspaceId, projectId, taskId, logId, comment, by } = said;
    return changeDocument({ workspaceId, projectId, taskId }, async ({ active, notes }) => {
      if (!active) return false;
      if (!(await notes.hear(said))) return true;
      const origin = { author: by, queuedBy: by, queuedAt: now() };
      await notes.queue({ ref: refOf(said), comment, logId, ...origin });
      return true;
    });
  };

// The same words about the same output are one note, also where somebody sends a lesson twice.
const HASH_LENGTH = 16;

function refOf({ logId, comment }: OutputComment): string {
  const hash = createHash('sha256').update(comment, 'utf8').digest('hex').slice(0, HASH_LENGTH);
  return `output:${logId}:${hash}`;
}
