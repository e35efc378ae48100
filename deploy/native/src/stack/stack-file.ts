import { join } from 'node:path';

import { readFileIfThere, writePrivateFile } from '@output-review/runtime';

import { runningIn } from '../daemons/run-file.ts';
import type { S3Access } from '../servers/s3-servers.ts';

/** Everything needed to use a running stack and its servers. Anyone who can read it has full control. */
export interface StackFile {
  /** URL of the first gateway. */
  readonly url: string;
  /** URLs of all gateways. */
  readonly gatewayUrls: readonly string[];
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly servers: {
    readonly kafkaBrokers: string;
    readonly postgresSuperuserUrl: string;
    readonly redisUrl: string;
    /** The CA of servers with accounts, or null without accounts. */
    readonly caFile: string | null;
    /** The store that media uses. */
    readonly store: S3Access;
    /** Only if requested. */
    readonly minio: S3Access | null;
  };
  /** The names of all its daemons. */
  readonly daemons: readonly string[];
}

export async function writeStackFile(dataDir: string, stack: StackFile): Promise<void> {
  await writePrivateFile(stackFileOf(dataDir), `${JSON.stringify(stack, null, 2)}\n`);
}

/** Null if no stack was ever ready in this folder. */
export async function readStackFile(dataDir: string): Promise<StackFile | null> {
  const text = await readFileIfThere(stackFileOf(dataDir));
  return text === undefined ? null : (JSON.parse(text) as StackFile);
}

export const stackFileOf = (dataDir: string): string => join(dataDir, 'stack.json');

export const runDirOf = (dataDir: string): string => join(dataDir, 'run');

/** The names of the daemons running in a folder. */
export const runningDaemons = (dataDir: string): Promise<string[]> => runningIn(runDirOf(dataDir));
