import { join } from 'node:path';

import { readFileIfThere, writePrivateFile } from '@output-review/runtime';

import { runningIn } from '../daemons/run-file.ts';
import type { S3Access } from '../servers/s3-servers.ts';

/** What one needs to use a running stack, and its servers. Whoever may read it is its master. */
export interface StackFile {
  /** Of the first gateway. */
  readonly url: string;
  /** Of every gateway. */
  readonly gatewayUrls: readonly string[];
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly servers: {
    readonly kafkaBrokers: string;
    readonly postgresSuperuserUrl: string;
    readonly redisUrl: string;
    /** The CA of servers with accounts; null where there are none. */
    readonly caFile: string | null;
    /** Of the store that media uses. */
    readonly store: S3Access;
    /** Only where it was asked for. */
    readonly versitygw: S3Access | null;
  };
  /** The names of all that belongs to it. */
  readonly daemons: readonly string[];
}

export async function writeStackFile(dataDir: string, stack: StackFile): Promise<void> {
  await writePrivateFile(stackFileOf(dataDir), `${JSON.stringify(stack, null, 2)}\n`);
}

/** Null where no stack has ever been ready in this folder. */
export async function readStackFile(dataDir: string): Promise<StackFile | null> {
  const text = await readFileIfThere(stackFileOf(dataDir));
  return text === undefined ? null : (JSON.parse(text) as StackFile);
}

export const stackFileOf = (dataDir: string): string => join(dataDir, 'stack.json');

export const runDirOf = (dataDir: string): string => join(dataDir, 'run');

/** The names of what runs in a folder at this moment. */
export const runningDaemons = (dataDir: string): Promise<string[]> => runningIn(runDirOf(dataDir));
