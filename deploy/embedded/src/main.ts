import { once } from 'node:events';

import type { BootstrapConfig } from '@output-review/gateway';
import { interruption, makeLogger } from '@output-review/runtime';

import { type EmbeddedConfig, readEmbeddedConfig } from './config.ts';
import { explainFailure } from './explain-failure.ts';
import { type Embedded, startEmbedded } from './start-embedded.ts';

const stopping = interruption(new Error('The service was interrupted.'), forceEnd);
let running: Embedded | undefined;

try {
  refuseArguments(process.argv.slice(2));
  await run(readEmbeddedConfig(process.env));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Someone who passes --help or a port must not get a service that ignores it. */
function refuseArguments(given: readonly string[]): void {
  if (given.length === 0) return;
  throw new Error(
    `${given.join(' ')}: it takes no arguments. It is configured by environment variables, for example PORT=9000 npm start; docs/running.md lists them.`,
  );
}

async function run(config: EmbeddedConfig): Promise<void> {
  const log = makeLogger({ service: 'embedded', level: config.logLevel });
  running = await startEmbedded(config, log).catch((error: unknown) => {
    const explanation = explainFailure(error, config);
    if (explanation === null) log.error({ err: error }, 'start failed');
    throw new Error(explanation ?? 'The service did not start. See the log above for the reason.', {
      cause: error,
    });
  });
  try {
    await greet(running);
    if (!stopping.aborted) await once(stopping, 'abort');
  } finally {
    await running.stop();
  }
}

async function greet({ url, pid, firstSignIn }: Embedded): Promise<void> {
  if (firstSignIn) {
    console.log(formatFirstSignIn(url, firstSignIn));
    await firstSignIn.forget();
  }
  // The last line of a start. Programs wait for it.
  console.log(`ready ${JSON.stringify({ url, pid })}`);
}

/** The text that the first start prints once, above the ready line. Its commands work unchanged. */
function formatFirstSignIn(url: string, { email, password, token }: BootstrapConfig): string {
  const credential = `-H 'Authorization: Bearer ${token}'`;
  const output = { id: 'hello', project: 'First steps', output: 'Hello, I am an output.' };
  return `
Shown only once. Store it in a safe place:

  open      ${url}/
  sign in   ${email}
  password  ${password}
  token     ${token}

Submit an output, then read its verdict:

  curl -s ${url}/api/logs ${credential} -H 'Content-Type: application/json' -d '${JSON.stringify(output)}'
  curl -s '${url}/api/logs/${output.id}/status?wait=10' ${credential}
`;
}

/** Exits immediately. Answered requests are still durable. */
function forceEnd(): never {
  try {
    if (running) process.kill(running.postgresPid, 'SIGQUIT');
  } catch {
    // It has exited already. Only this process is still running.
  }
  process.exit(1);
}
