import { installAptPackages } from './apt-packages.ts';
import { findProgram } from './find-program.ts';
import type { InstallContext } from './install-context.ts';

/** The path of Redis's server; installed by apt where there is none. */
export async function ensureRedis(context: InstallContext): Promise<string> {
  const found = await findProgram('redis-server');
  if (found !== undefined) return found;
  await installAptPackages({ what: 'Redis', packages: ['redis-server'] }, context);
  const installed = await findProgram('redis-server');
  if (installed === undefined) throw new Error('apt has installed Redis, but PATH has no server');
  return installed;
}
