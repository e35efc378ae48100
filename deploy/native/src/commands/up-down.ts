import { relative } from 'node:path';

import type { ServiceName } from '@output-review/contracts';

import { readStackFile, runningDaemons, stackFileOf } from '../stack/stack-file.ts';
import { startStack } from '../stack/start-stack.ts';
import { stopStack } from '../stack/stop-stack.ts';

export interface UpOptions {
  readonly dataDir: string;
  readonly replicas: Readonly<Record<ServiceName, number>>;
  readonly kafkaNodes: 1 | 3;
  readonly withMinio: boolean;
  readonly isSecured: boolean;
  /** Service settings from the operator's environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** Starts the stack, leaves it running, and prints its addresses. */
export async function up(options: UpOptions): Promise<void> {
  if (await isUp(options.dataDir)) return;
  const { url } = await startStack({ ...options, onProgress: (line) => console.log(line) });
  const place = relative(process.cwd(), stackFileOf(options.dataDir));
  console.log(`
The first admin's sign-in, the token and the servers' passwords are in ${place}.
To stop it: npm run stack:down
`);
  printReady(url);
}

/** Whether the whole stack is already running, which it then prints. startStack reports a partially running stack. */
async function isUp(dataDir: string): Promise<boolean> {
  const known = await readStackFile(dataDir);
  const running = await runningDaemons(dataDir);
  if (!known?.daemons.every((name) => running.includes(name))) return false;
  console.log(
    'The stack is already running. To change its size, stop it first: npm run stack:down',
  );
  printReady(known.url);
  return true;
}

/** The last line of a start. Programs wait for it. */
const printReady = (url: string): void => console.log(`ready ${JSON.stringify({ url })}`);

/** Stops the stack of a folder and prints what it has stopped. */
export async function down(dataDir: string): Promise<void> {
  const stopped = await stopStack(dataDir);
  console.log(stopped.length === 0 ? 'Nothing is running.' : `Stopped: ${stopped.join(', ')}`);
}
