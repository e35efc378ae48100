import { logLevelGroup, PROCESS_GROUPS, readGroups } from '@output-review/runtime';

import { readEvaluatorConfig } from '../../../../services/evaluator/src/config.ts';
import { readGatewayConfig } from '../../../../services/gateway/src/config.ts';
import { readInstructionsConfig } from '../../../../services/instructions/src/config.ts';
import { readMediaConfig } from '../../../../services/media/src/config.ts';
import { readReviewConfig } from '../../../../services/review/src/config.ts';
import { PARTS, readSetupConfig } from '../../../setup/src/config.ts';

type Environment = Readonly<Record<string, string | undefined>>;
export type ReadConfig = (env: Environment) => unknown;

const SERVICES: Readonly<Record<string, ReadConfig>> = {
  evaluator: readEvaluatorConfig,
  gateway: readGatewayConfig,
  instructions: readInstructionsConfig,
  media: readMediaConfig,
  review: readReviewConfig,
};

const readMigrationConfig: ReadConfig = (env) =>
  readGroups(env, { url: PROCESS_GROUPS.databaseUrl, level: logLevelGroup });

/**
 * Returns the configuration reader of the program that a command line starts.
 *
 * @throws Error if there is no such program
 */
export function configOf(commandLine: readonly string[]): ReadConfig {
  const [node, file = '', ...args] = commandLine;
  const [, service = ''] = /^services\/(\w+)\/dist\/main\.js$/.exec(file) ?? [];
  const read = SERVICES[service];
  if (node === 'node' && read !== undefined) {
    if (args.length === 0) return read;
    if (args.join() === 'migrate') return readMigrationConfig;
  }
  if (node === 'node' && file === 'deploy/setup/dist/main.js') {
    const parts = PARTS.filter((part) => args.length === 0 || args.includes(part));
    return (env) => readSetupConfig(env, parts);
  }
  throw new Error(`No program is started by ${commandLine.join(' ')}`);
}
