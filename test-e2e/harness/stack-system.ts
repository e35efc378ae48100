import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Stack, type StackOptions, startStack } from '@output-review/native';

import { describeSystem, type System } from './system.ts';

/** A separate real stack, whose servers and services can be stopped and restarted. */
export interface StackSystem extends System {
  readonly stack: Stack;
  readonly dataDir: string;
}

/** Starts a stack from the build on a new data folder. */
export async function startStackSystem(
  options: Omit<StackOptions, 'dataDir'> = {},
): Promise<StackSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'output-review-stack-'));
  const removeData = () => rm(dataDir, { recursive: true, force: true });
  try {
    const env = { RATE_LIMIT_PER_MINUTE: '0', ...options.env };
    const stack = await startStack({ ...options, env, dataDir });
    const { url, email, password, token } = stack;
    // The data is discarded, so a kill is enough.
    const stop = async (): Promise<void> => {
      try {
        await stack.kill();
      } finally {
        await removeData();
      }
    };
    return { ...describeSystem({ url, email, password, token, stop }), stack, dataDir };
  } catch (error) {
    await removeData();
    throw error;
  }
}
