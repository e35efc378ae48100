import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { perService } from '@output-review/contracts';
import type { Stack } from '@output-review/native';
import { ShutdownStack } from '@output-review/runtime';

import { runStress, type StressOptions, type StressResult } from '../stress/run-stress.ts';
import { Incident, type IncidentTarget } from './incident.ts';

// A load that clients can retry for minutes of an outage, on a machine that runs everything.
const RATE_PER_SECOND = 10;

export interface StackIncidentOptions extends Pick<StressOptions, 'stack'> {
  readonly name: string;
  /** Sent at ten a second: they must last for the whole scenario. */
  readonly outputs: number;
}

/** A stack under load, for a scenario to disturb. */
export interface StackIncident {
  readonly incident: Incident;
  readonly stack: Stack;
  readonly dataDir: string;
  /** Cleanup that runs after the whole stack has stopped. */
  readonly closers: ShutdownStack;
}

/**
 * Starts a stack, disturbs it under load, and reads back every output and event. After a failure it keeps the data
 * folder, with the logs.
 */
export async function runIncident(
  { name, outputs, stack = {} }: StackIncidentOptions,
  happens: (around: StackIncident) => Promise<void>,
): Promise<StressResult> {
  const dataDir = await mkdtemp(join(tmpdir(), 'output-review-incident-'));
  const closers = new ShutdownStack();
  let hasFailed = true;
  closers.add('data', async () => {
    if (hasFailed) process.stdout.write(`${name}: the logs are in ${join(dataDir, 'logs')}\n`);
    else await rm(dataDir, { recursive: true, force: true });
  });
  let figures = '';
  try {
    const result = await runStress({
      ...{ dataDir, outputs, ratePerSecond: RATE_PER_SECOND, kills: 0, seed: 1, textsFile: null },
      stack,
      print: () => {},
      disturb: async (running) => {
        const incident = await Incident.watch(targetOf(running), dataDir);
        await incident.untilServed();
        await happens({ incident, stack: running, dataDir, closers });
        figures = incident.figures();
      },
    });
    process.stdout.write(`${name}: ${summaryOf(result)}${figures}\n`);
    hasFailed = result.violations.length > 0;
    return result;
  } finally {
    await closers.close();
  }
}

const targetOf = ({ url, token, services }: Stack): IncidentTarget => ({
  ...{ url, token },
  services: perService((service) => services[service].map(({ internalUrl }) => internalUrl)),
});

function summaryOf({ answered, clients, drainedMs, violations }: StressResult): string {
  const gap = (clients.longestGapMs / 1000).toFixed(1);
  const drained = (drainedMs / 1000).toFixed(1);
  return `${answered} outputs, ${violations.length} violations, longest gap ${gap} s, drained in ${drained} s`;
}
