import { resolve } from 'node:path';

import { Command, InvalidArgumentError, Option } from 'commander';

import type { UpOptions } from './up-down.ts';

export interface Commands {
  up(options: Omit<UpOptions, 'env' | 'signal'>): Promise<void>;
  down(dataDir: string): Promise<void>;
}

interface Flags {
  readonly dir: string;
  readonly gateways: number;
  readonly evaluators: number;
  readonly reviews: number;
  readonly kafkaNodes: string;
  readonly minio: boolean;
  readonly secured: boolean;
}

// More processes than any machine has cores, so a larger number is probably a typo.
const REPLICAS_MAX = 16;

/** The command line of `npm run stack` and `npm run stack:down`. */
export function makeCommandLine(commands: Commands): Command {
  const program = new Command('stack').description(
    'Runs the full stack of servers and services on this machine.',
  );
  program
    .command('up', { isDefault: true })
    .description(
      'Installs what is missing, starts the servers and services, and leaves them running.',
    )
    .addOption(folder())
    .option('--gateways <n>', 'number of gateways, each with its own URL', count, 1)
    .option('--evaluators <n>', 'number of evaluators', count, 1)
    .option('--reviews <n>', 'number of review services', count, 1)
    .addOption(new Option('--kafka-nodes <n>').choices(['1', '3']).default('1'))
    .option(
      '--minio',
      'also start a second S3 server, for the contract tests of the object store',
      false,
    )
    .option('--secured', 'TLS everywhere, and an account for each service', false)
    .action(async ({ dir, gateways, evaluators, reviews, kafkaNodes, ...flags }: Flags) =>
      commands.up({
        dataDir: resolve(dir),
        replicas: {
          gateway: gateways,
          evaluator: evaluators,
          review: reviews,
          instructions: 1,
          media: 1,
        },
        kafkaNodes: kafkaNodes === '3' ? 3 : 1,
        withMinio: flags.minio,
        isSecured: flags.secured,
      }),
    );
  program
    .command('down')
    .description('Stops everything that `up` started. The data is kept.')
    .addOption(folder())
    .action(async ({ dir }: Flags) => commands.down(resolve(dir)));
  return program;
}

const folder = (): Option =>
  new Option('--dir <folder>', 'data, logs and secrets').default('.stack');

function count(text: string): number {
  const number = /^\d+$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= REPLICAS_MAX) return number;
  throw new InvalidArgumentError(`Must be a number from 1 to ${REPLICAS_MAX}.`);
}
