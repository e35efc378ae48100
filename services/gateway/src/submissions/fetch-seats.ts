import { AppError } from '@output-review/errors';

import type { SubmittedFiles } from './request.pure.ts';

// What a token may submit in a minute may come all at once.
const PER_WORKSPACE_MAX = 60;
const PER_PROCESS_MAX = 3 * PER_WORKSPACE_MAX;
/** Connections for claims on files: the others are for those that fetch nothing, and so are quick. */
export const CLAIM_CONNECTIONS_MAX = PER_PROCESS_MAX + 64;

/**
 * Counts the submissions of this process whose files are fetched by URL: each holds a connection to media
 * for as long as somebody's server likes, half a minute at most, and no workspace holds those of all others.
 */
export class FetchSeats {
  readonly #taken = new Map<string, number>();
  #all = 0;

  /** @returns what gives it back. @throws AppError UNAVAILABLE where none is left. */
  take(workspaceId: string, { attachments, outputAttachments }: SubmittedFiles): () => void {
    const all = [...attachments, ...outputAttachments];
    if (!all.some(({ source }) => source === 'url')) return () => {};
    const taken = this.#taken.get(workspaceId) ?? 0;
    if (taken >= PER_WORKSPACE_MAX || this.#all >= PER_PROCESS_MAX) {
      throw new AppError(
        'UNAVAILABLE',
        'Too many files are being fetched at once. Try again in a moment.',
      );
    }
    this.#add(workspaceId, 1);
    return () => this.#add(workspaceId, -1);
  }

  #add(workspaceId: string, by: 1 | -1): void {
    this.#all += by;
    const taken = (this.#taken.get(workspaceId) ?? 0) + by;
    if (taken === 0) this.#taken.delete(workspaceId);
    else this.#taken.set(workspaceId, taken);
  }
}
