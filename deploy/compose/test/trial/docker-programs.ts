import {
  findProgram,
  type InstallContext,
  installAptPackages,
} from '@output-review/native/install';

const PACKAGES: Readonly<Record<string, string>> = {
  docker: 'docker.io',
  dockerd: 'docker.io',
  mmdebstrap: 'mmdebstrap',
};

/** Installs what is missing to run an engine and to make images from nothing. Only root can. */
export async function ensureDockerPrograms(context: InstallContext): Promise<void> {
  const missing = new Set<string>();
  for (const [program, name] of Object.entries(PACKAGES)) {
    if ((await findProgram(program, ['/usr/sbin'])) === undefined) missing.add(name);
  }
  if (missing.size === 0) return;
  await installAptPackages({ what: 'A Docker engine', packages: [...missing] }, context);
}
