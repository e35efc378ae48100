import { createHash } from 'node:crypto';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type InstallContext, installOnce } from './install-once.ts';
import { runProgram } from './run-program.ts';
import { ensureProgram } from './system-programs.ts';

/** What is needed to run a broker. */
export interface KafkaProgram {
  readonly java: string;
  /** The class path for `java -cp`. */
  readonly classPath: string;
}

const POM = fileURLToPath(new URL('../../kafka/pom.xml', import.meta.url));

/** Kafka from Maven's repository: the jars in our pom, cached by its hash. */
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
  const maven = await ensureProgram('mvn', { what: 'Maven', packages: ['maven'] }, context);
  context.onProgress?.('downloading Kafka with Maven');
  // Maven creates a `target` folder beside its pom.
  const pom = join(draft, 'pom.xml');
  await copyFile(POM, pom);
  await runProgram(
    maven,
    [
      // Fails on a jar that differs from its published checksum.
      ...['--quiet', '--batch-mode', '--no-transfer-progress', '--strict-checksums'],
      ...['--file', pom, `-DoutputDirectory=${join(draft, 'libs')}`],
      'dependency:copy-dependencies',
    ],
    { signal: context.signal },
  );
}

// Kafka 4 brokers are compiled for this version.
const JAVA_MIN = 17;

/** The path of a Java that can run Kafka, installed by apt if there is none. */
async function ensureJava(context: InstallContext): Promise<string> {
  const missing = { what: `Java ${JAVA_MIN} or newer`, packages: ['default-jre-headless'] };
  const java = await ensureProgram('java', missing, context);
  const release = await releaseOf(java);
  if (release >= JAVA_MIN) return java;
  throw new Error(`Kafka needs Java ${JAVA_MIN} or newer; ${java} has ${release}.`);
}

/** The output of `java --version` starts with a line such as `openjdk 17.0.15 2025-04-15`. Java 8 has no such flag. */
async function releaseOf(java: string): Promise<number> {
  const output = await runProgram(java, ['--version']).catch(() => '');
  return Number(/^\S+ (\d+)/.exec(output)?.[1] ?? 0);
}
