import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { ServiceName } from '@output-review/contracts';
import { writePrivateFile } from '@output-review/runtime';

/** What commands on this machine need to talk to the running service behind its public door. */
export interface RunFile {
  readonly pid: number;
  readonly url: string;
  /** Internal base URLs; they change at every start. */
  readonly services: Readonly<Record<ServiceName, string>>;
  /** Whoever may read this file is the operator. */
  readonly operatorPrivateKey: string;
}

/** Puts the run file up, for its owner alone. */
export async function putUpRunFile(dataDir: string, run: RunFile): Promise<void> {
  await writePrivateFile(pathIn(dataDir), `${JSON.stringify(run, null, 2)}\n`);
}

export async function takeDownRunFile(dataDir: string): Promise<void> {
  await rm(pathIn(dataDir), { force: true });
}

const pathIn = (dataDir: string): string => join(dataDir, 'run.json');
