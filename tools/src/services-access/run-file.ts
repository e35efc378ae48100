import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { SERVICES, type ServiceName } from '@output-review/contracts';

/** How to get at the services of the running embedded service; it puts this up in its data folder. */
export interface RunFile {
  readonly services: Readonly<Record<ServiceName, string>>;
  /** Signs the statement that the operator is asking. */
  readonly operatorPrivateKey: string;
}

export async function readRunFile(dataDir: string): Promise<RunFile> {
  const path = join(dataDir, 'run.json');
  const text = await readFile(path, 'utf8').catch(ignoreMissing);
  if (text === undefined) {
    throw new Error(`No service runs on ${dataDir}: start it, or name its --data-dir.`);
  }
  const value: unknown = JSON.parse(text);
  if (!isRunFile(value)) throw new Error(`${path} is not of this release.`);
  return value;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

function isRunFile(value: unknown): value is RunFile {
  if (!isObject(value) || typeof value['operatorPrivateKey'] !== 'string') return false;
  const services = value['services'];
  return isObject(services) && SERVICES.every((name) => typeof services[name] === 'string');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
