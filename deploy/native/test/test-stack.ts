import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import { LOOPBACK, portFor } from '../src/daemons/ports.ts';
import type { StackFile } from '../src/stack/stack-file.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Separate from the developer's own stack, which the tests do not touch. */
const DATA_DIR = `${ROOT}.stack/test`;

/**
 * Starts a stack with empty data for a test run, and passes its addresses through the environment. It runs as a
 * command: jest loads its setup without our export condition, so only built code can be used.
 */
export async function startTestStack(env: NodeJS.ProcessEnv): Promise<void> {
  // A killed run may have left its stack running.
  await stopTestStack();
  await rm(DATA_DIR, { recursive: true, force: true });
  await mkdir(DATA_DIR, { recursive: true });
  const slackPort = await portFor('slack-of-tests', `${DATA_DIR}/ports.json`);
  // Journeys exceed any rate limit, create their own workspaces, and receive callbacks on this machine. Their
  // automations use the second gateway, people the first, so that each has to know what the other did.
  // Only the contract tests of the store need it, and its build takes minutes.
  const minio = env['STACK_MINIO'] === '1' ? ['--minio'] : [];
  await runStackCommand(['up', '--dir', DATA_DIR, '--gateways', '2', ...minio], {
    RATE_LIMIT_PER_MINUTE: '0',
    SIGN_UP: 'open',
    EGRESS_ALLOW_CIDRS: `${LOOPBACK}/32`,
    SLACK_API_URL: `http://${LOOPBACK}:${slackPort}/api`,
  });
  const stack = JSON.parse(await readFile(`${DATA_DIR}/stack.json`, 'utf8')) as StackFile;
  Object.assign(env, {
    OUTPUT_REVIEW_URL: stack.url,
    OUTPUT_REVIEW_EMAIL: stack.email,
    OUTPUT_REVIEW_PASSWORD: stack.password,
    OUTPUT_REVIEW_TOKEN: stack.token,
    OUTPUT_REVIEW_SLACK_PORT: String(slackPort),
    OUTPUT_REVIEW_AUTOMATION_URL: stack.gatewayUrls[1],
    STACK_KAFKA_BROKERS: stack.servers.kafkaBrokers,
    STACK_REDIS_URL: stack.servers.redisUrl,
    STACK_POSTGRES_URL: stack.servers.postgresSuperuserUrl,
    STACK_S3: JSON.stringify(stack.servers.store),
    STACK_S3_MINIO: JSON.stringify(stack.servers.minio),
  });
}

/** Stops it. Its logs stay in `.stack/test/logs`. */
export async function stopTestStack(): Promise<void> {
  await runStackCommand(['down', '--dir', DATA_DIR]);
}

async function runStackCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<void> {
  const command = spawn(process.execPath, [`${ROOT}deploy/native/dist/main.js`, ...args], {
    env: { ...process.env, ...settings },
    stdio: 'inherit',
  });
  const [code] = (await once(command, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The command stack ${args.join(' ')} failed`);
}
