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
  /** That of a caller who waits, of what nobody waits for, or of what decides nothing. */
  readonly room: 'inline' | 'background' | 'shadow';
  /** Also ends the wait for room. */
  readonly signal: AbortSignal;
}

/** Files in memory. */
export interface LoadedFiles {
  readonly files: JudgedFiles;
  /** Gives their room back. */
  readonly release: () => void;
}

interface FileLoaderParts {
  /** Where the media service is; asked at each call. */
  readonly baseUrl: () => string;
  /**
   * Signs links as the media service does: jobs run in nobody's name, and a link asks for no
   * credential. Whoever has the key of secrets may sign one.
   */
  readonly tokens: Pick<LinkTokens, 'sign'>;
  readonly log: Logger;
}

// Of files that judges are shown. Those of one output have 4.2 MB at most; in a question they stand as base64
// as well.
const BYTES_MAX = 16_000_000;
const SHADOW_BYTES_MAX = 8_000_000;
// One at a time waits for room, so that workspaces take turns.
const openRoom = (bytesMax: number) => ({
  bytes: new ByteBudget({ bytesMax }),
  turns: new CallPool({ callsMax: 1 }),
});
// For four megabytes at most, from a neighbour.
const TIMEOUT_MS = 10_000;

/** Reads what judges are shown of the files of outputs, from the media service. */
export class FileLoader {
  readonly #parts: FileLoaderParts;
  // None stands before those of another.
  readonly #rooms = {
    background: openRoom(BYTES_MAX),
    inline: openRoom(BYTES_MAX),
    shadow: openRoom(SHADOW_BYTES_MAX),
  };

  constructor(parts: FileLoaderParts) {
    this.#parts = parts;
  }

  /** Whether files for what decides something wait for room. */
  get isBehind(): boolean {
    const { background, inline } = this.#rooms;
    return background.turns.load.running > 0 || inline.turns.load.running > 0;
  }

  /** @throws JudgeFailure `files_unavailable`; the reason of the signal. */
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

  /** Null where the file is gone. @throws where it cannot be read now; the reason of the signal. */
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
