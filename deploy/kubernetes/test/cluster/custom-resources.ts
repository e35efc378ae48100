import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { cacheFolder } from '@output-review/native/install';

import { splitManifests } from '../manifests/manifest.ts';
import { KEDA_MODULE, RESOURCE_MODULES } from '../schemas/resource-schemas.ts';
import { goModuleFolder } from '../tools/go-module-folder.ts';

const KEDA_FOLDER = 'config/crd/bases';

/** The definitions of all KEDA kinds, because its operator watches each of them. */
export async function kedaDefinitions(): Promise<string[]> {
  const folder = join(await moduleFolder(KEDA_MODULE), KEDA_FOLDER);
  const files = (await readdir(folder)).sort();
  return readAll(files.map((file) => join(folder, file)));
}

/** The definitions of the kinds that the chart uses and Kubernetes does not include. */
export async function customResourceDefinitions(): Promise<string[]> {
  const others = RESOURCE_MODULES.filter(({ module }) => module !== KEDA_MODULE);
  const found = await Promise.all(
    others.map(async ({ module, files }) => {
      const folder = await moduleFolder(module);
      return readAll(files.map((file) => join(folder, file)));
    }),
  );
  return [...(await kedaDefinitions()), ...found.flat()];
}

const moduleFolder = (module: string): Promise<string> =>
  goModuleFolder(module, { cacheDir: cacheFolder(process.env) });

async function readAll(files: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return texts.flatMap(splitManifests);
}
