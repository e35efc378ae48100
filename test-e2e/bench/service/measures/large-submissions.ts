import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { SERVICES } from '@output-review/contracts';

import type { Answer, Client } from '../../../harness/client.ts';
import { search, uniqueName } from '../../../harness/outputs.ts';
import { startStackSystem, type StackSystem } from '../../../harness/stack-system.ts';
import { type Bench, waitUntil } from '../../frame/bench.ts';
import { residentMemory } from '../../frame/processes.ts';
import { megabytes, type Measurement } from '../../frame/report.ts';

const COUNT = 100;
const SYNC_COUNT = 60;
const REQUEST_BYTES = 4_400_000;
// Source: the goals for each service.
const MEMORY_BYTES_MAX = 400 * 1024 * 1024;
const TEXT_BYTES_MAX = 1_048_576;
// The time for which the evaluator leaves a sync submission to its caller.
const INLINE_MS_MAX = 35_000;
const WORD = 'guarantee';

/**
 * Measures the peak memory of each service of a stack after a hundred concurrent submissions of 4.4 MB, which are
 * judged, read as one page and judged again, and after sync submissions that waited for an evaluator.
 */
export async function measureLargeSubmissions(bench: Bench): Promise<Measurement[]> {
  const system = await startStackSystem({ signal: bench.signal });
  bench.onEnd('the stack', () => system.stop());
  const reviewer = await system.signIn();
  const rule = { name: 'Word', type: 'keyword_forbidden', value: WORD };
  requireStatus(await reviewer.post('/api/rules', rule), 201);
  await judgeTwice(system, reviewer);
  await judgeLate(system);
  return measurePeaks(system);
}

async function judgeTwice(system: StackSystem, reviewer: Client): Promise<void> {
  const project = uniqueName('Large');
  const ids = await submitAll(system, largeBody(project), COUNT);
  await untilFlagged(system, project, COUNT);
  await readPage(system, project);
  await Promise.all(
    ids.map((id) => untilAccepted(() => reviewer.post(`/api/logs/${id}/evaluate`))),
  );
  await untilFlagged(system, project, COUNT);
}

async function judgeLate(system: StackSystem): Promise<void> {
  const project = uniqueName('Large');
  const [evaluator] = system.stack.services.evaluator;
  await evaluator?.stop();
  await submitAll(system, largeBody(project, true), SYNC_COUNT);
  await delay(INLINE_MS_MAX);
  await evaluator?.start();
  await untilFlagged(system, project, SYNC_COUNT);
}

/** A body of the maximum size, full of characters that JSON escapes to two, and some to six. */
function largeBody(project: string, sync = false): string {
  const body = (control: number): string => {
    const text = '\u0001'.repeat(control) + '"'.repeat(TEXT_BYTES_MAX - control - WORD.length);
    const metadata = { note: '"'.repeat(32_000) };
    return JSON.stringify({ project, sync, input: text, output: `${text}${WORD}`, metadata });
  };
  // Each control character in place of a quotation mark adds four bytes, in both texts.
  return body(Math.floor((REQUEST_BYTES - body(0).length) / 8));
}

async function submitAll(
  { automation }: StackSystem,
  body: string,
  count: number,
): Promise<string[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
      return untilAccepted(() => automation.post('/api/logs', body, { headers }));
    }),
  );
  return answers.map((answer) => String(answer.body['id']));
}

const AGAIN_MS = 5_000;
const REFUSED_FOR_NOW: ReadonlySet<number> = new Set([429, 503]);

/**
 * Retries later like clients do, because there is no memory for all at once, and no more than forty answers to one
 * caller. A client that is refused while it still sends its body sees a broken connection instead.
 */
async function untilAccepted(call: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await call().catch((error: unknown) => {
      if (String(error).includes('fetch failed')) return null;
      throw error;
    });
    if (answer && !REFUSED_FOR_NOW.has(answer.status))
      return isUnderWay(answer) ? answer : requireStatus(answer, 202);
    await delay(AGAIN_MS);
  }
}

/** An earlier attempt, whose answer was lost, has requested the run. */
const isUnderWay = ({ body }: Answer): boolean => body['code'] === 'STILL_EVALUATING';

function requireStatus(answer: Answer, status: number): Answer {
  if (answer.status === status) return answer;
  throw new Error(`Answered ${answer.status} instead of ${status}: ${answer.text}`);
}

function untilFlagged(system: StackSystem, project: string, count: number): Promise<void> {
  return waitUntil(async () => {
    const query = { project, status: 'flagged', limit: '1' };
    return (await search(system.automation, query))['total'] === count;
  });
}

/** Reads all outputs as one page, as a stream: this process could not hold it in memory either. */
async function readPage({ url, token }: StackSystem, project: string): Promise<void> {
  const query = new URLSearchParams({ project, limit: String(COUNT) }).toString();
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/logs?${query}`, { headers });
  let bytes = 0;
  for await (const part of response.body as ReadableStream<Uint8Array>) bytes += part.length;
  if (response.status === 200 && bytes > COUNT * REQUEST_BYTES * 0.99) return;
  throw new Error(`The page was answered ${response.status} with ${bytes} bytes`);
}

/** The peak resident memory of each service since its start. */
function measurePeaks({ stack }: StackSystem): Measurement[] {
  return SERVICES.map((service) => {
    const [replica] = stack.services[service];
    if (!replica) throw new Error(`${service} has no replica`);
    const bytes = residentMemory(replica.pid, 'most');
    return {
      measure: `peak memory of ${service}, concurrent submissions of 4.4 MB`,
      ours: megabytes(bytes),
      goal: `< ${megabytes(MEMORY_BYTES_MAX)}`,
      isReached: bytes < MEMORY_BYTES_MAX,
    };
  });
}
