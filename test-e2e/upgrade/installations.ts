import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type StackFile, stopStack } from '@output-review/native';
import { runProgram } from '@output-review/native/install';

import { ADMIN } from '../harness/data-dir.ts';
import { databaseOf, embeddedDatabaseUrl, startBuilt } from '../harness/process.ts';
import { credentials, describeSystem, type System } from '../harness/system.ts';

/** A way to run the service on one data folder with the programs of different releases. */
export interface Installation extends AsyncDisposable {
  readonly dataDir: string;
  /** Starts the release built in a folder. The running one must have been stopped. */
  start(root: string, settings: Readonly<Record<string, string>>): Promise<System>;
  /** The superuser's URL of its running database. */
  databaseUrl(): Promise<string>;
  /** Settings for commands to verify the audit, in addition to the data folder. */
  auditSettings(): Promise<Readonly<Record<string, string>>>;
}

const SETTINGS = {
  RATE_LIMIT_PER_MINUTE: '0',
  SIGN_UP: 'open',
  EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
  LOG_LEVEL: 'error',
};

export async function newEmbedded(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'output-review-upgrade-'));
  let running: System | undefined;
  return {
    dataDir,
    start: async (root, settings) => {
      const env = { ...SETTINGS, ...ADMIN, PORT: '0', DATA_DIR: dataDir, ...settings };
      const process = await startBuilt(root, env);
      const stop = async (): Promise<void> => {
        process.kill('SIGINT');
        const { code, stderr } = await process.exited;
        if (code !== 0) throw new Error(`The service exited with ${code}:\n${stderr}`);
      };
      running = describeSystem({ ...credentials(), url: process.url, stop });
      return running;
    },
    databaseUrl: () => embeddedDatabaseUrl(dataDir),
    auditSettings: () => Promise.resolve({}),
    [Symbol.asyncDispose]: async () => {
      await running?.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export async function newStack(): Promise<Installation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'output-review-upgrade-'));
  const readFileOf = async () =>
    JSON.parse(await readFile(join(dataDir, 'stack.json'), 'utf8')) as StackFile;
  return {
    dataDir,
    start: async (root, settings) => {
      const command = (word: string) =>
        runProgram(
          process.execPath,
          [join(root, 'deploy/native/dist/main.js'), word, '--dir', dataDir],
          { cwd: root, env: { ...SETTINGS, ...settings }, inherits: false },
        );
      await command('up');
      const { url, email, password, token } = await readFileOf();
      const stop = async (): Promise<void> => {
        await command('down');
      };
      return describeSystem({ url, email, password, token, stop });
    },
    databaseUrl: async () => {
      const { servers } = await readFileOf();
      return databaseOf(servers.postgresSuperuserUrl);
    },
    auditSettings: async () => ({
      AUDIT_KEY: await readFile(join(dataDir, 'secrets', 'audit-key'), 'utf8'),
    }),
    [Symbol.asyncDispose]: async () => {
      await stopStack(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
