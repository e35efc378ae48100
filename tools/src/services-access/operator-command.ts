import { settingOf } from '@output-review/runtime';
import { Option } from 'commander';

import { explainCallFailure, openServiceCalls, type ServiceCalls } from './service-calls.ts';
import { findServices } from './services-access.ts';

export const dataDirOption = new Option('--data-dir <dir>', 'DATA_DIR of the service').default(
  settingOf(process.env, 'DATA_DIR') ?? '.data',
);

/** Makes the command exit with 1 if `work` returns false or fails. */
export async function exitBy(work: () => Promise<boolean>): Promise<void> {
  // If the reader of stdout has gone, such as `head`, the command exits like others.
  process.stdout.on('error', () => process.exit(1));
  try {
    process.exitCode = (await work()) ? 0 : 1;
  } catch (error) {
    console.error(explainCallFailure(error));
    process.exitCode = 1;
  }
}

/** @param timeoutMs of each call. */
export async function withCalls<T>(
  dataDir: string,
  timeoutMs: number,
  work: (calls: ServiceCalls) => Promise<T>,
): Promise<T> {
  const calls = openServiceCalls(await findServices(process.env, dataDir), timeoutMs);
  try {
    return await work(calls);
  } finally {
    await calls.close();
  }
}
