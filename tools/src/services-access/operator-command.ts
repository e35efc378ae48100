import { settingOf } from '@output-review/runtime/text';
import { Command, Option } from 'commander';

import { explainCallFailure, openServiceCalls, type ServiceCalls } from './service-calls.ts';
import { findServices } from './services-access.ts';

export const dataDirOption = new Option('--data-dir <dir>', 'DATA_DIR of the service').default(
  settingOf(process.env, 'DATA_DIR') ?? '.data',
);

/** Ends the description of a command that calls the services. */
export const CALLED_SERVICES =
  'It calls the service that runs on the data folder or, if OPERATOR_PRIVATE_KEY is set, the services at ' +
  'GATEWAY_URL, EVALUATOR_URL, REVIEW_URL, INSTRUCTIONS_URL and MEDIA_URL.';

export interface OperatorCommand {
  readonly name: string;
  readonly description: string;
  /** Of each call. */
  readonly timeoutMs: number;
}

/** Runs a command that takes nothing but the data folder. */
export async function runOperatorCommand(
  { name, description, timeoutMs }: OperatorCommand,
  work: (calls: ServiceCalls, dataDir: string) => Promise<boolean>,
): Promise<void> {
  await new Command(name)
    .description(description)
    .addOption(dataDirOption)
    .action(({ dataDir }: { dataDir: string }) =>
      exitBy({ dataDir, timeoutMs }, (calls) => work(calls, dataDir)),
    )
    .parseAsync();
}

export interface CallOptions {
  readonly dataDir: string;
  /** Of each call. */
  readonly timeoutMs: number;
}

/** Makes the command exit with 1 if `work` returns false or fails. */
export async function exitBy(
  { dataDir, timeoutMs }: CallOptions,
  work: (calls: ServiceCalls) => Promise<boolean>,
): Promise<void> {
  // If the reader of stdout has gone, such as `head`, the command exits like others.
  process.stdout.on('error', () => process.exit(1));
  try {
    const calls = openServiceCalls(await findServices(process.env, dataDir), timeoutMs);
    try {
      process.exitCode = (await work(calls)) ? 0 : 1;
    } finally {
      await calls.close();
    }
  } catch (error) {
    console.error(explainCallFailure(error));
    process.exitCode = 1;
  }
}
