import { join } from 'node:path';

import { perService, SERVICES, type ServiceName } from '@output-review/contracts';
import {
  type Environment,
  operatorPrivateKeyGroup,
  peersGroup,
  readFileIfThere,
  readGroups,
} from '@output-review/runtime/operator';
import { settingOf } from '@output-review/runtime/text';

/** The URLs of the services, and the key to call them with. */
export interface ServicesAccess {
  readonly services: Readonly<Record<ServiceName, string>>;
  /** Signs the assertion that the caller is the operator. */
  readonly operatorPrivateKey: string;
}

const ENVIRONMENT = {
  urls: peersGroup(...SERVICES),
  operatorPrivateKey: operatorPrivateKeyGroup,
};

/**
 * Finds the services by the environment variables that the services use themselves, otherwise by the run file in the
 * data folder.
 *
 * @throws Error that says what is missing.
 */
export async function findServices(env: Environment, dataDir: string): Promise<ServicesAccess> {
  if (settingOf(env, 'OPERATOR_PRIVATE_KEY') === undefined) {
    if (settingOf(env, 'ASSERTION_PRIVATE_KEY') === undefined) return readRunFile(dataDir);
    throw new Error(
      'OPERATOR_PRIVATE_KEY is required: the key of the gateway is no longer accepted. See ' +
        'docs/running.md.',
    );
  }
  const { urls, operatorPrivateKey } = readGroups(env, ENVIRONMENT);
  return { services: perService((name) => urls[name]()), operatorPrivateKey };
}

/** Reads the run file that a service started on this data folder has written. */
async function readRunFile(dataDir: string): Promise<ServicesAccess> {
  const path = join(dataDir, 'run.json');
  const text = await readFileIfThere(path);
  if (text === undefined) {
    throw new Error(
      `No service is running on ${dataDir}. Start it, or set --data-dir; for services elsewhere, set ` +
        'OPERATOR_PRIVATE_KEY.',
    );
  }
  const value: unknown = JSON.parse(text);
  if (!isRunFile(value)) throw new Error(`${path} does not belong to this release.`);
  return value;
}

function isRunFile(value: unknown): value is ServicesAccess {
  if (!isObject(value) || typeof value['operatorPrivateKey'] !== 'string') return false;
  const services = value['services'];
  return isObject(services) && SERVICES.every((name) => typeof services[name] === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
