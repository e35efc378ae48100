import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { EmbeddedPostgres } from '@output-review/runtime';

import { adminUrlOf } from '../admin-url.ts';
import { BENCH_ACCOUNT, type BenchTarget } from '../bench-target.ts';
import { runClosedLoop } from '../http/closed-loop.ts';
import { runOpenLoop } from '../http/open-loop.ts';
import { postBytes } from '../http/request-bytes.ts';
import { percentile } from '../percentile.ts';
import { type Measurement, milliseconds, perSecond } from '../report.ts';
import { NODE_FLAGS } from '../service-process.ts';
import type { SampleSubmission } from '../texts.ts';

export const CONNECTIONS = 64;
export const P99_MS_MAX = 50;
export const SHARE_OF_LIMIT = 0.7;

export interface AcceptingOptions {
  readonly service: Pick<BenchTarget, 'port'>;
  readonly postgres: EmbeddedPostgres;
  readonly samples: readonly SampleSubmission[];
  readonly durationMs: number;
}

export interface AcceptingResult {
  readonly measurements: readonly Measurement[];
  /** How many submissions the service has answered 202 to. */
  readonly accepted: number;
}

/** Accepting at the limit and at 70 % of it, beside a bare handler on the same bodies. */
export async function measureAccepting(options: AcceptingOptions): Promise<AcceptingResult> {
  const bare = await measureBare(options);
  const { port } = options.service;
  const load = { port, connections: CONNECTIONS, next: requests(port, options.samples) };
  const ours = await runClosedLoop({ ...load, durationMs: options.durationMs });
  requireAccepted(ours.answers);
  const steady = await runOpenLoop({
    ...load,
    durationMs: options.durationMs,
    perSecond: ours.perSecond * SHARE_OF_LIMIT,
  });
  requireAccepted(steady.answers);
  const p99 = percentile(steady.latenciesMs, 99);
  const measurements = [
    {
      measure: 'accepted submissions, async, durable, 64 connections',
      ours: perSecond(ours.perSecond),
      goal: `≥ ${perSecond(bare)} (bare Koa, one insert each)`,
      isReached: ours.perSecond >= bare,
    },
    {
      measure: 'p99 of accepting at 70 % of that',
      ours: milliseconds(p99),
      goal: `< ${milliseconds(P99_MS_MAX)}`,
      isReached: p99 < P99_MS_MAX,
    },
  ];
  return { measurements, accepted: ours.latenciesMs.length + steady.latenciesMs.length };
}

/** The samples as requests, one after the other, over and over. */
export function requests(port: number, samples: readonly SampleSubmission[]): () => Buffer {
  const prepared = samples.map((sample) =>
    postBytes({ port, path: '/api/logs', token: BENCH_ACCOUNT.token }, JSON.stringify(sample)),
  );
  let index = 0;
  return () => {
    index = (index + 1) % prepared.length;
    const request = prepared[index];
    if (!request) throw new Error('There are no samples to send');
    return request;
  };
}

export function requireAccepted(answers: ReadonlyMap<number, number>): void {
  const others = [...answers.keys()].filter((status) => status !== 202);
  if (others.length > 0) throw new Error(`Some submissions were answered ${others.join(', ')}`);
}

const BARE = fileURLToPath(new URL('../peers/bare-handler.js', import.meta.url));

async function measureBare({ postgres, samples, durationMs }: AcceptingOptions): Promise<number> {
  const bare = await startBareHandler(postgres);
  try {
    const { port } = bare;
    const next = requests(port, samples);
    const result = await runClosedLoop({ port, connections: CONNECTIONS, durationMs, next });
    requireAccepted(result.answers);
    return result.perSecond;
  } finally {
    bare.stop();
  }
}

export interface BareHandler {
  readonly port: number;
  stop(): void;
}

/** What accepting is held against, in a process of its own with the same options of Node. */
export async function startBareHandler(postgres: EmbeddedPostgres): Promise<BareHandler> {
  const child = spawn(process.execPath, [...NODE_FLAGS, BARE], {
    env: { ...process.env, DATABASE_URL: adminUrlOf(postgres) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return { port: await portOf(child), stop: () => void child.kill('SIGKILL') };
}

async function portOf(child: ChildProcess): Promise<number> {
  if (!child.stdout) throw new Error('The bare handler has no standard output');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return (JSON.parse(line.toString('utf8')) as { port: number }).port;
}
