import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

import type { SampleSubmission } from '../../../harness/texts.ts';
import { type Measurement, perSecond } from '../../frame/report.ts';
import { BENCH_ACCOUNT, type BenchTarget } from '../../frame/service.ts';
import { runClosedLoop } from '../http/loops.ts';
import { requests, requireAccepted } from '../http/submissions.ts';

const CONNECTIONS = 64;
const IDLE = 500;
const ROUNDS = 3;
// The variation between two identical runs on a machine with other load.
const SHARE_MIN = 0.9;

export interface IdleBodiesOptions {
  readonly service: Pick<BenchTarget, 'port'>;
  readonly samples: readonly SampleSubmission[];
  /** For all rounds together. An idle body times out after 30 s. */
  readonly durationMs: number;
}

/**
 * Measures accepting with and without 500 connections that stall in their body, alternately: sign-ins and submissions,
 * with a length and chunked.
 */
export async function measureIdleBodies(options: IdleBodiesOptions): Promise<Measurement[]> {
  const { port } = options.service;
  const load = { port, connections: CONNECTIONS, next: requests(port, options.samples) };
  const durationMs = Math.min(options.durationMs / (2 * ROUNDS), 20_000);
  const run = async (): Promise<number> => {
    const result = await runClosedLoop({ ...load, durationMs });
    requireAccepted(result.answers);
    return result.perSecond;
  };
  let [alone, beside] = [0, 0];
  for (let round = 0; round < ROUNDS; round += 1) {
    alone += (await run()) / ROUNDS;
    const idle = await Promise.all(Array.from({ length: IDLE }, (_, at) => beginBody(port, at)));
    beside += (await run()) / ROUNDS;
    for (const socket of idle) socket.destroy();
  }
  return [
    {
      measure: `accepted submissions with ${IDLE} idle bodies`,
      ours: perSecond(beside),
      goal: `≥ ${perSecond(alone * SHARE_MIN)} (${SHARE_MIN * 100} % of ${perSecond(alone)} without them)`,
      isReached: beside >= alone * SHARE_MIN,
    },
  ];
}

const TOKEN = `Authorization: Bearer ${BENCH_ACCOUNT.token}`;
const WAYS = [
  ['/api/auth/sign-in/email', 'Transfer-Encoding: chunked'],
  ['/api/auth/sign-in/email', 'Content-Length: 16000'],
  ['/api/logs', `${TOKEN}\r\nTransfer-Encoding: chunked`],
  ['/api/logs', `${TOKEN}\r\nContent-Length: 60000`],
] as const;

async function beginBody(port: number, at: number): Promise<Socket> {
  const [path, headers] = WAYS[at % WAYS.length] ?? WAYS[0];
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  // Closed by the bench, or by the service after 30 s.
  socket.on('error', () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n2\r\n{"\r\n`,
  );
  return socket;
}
