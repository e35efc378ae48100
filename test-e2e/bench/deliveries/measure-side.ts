import type { Client } from '../../harness/client.ts';
import { sampleSubmissions } from '../../harness/texts.ts';
import { secondsOf } from '../frame/bench.ts';
import { automationAt, bodyOf } from '../frame/client.ts';
import { startReceivers } from './receivers.ts';

export interface Side {
  readonly destinations: number;
  readonly dead: number;
  /** Each is delivered to each destination. */
  readonly outputs: number;
}

const SUBMITTED_AT_ONCE = 16;
const GIVEN_UP_MS = 10 * 60_000;

/**
 * Delivers outputs to destinations.
 *
 * @param url of a service that has delivered nothing yet.
 * @returns seconds from the first submission until the healthy destinations have received all outputs.
 */
export async function measureSide(url: string, side: Side): Promise<number> {
  const { destinations, dead, outputs } = side;
  const healthy = destinations - dead;
  await using receivers = await startReceivers({ healthy, dead, deliveriesEach: outputs });
  const automation = automationAt(url);
  for (const receiver of receivers.urls) {
    await bodyOf(automation.post('/api/subscriptions', { url: receiver, events: ['pass'] }));
  }
  return await secondsOf(async () => {
    await submit(automation, outputs);
    await inTime(receivers.done);
  });
}

async function submit(automation: Client, count: number): Promise<void> {
  const samples = sampleSubmissions(null);
  let next = 0;
  const submitNext = async (): Promise<void> => {
    while (next < count) {
      const sample = samples[next % samples.length];
      next += 1;
      await bodyOf(automation.post('/api/logs', sample));
    }
  };
  await Promise.all(Array.from({ length: SUBMITTED_AT_ONCE }, submitNext));
}

async function inTime(done: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error('The healthy destinations did not receive everything in ten minutes');
    timer = setTimeout(() => reject(error), GIVEN_UP_MS);
  });
  await Promise.race([done, late]).finally(() => clearTimeout(timer));
}
