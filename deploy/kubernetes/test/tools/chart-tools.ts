import { join } from 'node:path';

import { cacheFolder, ensureGoProgram, type InstallContext } from '@output-review/native/install';

import { ensureManifestSchemas } from '../schemas/manifest-schemas.ts';

export interface ChartTools {
  readonly helm: string;
  readonly kubeconform: string;
  /** Contains a folder for each Kubernetes version, with a schema for each kind. */
  readonly schemasDir: string;
}

// Building Helm takes some minutes on two cores.
export const INSTALL_TIMEOUT_MS = 20 * 60_000;

/** The tools for checking the chart, from the cache. Installs missing ones first. */
export async function ensureChartTools(): Promise<ChartTools> {
  const context: InstallContext = {
    cacheDir: cacheFolder(process.env),
    onProgress: (line) => process.stderr.write(`${line}\n`),
  };
  // One after the other, because each build uses all cores.
  const kubeconform = await ensureGoProgram('kubeconform', context);
  const helm = await ensureGoProgram('helm', context);
  const schemasDir = await ensureManifestSchemas(context);
  return { helm, kubeconform, schemasDir };
}

export const CHART_DIR = join(import.meta.dirname, '../../output-review');
