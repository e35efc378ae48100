import type { FileData } from '@output-review/contracts';

import {
  judgedFilesOf,
  type JudgedFiles,
  NO_JUDGED_FILES,
  planFiles,
  type PlannedFile,
} from '../../domain/judges/judged-files.ts';
import { JudgeFailure } from '../../domain/judges/judge-failure.ts';

/** Bytes of a file of a workspace. */
export interface FilePart {
  readonly workspaceId: string;
  readonly file: FileData;
  /** From its beginning. */
  readonly bytes: number;
}

export interface LoadFilesDeps {
  /** Null where the file is gone. @throws where it cannot be read now; the reason of the signal. */
  readonly readFile: (part: FilePart, signal: AbortSignal) => Promise<Uint8Array | null>;
  /**
   * Takes so many bytes of the room that files of all questions have. Throws where there is none in time.
   *
   * @returns gives it back.
   */
  readonly takeRoom: (bytes: number) => Promise<() => void>;
  /** Told why files could not be read. */
  readonly onFailed: (error: unknown, workspaceId: string) => void;
}

export interface FilesOf {
  readonly workspaceId: string;
  readonly files: readonly FileData[];
  readonly signal: AbortSignal;
}

/** Files in memory. */
export interface LoadedFiles {
  readonly files: JudgedFiles;
  /** Gives their room back. */
  readonly release: () => void;
}

export type LoadFiles = (of: FilesOf) => Promise<LoadedFiles>;

/**
 * Reads what judges are shown of the files of an output.
 *
 * @throws JudgeFailure `files_unavailable`; the reason of the signal.
 */
export function makeLoadFiles({ readFile, takeRoom, onFailed }: LoadFilesDeps): LoadFiles {
  return async ({ workspaceId, files, signal }) => {
    if (files.length === 0) return { files: NO_JUDGED_FILES, release: () => undefined };
    let release = (): void => undefined;
    try {
      const planned = planFiles(files);
      release = await takeRoom(planned.reduce((sum, { bytes }) => sum + bytes, 0));
      const read = await Promise.all(
        planned.map(async (plan) => ({ ...plan, content: await contentOf(plan) })),
      );
      return { files: judgedFilesOf(read), release };
    } catch (error) {
      release();
      if (signal.aborted) throw signal.reason;
      onFailed(error, workspaceId);
      throw new JudgeFailure('files_unavailable');
    }

    function contentOf({ file, showing, bytes }: PlannedFile): Promise<Uint8Array | null> {
      if (showing === 'name') return Promise.resolve(null);
      return readFile({ workspaceId, file, bytes }, signal);
    }
  };
}
