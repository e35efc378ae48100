import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { installAptPackages } from './apt-packages.ts';
import { findProgram } from './find-program.ts';
import type { InstallContext } from './install-context.ts';
import { installOnce } from './install-once.ts';
import { ensureJava } from './java.ts';
import { runProgram } from './run-program.ts';

/** What a broker is run with. */
export interface KafkaProgram {
  readonly java: string;
  /** The class path, as `java -cp` takes it. */
  readonly classPath: string;
}

const POM = fileURLToPath(new URL('../../kafka/pom.xml', import.meta.url));

/** Kafka out of Maven's repository: the jars that our pom names, cached by its hash. */
export async function ensureKafka(context: InstallContext): Promise<KafkaProgram> {
  const hash = createHash('sha256')
    .update(await readFile(POM))
    .digest('hex')
    .slice(0, 16);
  const java = await ensureJava(context);
  const folder = await installOnce(join(context.cacheDir, `kafka-${hash}`), (draft) =>
    download(draft, context),
  );
  return { java, classPath: join(folder, 'libs', '*') };
}

async function download(draft: string, context: InstallContext): Promise<void> {
  const maven = await ensureMaven(context);
  context.onProgress?.('downloading Kafka by Maven');
  // Maven leaves a `target` folder beside the pom it is given.
  const pom = join(draft, 'pom.xml');
  await copyFile(POM, pom);
  await runProgram(
    maven,
    [
      // A jar that differs from its published checksum ends it.
      ...['--quiet', '--batch-mode', '--no-transfer-progress', '--strict-checksums'],
      ...['--file', pom, `-DoutputDirectory=${join(draft, 'libs')}`],
      'dependency:copy-dependencies',
    ],
    { signal: context.signal },
  );
}

async function ensureMaven(context: InstallContext): Promise<string> {
  const found = await findProgram('mvn');
  if (found !== undefined) return found;
  await installAptPackages({ what: 'Maven', packages: ['maven'] }, context);
  const installed = await findProgram('mvn');
  if (installed === undefined) throw new Error('apt has installed Maven, but PATH has no `mvn`');
  return installed;
}
