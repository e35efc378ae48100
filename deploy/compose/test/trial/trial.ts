import { appendFile, chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { cacheFolder, type InstallContext } from '@output-review/native/install';
import { ShutdownStack } from '@output-review/runtime';
import { freePort } from '@output-review/runtime/testing';

import { init } from '../../src/init.ts';
import { buildOfflineImages } from '../offline/offline-images.ts';
import { ComposeProject, type ProjectPlan } from './compose-project.ts';
import { answers, docker, type DockerAccess } from './docker.ts';
import { ensurePlugins } from './docker-plugins.ts';
import { ensureDockerPrograms, startEngine } from './start-engine.ts';

export interface TrialOptions {
  /** The root of the repository. */
  readonly root: string;
  /** Selects the mode, and receives the results. */
  readonly env: NodeJS.ProcessEnv;
  readonly onProgress: (line: string) => void;
}

const closers = new ShutdownStack({ closeTimeoutMs: 180_000 });

/**
 * Starts everything in docker-compose.yml like an operator, beside other projects. With OUTPUT_REVIEW_OFFLINE=1 it uses
 * substitute images, and a separate engine if none answers.
 */
export async function startTrial(options: TrialOptions): Promise<void> {
  const { env, root, onProgress } = options;
  const context = { cacheDir: cacheFolder(env), onProgress };
  const isOffline = env['OUTPUT_REVIEW_OFFLINE'] === '1';
  const folder = await mkdtemp(join(tmpdir(), 'output-review-compose-'));
  closers.add('folder', () => rm(folder, { recursive: true }));
  try {
    if (isOffline) await ensureDockerPrograms(context);
    const access = await reachDocker(context, isOffline);
    if (isOffline) await buildOfflineImages(access, context);
    const host = await hostOf(access);
    const envFile = join(folder, '.env');
    const slackPort = await freePort();
    const settings = await writeSettings(envFile, host, slackPort);
    const options = projectOptions(envFile, isOffline);
    const plan: ProjectPlan = { access, cwd: root, options, envFile };
    await up(new ComposeProject(plan), onProgress);
    Object.assign(env, variablesOf(settings), {
      OUTPUT_REVIEW_RECEIVER_HOST: host,
      OUTPUT_REVIEW_SLACK_PORT: String(slackPort),
      COMPOSE_TRIAL: JSON.stringify(plan),
    });
  } catch (error) {
    await closers.close();
    throw error;
  }
}

export function stopTrial(): Promise<void> {
  return closers.close();
}

async function reachDocker(context: InstallContext, isOffline: boolean): Promise<DockerAccess> {
  let access: DockerAccess = {};
  if (
    !(await answers(access, 'compose', 'version')) ||
    !(await answers(access, 'buildx', 'version'))
  ) {
    access = { DOCKER_CONFIG: await ensurePlugins(context) };
  }
  if (await answers(access, 'info')) return access;
  if (!isOffline) throw new Error('No Docker engine answers: start one, or name it in DOCKER_HOST');
  context.onProgress?.('starting a Docker engine');
  const engine = await startEngine(join(context.cacheDir, 'docker-engine'));
  closers.add('engine', () => engine.stop());
  return { ...access, DOCKER_HOST: engine.host };
}

/** The address by which containers reach this machine, where the tests' receivers listen. */
async function hostOf(access: DockerAccess): Promise<string> {
  const format = '{{with index .IPAM.Config 0}}{{.Gateway}} {{.Subnet}}{{end}}';
  const output = await docker(access, ['network', 'inspect', 'bridge', '--format', format]);
  const [gateway, subnet = ''] = output.trimEnd().split(' ');
  // An engine that has just created the network does not report the gateway, which is the first address.
  return gateway || subnet.replace(/0\/\d+$/, '1');
}

/** Writes the settings like `npm run compose:init`, plus those that tests need. */
async function writeSettings(
  path: string,
  host: string,
  slackPort: number,
): Promise<Map<string, string>> {
  await init(path);
  // The journeys share one token, create their own workspaces, and receive callbacks.
  const settings = ['RATE_LIMIT_PER_MINUTE=0', 'SIGN_UP=open', `EGRESS_ALLOW_CIDRS=${host}/32`];
  settings.push(`SLACK_API_URL=http://${host}:${slackPort}/api`);
  // Relative to the named file, not to docker-compose.yml.
  settings.push(`SERVER_FILES_DIR=${join(dirname(path), '.compose')}`);
  const backups = join(dirname(path), 'backups');
  await mkdir(backups);
  // Writable for any container user.
  await chmod(backups, 0o777);
  settings.push(`BACKUPS_DIR=${backups}`);
  await appendFile(path, [`PORT=${await freePort()}`, ...settings, ''].join('\n'));
  const lines = (await readFile(path, 'utf8')).split('\n').filter((line) => /^\w+=/.test(line));
  return new Map(
    lines.map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}

function projectOptions(envFile: string, isOffline: boolean): string[] {
  const files = [
    'docker-compose.yml',
    ...(isOffline ? ['deploy/compose/test/offline/compose.yml'] : []),
  ];
  return [
    // Beside a project that an operator runs.
    ...['--project-name', 'output-review-trial', '--env-file', envFile],
    ...files.flatMap((file) => ['--file', file]),
  ];
}

async function up(project: ComposeProject, tell: (line: string) => void): Promise<void> {
  await project.run('down', '--volumes', '--remove-orphans', '--timeout', '5');
  tell('building the image');
  await project.run('build', '--quiet');
  closers.add('containers', async () => {
    await project.run('down', '--volumes', '--remove-orphans');
  });
  tell('docker compose up --wait');
  try {
    await project.run('up', '--wait', '--wait-timeout', '300', '--quiet-pull');
  } catch (error) {
    const logs = await project.run('logs', '--no-color', '--tail', '30');
    throw new Error(`It did not come up:\n${logs}`, { cause: error });
  }
}

function variablesOf(settings: ReadonlyMap<string, string>): Record<string, string> {
  const of = (name: string): string => settings.get(name) ?? '';
  return {
    OUTPUT_REVIEW_URL: `http://127.0.0.1:${of('PORT')}`,
    OUTPUT_REVIEW_EMAIL: of('BOOTSTRAP_EMAIL'),
    OUTPUT_REVIEW_PASSWORD: of('BOOTSTRAP_PASSWORD'),
    OUTPUT_REVIEW_TOKEN: of('BOOTSTRAP_TOKEN'),
    COMPOSE_TRIAL_SECRETS: JSON.stringify(
      [...settings].filter(([name]) => /KEY|PASSWORD|TOKEN/.test(name)).map(([, value]) => value),
    ),
  };
}
