import { BENCH_ACCOUNT } from '../load/bench-target.ts';
import { sampleSubmissions } from '../load/texts.ts';
import { startReceivers } from './receivers.ts';

export interface Side {
  readonly destinations: number;
  readonly dead: number;
  /** Each is told to each destination. */
  readonly outputs: number;
}

const SUBMITTED_AT_ONCE = 16;
const GIVEN_UP_MS = 10 * 60_000;

const HEADERS = {
  authorization: `Bearer ${BENCH_ACCOUNT.token}`,
  'content-type': 'application/json',
};

/**
 * Has a workspace tell destinations of outputs.
 *
 * @param url of a service that has told nobody anything yet.
 * @returns seconds from the first submission until the healthy ones were told of all outputs.
 */
export async function measureSide(url: string, side: Side): Promise<number> {
  const { destinations, dead, outputs } = side;
  const healthy = destinations - dead;
  await using receivers = await startReceivers({ healthy, dead, deliveriesEach: outputs });
  for (const receiver of receivers.urls) {
    await post(`${url}/api/subscriptions`, { url: receiver, events: ['pass'] });
  }
  const began = performance.now();
  await submit(url, outputs);
  await inTime(receivers.told);
  return (performance.now() - began) / 1_000;
}

async function submit(url: string, count: number): Promise<void> {
  const samples = sampleSubmissions(null);
  let next = 0;
  const submitNext = async (): Promise<void> => {
    while (next < count) {
      const sample = samples[next % samples.length];
      next += 1;
      await post(`${url}/api/logs`, sample);
    }
  };
  await Promise.all(Array.from({ length: SUBMITTED_AT_ONCE }, submitNext));
}

async function post(url: string, body: unknown): Promise<void> {
  const answer = await fetch(url, { method: 'POST', headers: HEADERS, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  await answer.body?.cancel();
}

async function inTime(told: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error('The healthy ones were not told of everything in ten minutes');
    timer = setTimeout(() => reject(error), GIVEN_UP_MS);
  });
  await Promise.race([told, late]).finally(() => clearTimeout(timer));
}
