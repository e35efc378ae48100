import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { cacheFolder } from '@output-review/native/install';

import { KEDA_MODULE } from '../schemas/resource-schemas.ts';
import { goModuleFolder } from './go-module-folder.ts';

/** The parameters of one kind of trigger. */
export interface TriggerParameters {
  readonly metadata: ReadonlySet<string>;
  readonly authentication: ReadonlySet<string>;
}

// For example `keda:"name=lagThreshold,order=triggerMetadata,default=10"`.
const TAG = /keda:"name=(\w+),\s*order=([\w;]+)/g;

/**
 * Extracts the parameters that KEDA reads from its source code: its schema accepts any name, and KEDA ignores unknown
 * ones.
 */
export async function triggerParameters(
  trigger: 'kafka' | 'postgresql',
): Promise<TriggerParameters> {
  const folder = await goModuleFolder(KEDA_MODULE, { cacheDir: cacheFolder(process.env) });
  const source = await readFile(join(folder, 'pkg/scalers', `${trigger}_scaler.go`), 'utf8');
  const fields = [...source.matchAll(TAG)].map(([, name = '', order = '']) => ({ name, order }));
  const readFrom = (place: string) =>
    new Set(fields.filter(({ order }) => order.includes(place)).map(({ name }) => name));
  return { metadata: readFrom('triggerMetadata'), authentication: readFrom('authParams') };
}
