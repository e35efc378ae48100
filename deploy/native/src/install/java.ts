import { installAptPackages } from './apt-packages.ts';
import { findProgram } from './find-program.ts';
import type { InstallContext } from './install-context.ts';
import { runProgram } from './run-program.ts';

// A Kafka 4 broker is compiled for it.
const JAVA_MIN = 17;

/** The path of a Java that runs Kafka; installed by apt where there is none. */
export async function ensureJava(context: InstallContext): Promise<string> {
  const found = await findProgram('java');
  if (found === undefined) {
    await installAptPackages(
      { what: `Java ${JAVA_MIN} or newer`, packages: ['default-jre-headless'] },
      context,
    );
  }
  const java = found ?? (await findProgram('java'));
  const release = java === undefined ? 0 : await releaseOf(java);
  if (java !== undefined && release >= JAVA_MIN) return java;
  throw new Error(`Kafka needs Java ${JAVA_MIN} or newer; ${java ?? 'PATH'} has ${release}.`);
}

/** `java --version` begins with a line such as `openjdk 17.0.15 2025-04-15`; Java 8 has no such flag. */
async function releaseOf(java: string): Promise<number> {
  const said = await runProgram(java, ['--version']).catch(() => '');
  return Number(/^\S+ (\d+)/.exec(said)?.[1] ?? 0);
}
