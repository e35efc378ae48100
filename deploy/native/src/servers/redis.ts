import { once } from 'node:events';
import { connect } from 'node:net';

import { type Daemon, startDaemon } from '../daemons/daemon.ts';
import { LOOPBACK, portFor } from '../daemons/ports.ts';
import { ensureRedis } from '../install/system-programs.ts';
import { accountNamed, openContext, type ServerOptions } from './server-options.ts';

export interface RedisServer extends Daemon {
  readonly port: number;
  /** `redis://…`, without a password. */
  readonly url: string;
}

/** Starts Redis without persistence: the window can always be counted again from PostgreSQL. */
export async function startRedis(options: ServerOptions): Promise<RedisServer> {
  const { folder, install } = await openContext(options);
  const program = await ensureRedis(install);
  const port = await portFor('redis', folder.portsFile);
  const daemon = await startDaemon({
    name: 'redis',
    folder,
    command: program,
    args: ['--bind', LOOPBACK, '--port', String(port), '--save', '', '--appendonly', 'no'],
    account: await accountNamed('redis'),
    stop: { signal: 'SIGTERM', withinMs: 5_000 },
    isReady: () => answersPing(port),
    readyWithinMs: 10_000,
    signal: install.signal,
  });
  return Object.assign(daemon, { port, url: `redis://${LOOPBACK}:${port}` });
}

async function answersPing(port: number): Promise<boolean> {
  const socket = connect({ port, host: LOOPBACK, timeout: 1_000 });
  socket.on('timeout', () => socket.destroy(new Error('It did not answer')));
  try {
    socket.write('PING\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return answer.toString().startsWith('+PONG');
  } finally {
    socket.destroy();
  }
}
