import { resolve } from 'node:path';

import { interruption, settingOf } from '@output-review/runtime';
import { Command } from 'commander';

import { verifyArchive } from './archive/archive-reader.ts';
import { backUp } from './backup.ts';
import { openDataDir, prepareDataDir, readKeys } from './places/embedded-place.ts';
import { findTarget } from './places/find-target.ts';
import type { Place } from './places/place.ts';
import { isStack, openStack, prepareStack, readStackKeys } from './places/stack-place.ts';
import { checkUsable, restore } from './restore.ts';

const { env } = process;
const WHERE =
  'It works on the data folder of npm start or, if GATEWAY_DATABASE_URL is set, on the databases and the store in ' +
  'the variables of deploy/setup, with ENCRYPTION_KEY and AUDIT_KEY.';
const dataDirOption = [
  '--data-dir <dir>',
  'DATA_DIR of the service',
  settingOf(env, 'DATA_DIR') ?? '.data',
] as const;

// Without the name of this file, which nobody calls by it.
const program = new Command().configureHelp({
  commandUsage: (command) => `${command.name()} ${command.usage()}`,
});

program
  .command('backup')
  .description(
    `Writes all data, as of one instant, into one file. The service may be running.\n\n${WHERE}`,
  )
  .requiredOption('--to <file>', 'the archive to write; it must not exist')
  .option(...dataDirOption)
  .action(({ to, dataDir }: { to: string; dataDir: string }) =>
    reportError(() => runBackup(to, dataDir)),
  );

program
  .command('restore')
  .description(`Fills an empty data folder, or empty servers, from a backup.\n\n${WHERE}`)
  .requiredOption('--from <file>', 'the archive to read')
  .option('--keys <file>', 'the copy of keys.json that is stored separately from the archive')
  .option('--check', 'only check the archive and the keys')
  .option(...dataDirOption)
  .action((options: RestoreOptions) => reportError(() => runRestore(options)));

await program.parseAsync();

async function runBackup(to: string, dataDir: string): Promise<void> {
  const signal = interruptionOf('backup');
  const place = isStack(env) ? openStack(env) : await openDataDir(resolve(dataDir), env);
  const taken = await backUpAndClose(place, resolve(to), signal);
  for (const key of taken.missing)
    console.error(`missing or damaged in the store, so not in the archive: ${key}`);
  const { rows, files, bytes, takenAt } = taken;
  console.log(`${to}: ${rows} rows and ${files} files as of ${takenAt}, ${bytes} bytes`);
}

async function backUpAndClose(
  place: Place,
  to: string,
  signal: AbortSignal,
): ReturnType<typeof backUp> {
  try {
    return await backUp(place, to, signal);
  } finally {
    await place.close();
  }
}

interface RestoreOptions {
  readonly from: string;
  readonly keys?: string;
  readonly check?: boolean;
  readonly dataDir: string;
}

async function runRestore({ from, check = false, ...options }: RestoreOptions): Promise<void> {
  const path = resolve(from);
  const dataDir = resolve(options.dataDir);
  const keysFile = options.keys === undefined ? null : resolve(options.keys);
  // Check before the archive is read, which takes long, and again afterwards.
  if (!check && !isStack(env)) await findTarget(dataDir);
  const archive = await verifyArchive(path);
  checkUsable(
    archive.manifest,
    isStack(env) ? readStackKeys(env) : await readKeys({ env, keysFile }),
  );
  const { takenAt, release } = archive.manifest;
  const rows = Object.values(archive.end.rows).reduce((sum, count) => sum + count, 0);
  const what = `${rows} rows and ${archive.end.files} files as of ${takenAt}, by release ${release}`;
  if (check) {
    console.log(`${from} is complete: ${what}`);
    return;
  }
  const signal = interruptionOf('restore');
  const place = isStack(env)
    ? await prepareStack(env)
    : await prepareDataDir({ dataDir, env, keysFile });
  try {
    await restore(place, { path, archive, signal });
  } finally {
    await place.close();
  }
  console.log(`restored ${what}`);
}

/** The first signal aborts the work, so that written data is removed. A second one exits immediately. */
function interruptionOf(work: 'backup' | 'restore'): AbortSignal {
  return interruption(new Error(`The ${work} was interrupted.`), () => process.exit(1));
}

async function reportError(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
