import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { type FileHandle, open, readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { settingOf } from '@output-review/runtime/text';

/** The note of answered lines, so that a second run continues where the first one stopped. */
export interface SentNote {
  has(key: string): boolean;
  add(key: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface SentNoteOptions {
  readonly directory?: string | undefined;
  readonly file: string;
  /** A recreated workspace has another ID, so an old note does not apply to it. */
  readonly workspaceId: string;
  readonly batch: string;
}

/**
 * Opens the note of a file, workspace and batch.
 *
 * It only saves time: IDs derived from the lines prevent duplicates even if the note is lost or its last entry is
 * incomplete.
 */
export async function openSentNote(options: SentNoteOptions): Promise<SentNote> {
  const directory = options.directory ?? defaultDirectory();
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, `${await noteName(options)}.txt`);
  const keys = new Set(await readKeys(path));
  const note: FileHandle = await open(path, 'a', 0o600);
  return {
    has: (key) => keys.has(key),
    add: async (key) => {
      keys.add(key);
      await note.appendFile(`${key}\n`);
    },
    [Symbol.asyncDispose]: () => note.close(),
  };
}

function defaultDirectory(): string {
  const cache = settingOf(process.env, 'XDG_CACHE_HOME') ?? join(homedir(), '.cache');
  return join(cache, 'output-review', 'submit');
}

async function noteName({ file, workspaceId, batch }: SentNoteOptions): Promise<string> {
  const parts = JSON.stringify([await realpath(file), workspaceId, batch]);
  return createHash('sha256').update(parts).digest('hex').slice(0, 32);
}

async function readKeys(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(ignoreMissing);
  // The text after the last line break is empty, or was cut off by a kill.
  return text?.split('\n').slice(0, -1) ?? [];
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
