import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type InstallContext, runProgram } from '@output-review/native/install';

/** The only registry package that contains the schemas of many Kubernetes versions. */
export const KUBERNETES_SCHEMAS = {
  package: 'kubernetes-validate',
  version: '1.37.0',
  sha256: '85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9',
} as const;

const FOLDER_IN_PACKAGE = 'kubernetes_validate/kubernetes-json-schema';

// Unpacks only files with the given prefixes, because the package has hundreds of megabytes.
const UNPACK = `
import sys, zipfile
wheel, target, *wanted = sys.argv[1:]
with zipfile.ZipFile(wheel) as files:
    for name in files.namelist():
        if name.startswith(tuple(wanted)):
            files.extract(name, target)
`;

/** Writes the schemas of each version into an existing folder named after it. */
export async function writeKubernetesSchemas(
  folder: string,
  versions: readonly string[],
  { signal }: InstallContext,
): Promise<void> {
  const scratch = join(folder, 'download');
  await mkdir(scratch);
  const wheel = await downloadWheel(scratch, signal);
  const wanted = versions.map((version) => `${FOLDER_IN_PACKAGE}/v${version}-local-strict/`);
  await runProgram('python3', ['-c', UNPACK, wheel, scratch, ...wanted], { signal });
  for (const [index, version] of versions.entries()) {
    await copyRewritten(join(scratch, wanted[index] ?? ''), join(folder, version));
  }
  await rm(scratch, { recursive: true });
}

async function downloadWheel(folder: string, signal?: AbortSignal): Promise<string> {
  const { package: name, version, sha256 } = KUBERNETES_SCHEMAS;
  const requirements = join(folder, 'requirements.txt');
  await writeFile(requirements, `${name}==${version} --hash=sha256:${sha256}\n`);
  const options = ['--no-deps', '--only-binary=:all:', '--disable-pip-version-check', '--quiet'];
  await runProgram(
    'python3',
    ['-m', 'pip', 'download', ...options, '--require-hashes', '-r', requirements, '-d', folder],
    { signal },
  );
  const wheel = (await readdir(folder)).find((file) => file.endsWith('.whl'));
  if (wheel === undefined) throw new Error(`pip has left no wheel of ${name} ${version}`);
  return join(folder, wheel);
}

/**
 * The schemas refer to each other by paths on the package's server. Here they are in one folder. Without descriptions,
 * nine tenths of their size, they parse quickly.
 */
async function copyRewritten(from: string, to: string): Promise<void> {
  for (const file of await readdir(from)) {
    const text = await readFile(join(from, file), 'utf8');
    const { $id: _id, ...schema } = JSON.parse(text, withoutDescription) as Record<string, unknown>;
    const near = JSON.stringify(schema).replaceAll(
      '"/api/_definitions.json#',
      '"_definitions.json#',
    );
    await writeFile(join(to, file), near);
  }
}

// A field may itself be named `description`. Its value is then a schema, not text.
const withoutDescription = (key: string, value: unknown): unknown =>
  key === 'description' && typeof value === 'string' ? undefined : value;
