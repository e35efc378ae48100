import { expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';

import { HeldHasher } from '../../test/people/held-hasher.ts';
import {
  type Asker,
  HashQueue,
  knownAs,
  strangerAt,
  WAITING_MAX,
  WAITING_PER_LINE_MAX,
} from './hash-queue.ts';

const RUNNING = 2;

function hash(queue: HashQueue, asker: Asker, password: string): Promise<string> {
  return queue.inTurn(asker, (hasher) => hasher.hash(password));
}

function hashMany(queue: HashQueue, asker: Asker, count: number): Promise<string>[] {
  return Array.from({ length: count }, () => hash(queue, asker, asker.line));
}

/** Hashes for enough sites to fill all places of strangers. */
function fill(queue: HashQueue): Promise<string>[] {
  return Array.from({ length: RUNNING + WAITING_MAX }, (_, n) =>
    hashMany(queue, strangerAt(`2001:db8:${n}::1`), 1),
  ).flat();
}

test('hashes two passwords at once, and queues the others of a site up to a limit', async () => {
  const hasher = new HeldHasher();
  const queue = new HashQueue(hasher);
  const site = hashMany(queue, strangerAt('2001:db8:1:1::1'), RUNNING);
  const waiting = hashMany(queue, strangerAt('2001:db8:1:2::1'), WAITING_PER_LINE_MAX);
  const refused = hash(queue, strangerAt('2001:db8:1:3::1'), 'x');

  await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 });
  expect(hasher.running).toHaveLength(RUNNING);

  for (const each of [...site, ...waiting]) {
    hasher.releaseOldest();
    await each;
  }
  expect(hasher.runningMax).toBe(RUNNING);
  expect(hasher.running).toHaveLength(0);
});

test('a failed hash passes its place on', async () => {
  const failing = { hash: () => Promise.reject(new Error('no')), verify: async () => true };
  const queue = new HashQueue(failing);

  const failed = await Promise.allSettled(hashMany(queue, knownAs('a@example.com'), 6));
  const verified = queue.inTurn(knownAs('a@example.com'), (hasher) =>
    hasher.verify({ hash: '', password: '' }),
  );

  expect(failed.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'rejected'));
  await expect(verified).resolves.toBe(true);
});

test('a caller that arrives after a flood from one site gets the second turn', async () => {
  const hasher = new HeldHasher();
  const queue = new HashQueue(hasher);
  const flood = hashMany(queue, strangerAt('192.0.2.1'), RUNNING + WAITING_PER_LINE_MAX);
  const honest = hash(queue, strangerAt('198.51.100.1'), 'honest');

  hasher.releaseOldest();
  await flood[0];
  hasher.releaseOldest();
  await flood[1];
  await eventually(() => expect(hasher.running.at(-1)?.password).toBe('honest'));

  hasher.releaseAll();
  await Promise.all([honest, ...flood]);
});

test('few sites leave room for others, and lose places to them', async () => {
  const hasher = new HeldHasher();
  const queue = new HashQueue(hasher);
  const flood = Array.from({ length: 7 }, (_, n) =>
    hashMany(queue, strangerAt(`192.0.${n}.1`), WAITING_PER_LINE_MAX),
  ).flat();
  const ended = Promise.allSettled(flood);

  const honest = hashMany(queue, strangerAt('198.51.100.1'), 2);
  hasher.releaseAll();
  await Promise.all(honest);

  const refused = (await ended).filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(7 * WAITING_PER_LINE_MAX - RUNNING - WAITING_MAX + honest.length);
  const gaveWay = { reason: expect.objectContaining({ code: 'RATE_LIMITED' }) };
  expect(refused).toContainEqual(expect.objectContaining(gaveWay));
});

test('many sites fill the places of strangers, but not those of known users', async () => {
  const hasher = new HeldHasher();
  const queue = new HashQueue(hasher);
  const flood = fill(queue);

  await expect(hash(queue, strangerAt('192.0.2.1'), 'x')).rejects.toMatchObject({
    ...{ code: 'UNAVAILABLE', retryAfterSeconds: 5 },
  });
  const known = hash(queue, knownAs('Ada@example.com'), 'known');

  hasher.releaseAll();
  await Promise.all([known, ...flood]);
  await hash(queue, strangerAt('192.0.2.1'), 'x');
});
