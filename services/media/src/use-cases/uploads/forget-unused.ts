import type { UploadStore } from './upload-store.ts';

/** Source: the interface's rules for files, "unused uploads go after 24 h". */
const UNUSED_MS_MAX = 24 * 60 * 60_000;

export const makeForgetUnused =
  ({
    uploads,
    now,
  }: {
    readonly uploads: Pick<UploadStore, 'forgetUnused'>;
    readonly now: () => Date;
  }) =>
  /** Forgets uploads that no output has named in time. */
  async (signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      const at = now();
      const before = new Date(at.getTime() - UNUSED_MS_MAX);
      if ((await uploads.forgetUnused(before, at)) === 0) return;
    }
  };
