import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  type AnswerOf,
  INTERNAL_OPERATIONS,
  SERVICES,
  type ServiceName,
  TOPICS,
} from '@output-review/contracts';
import {
  generateAssertionKeys,
  implement,
  type Listening,
  makeAssertionVerifier,
  systemClock,
} from '@output-review/runtime';
import { programPath, startPeer } from '@output-review/runtime/testing';

import {
  chooseLetters,
  type Letter,
  listLetters,
  nameOf,
  replayLetters,
} from '../src/dead-letters/letters.ts';
import { openServiceCalls, type ServiceCalls } from '../src/services-access/service-calls.ts';
import { findServices } from '../src/services-access/services-access.ts';

const MAIN = await programPath('tools/src/dead-letters/main.ts');
const keys = generateAssertionKeys();
/** The number of letters of each service, with the IDs 1, 2 and so on; null if it has no consumers. */
const counts = new Map<ServiceName, number | null>();
let replays: { service: ServiceName; ids: readonly string[] }[] = [];
let listeners: Listening[];
let calls: ServiceCalls;

beforeAll(async () => {
  listeners = await Promise.all(SERVICES.map((service) => openService(service)));
  const urls = SERVICES.map((service, index) => [service, listeners[index]!.url] as const);
  const services = Object.fromEntries(urls) as Record<ServiceName, string>;
  calls = openServiceCalls({ services, operatorPrivateKey: keys.privateKey }, 60_000);
});

afterAll(async () => {
  await calls.close();
  await Promise.all(listeners.map((listener) => listener.close(0)));
});

beforeEach(() => {
  for (const service of SERVICES) counts.set(service, 0);
  replays = [];
});

/** The dead letter listener of a service, over real HTTP. */
function openService(service: ServiceName): Promise<Listening> {
  const consumes = service !== 'instructions' && service !== 'media';
  const routes = [
    implement(INTERNAL_OPERATIONS.listDeadLetters, async ({ query: { limit, afterId = '0' } }) => {
      const first = Number(afterId) + 1;
      const length = Math.max(0, Math.min(limit, (counts.get(service) ?? 0) - first + 1));
      const deadLetters = Array.from({ length }, (_, index) => aLetter(String(first + index)));
      return { status: 200, body: { deadLetters } };
    }),
    implement(INTERNAL_OPERATIONS.replayDeadLetters, async ({ body: { ids } }) => {
      replays.push({ service, ids });
      const failed = ids.filter((id) => id === '7').map((id) => ({ id, reason: 'still no' }));
      return { status: 200, body: { replayed: ids.filter((id) => id !== '7'), failed } };
    }),
  ];
  const signing = { gateway: generateAssertionKeys().publicKey, operator: keys.publicKey };
  const assertions = makeAssertionVerifier(signing, systemClock);
  return startPeer({ service, routes: consumes ? routes : [], assertions });
}

type ListedLetter = AnswerOf<typeof INTERNAL_OPERATIONS.listDeadLetters>['deadLetters'][number];

function aLetter(id: string): ListedLetter {
  return {
    ...{ id, group: 'readers', code: 'INVALID', reason: 'no', attempts: 0 },
    ...{ topic: TOPICS.outputsDeleted, key: 'w/o', eventId: `event-${id}` },
    ...{ position: 'partition 0, offset 1', setAsideAt: '2026-01-02T03:05:00.000Z' },
    replayedAt: null,
  };
}

async function listAll(): Promise<Letter[]> {
  const letters: Letter[] = [];
  for await (const page of listLetters(calls, false)) letters.push(...page);
  return letters;
}

test('finds separate services by variables, and reports all invalid ones', async () => {
  const url = 'http://127.0.0.1:1';
  const wrong = {
    ...{ OPERATOR_PRIVATE_KEY: keys.privateKey, GATEWAY_URL: url, EVALUATOR_URL: url },
    ...{ INSTRUCTIONS_URL: url, MEDIA_URL: '', REVIEW_URL: 'review' },
  };

  await expect(findServices(wrong, '/nowhere')).rejects.toThrow(
    /REVIEW_URL must be a URL[^]*MEDIA_URL must be set/,
  );
});

test('lists every letter of every service', async () => {
  counts.set('gateway', 1).set('review', 2_500);

  const names = (await listAll()).map(nameOf);

  expect(names).toHaveLength(2_501);
  expect(names.slice(0, 2)).toEqual(['gateway/1', 'review/1']);
  expect(names.at(-1)).toBe('review/2500');
});

test('exits without a stack trace if the reader of its output has gone', async () => {
  counts.set('review', 2_500);
  const env: NodeJS.ProcessEnv = { OPERATOR_PRIVATE_KEY: keys.privateKey };
  SERVICES.forEach((service, index) => {
    env[`${service.toUpperCase()}_URL`] = listeners[index]!.url;
  });
  const command = spawn(process.execPath, [MAIN, 'list'], { env });
  command.stdout.destroy();

  const [stderr] = await Promise.all([text(command.stderr), once(command, 'exit')]);

  expect({ code: command.exitCode, stderr }).toEqual({ code: 1, stderr: '' });
});

test('a name with a service selects that letter only, even beyond the first page', async () => {
  counts.set('evaluator', 3).set('review', 2_500);

  const { letters, refused } = await chooseLetters(calls, ['review/3', 'review/2400', 'review/3']);
  const replayed = await replayLetters(calls, letters);

  expect(refused).toEqual([]);
  expect(replayed).toEqual({ replayed: ['review/3', 'review/2400'], failed: [] });
  expect(replays).toEqual([{ service: 'review', ids: ['3', '2400'] }]);
});

test('a bare ID selects a letter if only one service has it, and is ambiguous otherwise', async () => {
  counts.set('evaluator', 3).set('review', 4);

  const { letters, refused } = await chooseLetters(calls, ['4', '3']);

  expect(letters.map(nameOf)).toEqual(['review/4']);
  expect(refused).toEqual([{ name: '3', reason: 'choose one: evaluator/3 or review/3' }]);
});

test.each(['review/5', 'media/1', 'nobody/1', '0', '-1', 'review/', '1e3', '9'.repeat(19)])(
  '%s is not a letter',
  async (name) => {
    counts.set('review', 4);

    const { letters, refused } = await chooseLetters(calls, [name]);

    expect(letters).toEqual([]);
    expect(refused).toEqual([{ name, reason: 'no such dead letter' }]);
  },
);

test('replays more letters than one call accepts in batches, and names failures', async () => {
  counts.set('review', 1_500);

  const { replayed, failed } = await replayLetters(calls, await listAll());

  expect(replayed).toHaveLength(1_499);
  expect(failed).toEqual([{ name: 'review/7', reason: 'still no' }]);
  expect(replays.map(({ ids }) => ids.length)).toEqual([1_000, 500]);
});
