import { AppError } from '@output-review/errors';
import type { Metrics } from '@output-review/runtime';

import { quotaExceeded } from '../usage/usage.pure.ts';

export interface SpoolLimits {
  /** For this process. */
  readonly bytesMax: number;
  readonly workspaceBytesMax: number;
  /** How long a submission waits for room while older ones wait too. */
  readonly waitMs: number;
}

// The chart gives a pod 2 GiB of disk. A submission uses at most 128 MiB of it: four files of 32 MiB. So a workspace
// has room for two submissions of the maximum size, and the process for those of four such workspaces.
const LIMITS: SpoolLimits = {
  bytesMax: 1024 * 1024 * 1024,
  workspaceBytesMax: 256 * 1024 * 1024,
  waitMs: 2_000,
};

/** Bytes of one file that wait for room before they are written. */
interface Waiting {
  readonly share: SpoolShare;
  readonly bytes: number;
  readonly admit: () => void;
}

/**
 * Limits the bytes in the spool. Bytes are charged as they arrive, because the size of a file is known only at its end.
 *
 * Waiting submissions keep what they hold. To prevent a deadlock, all competing submissions but the oldest time out,
 * which frees their room for it.
 */
export class SpoolBudget {
  readonly #limits: SpoolLimits;
  readonly #ofWorkspaces = new Map<string, number>();
  /** Ordered by submission, oldest first. */
  #waiting: readonly Waiting[] = [];
  #bytes = 0;
  #shares = 0;

  constructor(limits: SpoolLimits = LIMITS) {
    this.#limits = limits;
  }

  /** Bytes in the spool. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @param quotaLeft how many more bytes the workspace may store. */
  share(workspaceId: string, quotaLeft: number): SpoolShare {
    this.#shares += 1;
    return new SpoolShare(this, { workspaceId, quotaLeft, place: this.#shares });
  }

  /** @throws AppError UNAVAILABLE if there is no room in time, or if the signal aborts. */
  async take(share: SpoolShare, bytes: number, signal: AbortSignal): Promise<void> {
    if (this.#waiting.length === 0 && this.#isRoom(share, bytes)) this.#charge(share, bytes);
    else await this.#wait(share, bytes, signal);
  }

  giveBack(share: SpoolShare, bytes: number): void {
    this.#charge(share, -bytes);
    this.#admit();
  }

  #wait(share: SpoolShare, bytes: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        clearInterval(timer);
        signal.removeEventListener('abort', giveUp);
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
      };
      const admit = (): void => {
        end();
        resolve();
      };
      const giveUp = (): void => {
        end();
        reject(
          new AppError(
            'UNAVAILABLE',
            'Too many files are being fetched at once. Try again in a moment.',
          ),
        );
        this.#admit();
      };
      const waiting: Waiting = { share, bytes, admit };
      const timer = setInterval(() => {
        if (!this.#isFirst(waiting)) giveUp();
      }, this.#limits.waitMs);
      signal.addEventListener('abort', giveUp);
      this.#waiting = [...this.#waiting, waiting].sort((a, b) => a.share.place - b.share.place);
      if (signal.aborted) giveUp();
      else this.#admit();
    });
  }

  /** No submission overtakes an older one that waits for the same limit. */
  #admit(): void {
    const full = new Set<string>();
    for (const { share, bytes, admit } of this.#waiting) {
      if (!this.#isRoomInAll(bytes)) return;
      const { workspaceId } = share;
      if (full.has(workspaceId)) continue;
      if (this.#isRoom(share, bytes)) {
        this.#charge(share, bytes);
        admit();
      } else full.add(workspaceId);
    }
  }

  #isFirst({ share, bytes }: Waiting): boolean {
    const isAllFull = !this.#isRoomInAll(bytes);
    return !this.#waiting.some(
      (other) =>
        other.share.place < share.place &&
        (isAllFull || other.share.workspaceId === share.workspaceId),
    );
  }

  #isRoomInAll(bytes: number): boolean {
    return this.#bytes + bytes <= this.#limits.bytesMax;
  }

  #isRoom({ workspaceId }: SpoolShare, bytes: number): boolean {
    const ofWorkspace = this.#ofWorkspaces.get(workspaceId) ?? 0;
    return this.#isRoomInAll(bytes) && ofWorkspace + bytes <= this.#limits.workspaceBytesMax;
  }

  #charge({ workspaceId }: SpoolShare, bytes: number): void {
    this.#bytes += bytes;
    const ofWorkspace = (this.#ofWorkspaces.get(workspaceId) ?? 0) + bytes;
    if (ofWorkspace === 0) this.#ofWorkspaces.delete(workspaceId);
    else this.#ofWorkspaces.set(workspaceId, ofWorkspace);
  }
}

interface ShareOptions {
  readonly workspaceId: string;
  readonly quotaLeft: number;
  /** Increases with each new submission. */
  readonly place: number;
}

/** The share of one submission in the spool. */
export class SpoolShare {
  readonly workspaceId: string;
  readonly place: number;
  readonly #budget: SpoolBudget;
  #quotaLeft: number;

  constructor(budget: SpoolBudget, { workspaceId, quotaLeft, place }: ShareOptions) {
    this.#budget = budget;
    this.#quotaLeft = quotaLeft;
    this.workspaceId = workspaceId;
    this.place = place;
  }

  /** @throws AppError MEDIA_QUOTA_EXCEEDED if this many more bytes would exceed the quota. */
  checkQuota(bytes: number): void {
    if (bytes > this.#quotaLeft) throw quotaExceeded();
  }

  /** @throws AppError MEDIA_QUOTA_EXCEEDED; UNAVAILABLE if there is no room in time. */
  async take(bytes: number, signal: AbortSignal): Promise<void> {
    this.checkQuota(bytes);
    // Never given back: received bytes will be stored, even after they have left the spool.
    this.#quotaLeft -= bytes;
    await this.#budget.take(this, bytes, signal);
  }

  giveBack(bytes: number): void {
    this.#budget.giveBack(this, bytes);
  }
}

/** Exports the bytes in the spool of this process. */
export function watchSpool(metrics: Metrics, budget: SpoolBudget): void {
  const bytes = metrics.gauge({
    name: 'output_review_spool_bytes',
    help: 'Bytes of files that are being fetched from URLs; at most 1 GiB.',
    labels: [],
  });
  metrics.beforeScrape({
    name: 'spool',
    read: async () => bytes.set({}, budget.bytes),
    clear: () => bytes.clear(),
  });
}
