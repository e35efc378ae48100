import type { FileData } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import { ByteBudget, type Logger, withDeadline } from '@output-review/runtime';
import type { LinkTokens } from '@output-review/shared-kernel';

import {
  type JudgedFiles,
  judgedFilesOf,
  NO_JUDGED_FILES,
  planFiles,
  type PlannedFile,
} from '../engine/judged-files.ts';
import { JudgeFailure } from '../judges/judge-failure.pure.ts';
import { CallPool } from '../rule-process/call-pool.ts';

export interface FilesOf {
  readonly workspaceId: string;
  readonly files: readonly FileData[];
  /** The memory budget to use: that of waiting callers, of background work, or of shadow rules. */
  readonly room: 'inline' | 'background' | 'shadow';
  /** Also ends the wait for memory. */
  readonly signal: AbortSignal;
}

/** Files loaded into memory. */
export interface LoadedFiles {
  readonly files: JudgedFiles;
  /** Returns their memory. */
  readonly release: () => void;
}

interface FileLoaderParts {
  /** Address of the media service, read at each call. */
  readonly baseUrl: () => string;
  /**
   * Signs links like the media service: jobs run without a user, and a link needs no credential. Any service
   * with the encryption key can sign one.
   */
  readonly tokens: Pick<LinkTokens, 'sign'>;
  readonly log: Logger;
}

// For files that judges see. Those of one output take up to 4.2 MB, and again as base64 in a prompt.
const BYTES_MAX = 16_000_000;
const SHADOW_BYTES_MAX = 8_000_000;
// One at a time waits for memory, so that workspaces take turns.
const openRoom = (bytesMax: number) => ({
  bytes: new ByteBudget({ bytesMax }),
  turns: new CallPool({ callsMax: 1 }),
});
// For up to 4 MB from a service nearby.
const TIMEOUT_MS = 10_000;

/** Loads from the media service what judges see of the files of outputs. */
export class FileLoader {
  readonly #parts: FileLoaderParts;
  // Separate limits, so that none delays another.
  readonly #rooms = {
    background: openRoom(BYTES_MAX),
    inline: openRoom(BYTES_MAX),
    shadow: openRoom(SHADOW_BYTES_MAX),
  };

  constructor(parts: FileLoaderParts) {
    this.#parts = parts;
  }

  /** Whether files of live rules wait for memory. */
  get isBehind(): boolean {
    const { background, inline } = this.#rooms;
    return background.turns.load.running > 0 || inline.turns.load.running > 0;
  }

  /** @throws JudgeFailure `files_unavailable`; the reason of the signal */
  async load({ workspaceId, files, room, signal }: FilesOf): Promise<LoadedFiles> {
    if (files.length === 0) return { files: NO_JUDGED_FILES, release: () => undefined };
    let release = (): void => undefined;
    try {
      const planned = planFiles(files);
      const bytes = planned.reduce((sum, plan) => sum + plan.bytes, 0);
      const { turns, bytes: budget } = this.#rooms[room];
      release = await turns.run(workspaceId, signal, () => budget.take(bytes, signal));
      const read = await Promise.all(
        planned.map(async (plan) => ({
          ...plan,
          content: plan.showing === 'name' ? null : await this.#read(plan, { workspaceId, signal }),
        })),
      );
      return { files: judgedFilesOf(read), release };
    } catch (error) {
      release();
      if (signal.aborted) throw signal.reason;
      const { log } = this.#parts;
      log.warn({ err: error, workspaceId }, 'files for a judge could not be read');
      throw new JudgeFailure('files_unavailable');
    }
  }

  /** Null if the file is gone. @throws if it cannot be read now; the reason of the signal */
  async #read(
    { file, bytes }: PlannedFile,
    { workspaceId, signal }: Pick<FilesOf, 'workspaceId' | 'signal'>,
  ): Promise<Uint8Array | null> {
    const { baseUrl, tokens } = this.#parts;
    const { key, contentType, sizeBytes } = file;
    const { token } = await tokens.sign({
      ...{ method: 'GET', workspaceId, key, contentType, sizeBytes },
      ...{ disposition: 'attachment', ignoresCredential: false },
    });
    const url = `${baseUrl().replace(/\/$/, '')}/files/${key}?link=${token}`;
    return withDeadline({ timeoutMs: TIMEOUT_MS, signal }, async (ended) => {
      const headers = { range: `bytes=0-${bytes - 1}` };
      const answer = await fetch(url, { headers, redirect: 'error', signal: ended });
      if (answer.status === 404) {
        await answer.body?.cancel();
        return null;
      }
      const content = answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null;
      if (content?.byteLength === bytes) return content;
      throw new AppError('UNAVAILABLE', `The media service answered ${answer.status} for a file.`);
    });
  }
}
