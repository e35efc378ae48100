import { SERVICES } from '@output-review/contracts';
import {
  type Environment,
  operatorPrivateKeyGroup,
  peersGroup,
  readGroups,
} from '@output-review/runtime';

import { readRunFile, type RunFile } from './run-file.ts';

/** How to get at the services. */
export type ServicesAccess = Pick<RunFile, 'services' | 'operatorPrivateKey'>;

const ENVIRONMENT = {
  urls: peersGroup(...SERVICES),
  operatorPrivateKey: operatorPrivateKeyGroup,
};

/**
 * Finds the services: as the environment says, in the variables that the services themselves are told,
 * or else those that have put up a run file in the data folder.
 *
 * @throws Error that says what is missing.
 */
export async function findServices(env: Environment, dataDir: string): Promise<ServicesAccess> {
  if (env['OPERATOR_PRIVATE_KEY'] === undefined) {
    if (env['ASSERTION_PRIVATE_KEY'] === undefined) return readRunFile(dataDir);
    throw new Error(
      "OPERATOR_PRIVATE_KEY is needed: the gateway's key no longer does. See docs/running.md.",
    );
  }
  const { urls, operatorPrivateKey } = readGroups(env, ENVIRONMENT);
  const { gateway, evaluator, review, instructions, media } = urls;
  return {
    services: {
      gateway: gateway(),
      evaluator: evaluator(),
      review: review(),
      instructions: instructions(),
      media: media(),
    },
    operatorPrivateKey,
  };
}
