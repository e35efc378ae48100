import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type InstallContext, runProgram } from '@output-review/native/install';

/** The one place in a package registry where the schemas of many versions of Kubernetes are. */
export const KUBERNETES_SCHEMAS = {
  package: 'kubernetes-validate',
  version: '1.37.0',
  sha256: '85136d018a27b50ec7fc049d902bfa5193f5976807e6c0f408e3ab6fe078cad9',
} as const;

const FOLDER_IN_PACKAGE = 'kubernetes_validate/kubernetes-json-schema';

// Unpacks what begins with one of the given names: the package has hundreds of megabytes.
const UNPACK = `
import sys, zipfile
wheel, target, *wanted = sys.argv[1:]
with zipfile.ZipFile(wheel) as files:
    for name in files.namelist():
        if name.startswith(tuple(wanted)):
            files.extract(name, target)
`;

/** Writes the schemas of each version into a folder of its name, which must be there. */
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
 * They refer to each other by a path of the package's own server; here they are neighbours. Without
 * their descriptions, which are nine tenths of them, they are read in no time.
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

// A field may be named so too; then it stands for a schema and not for a text.
const withoutDescription = (key: string, value: unknown): unknown =>
  key === 'description' && typeof value === 'string' ? undefined : value;
