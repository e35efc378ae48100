import { setTimeout as delay } from 'node:timers/promises';

import { type FinishedBackup, holdDeletions, noteBackup } from '@output-review/media/backup';

import { connect } from './connect.ts';

const HELD_SECONDS = 60;
const RENEWED_EVERY_MS = 15_000;

/** Prevents deletions in the store while a backup reads it. */
export interface DeletionHold {
  /** @throws Error if files may have been deleted meanwhile. */
  check(): void;
  noteFinished(backup: FinishedBackup): Promise<void>;
  close(): Promise<void>;
}

/** Starts a hold. If the backup is killed, it expires within a minute. */
export async function beginDeletionHold(mediaUrl: string): Promise<DeletionHold> {
  const client = await connect(mediaUrl, 'media');
  const closing = new AbortController();
  let failure: unknown = null;
  const renew = async (): Promise<void> => {
    for (;;) {
      await delay(RENEWED_EVERY_MS, undefined, { signal: closing.signal });
      const wereHeld = await holdDeletions(client, HELD_SECONDS);
      if (!wereHeld) throw new Error('The hold on deletions ended before it was renewed');
    }
  };
  try {
    await holdDeletions(client, HELD_SECONDS);
  } catch (error) {
    await client.end();
    throw error;
  }
  const renewing = renew().catch((error: unknown) => {
    if (!closing.signal.aborted) failure = error;
  });
  return {
    check: () => {
      if (failure === null) return;
      throw new Error('Files may have been deleted meanwhile. Back up again.', { cause: failure });
    },
    noteFinished: (backup) => noteBackup(client, backup),
    close: async () => {
      closing.abort();
      await renewing;
      await client.end();
    },
  };
}
