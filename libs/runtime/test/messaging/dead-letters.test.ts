import { TOPICS } from '@output-review/contracts';
import { beforeAll, expect, test } from '@jest/globals';

import { newId } from '../../src/base/new-id.ts';
import type { IncomingEvent } from '../../src/messaging/bus.ts';
import {
  type DeadLetters,
  type ListedDeadLetter,
  makeDeadLetters,
  type DeadLetterReason,
} from '../../src/messaging/dead-letters.ts';
import { useRuntimeTables } from '../postgres/runtime-tables.ts';
import { anEvent } from './sample-events.ts';

const reason: DeadLetterReason = { code: 'REFUSED', reason: 'Error: no', attempts: 10 };

const db = useRuntimeTables();
let deadLetters: DeadLetters;

beforeAll(() => {
  deadLetters = makeDeadLetters(db());
});

const incoming = (): IncomingEvent => ({
  ...anEvent(),
  topic: TOPICS.outputsDeleted,
  position: 'partition 3, offset 1042',
});

async function listAll(group: string): Promise<ListedDeadLetter[]> {
  const letters = await deadLetters.list({ limit: 1_000, isComplete: true });
  return letters.filter((letter) => letter.group === group);
}

test('a letter stores the message, its position and the reason', async () => {
  const group = newId();
  const event = incoming();

  await deadLetters.add(group, { ...event, data: { decoded: true } }, reason);

  const [listed] = await listAll(group);
  const { json: _, ...withoutText } = event;
  expect(listed).toMatchObject({ group, ...reason, replayedAt: null });
  // A page of letters with megabytes each would exhaust memory.
  expect(listed?.event).toEqual(withoutText);
  expect(await deadLetters.findOpen(listed!.id)).toEqual({ ...listed, event });
});

test('a replayed or unknown letter is not found as open', async () => {
  const group = newId();
  await deadLetters.add(group, incoming(), reason);
  const ids = (await listAll(group)).map(({ id }) => id);
  await deadLetters.take(ids);

  expect(await deadLetters.findOpen(ids[0]!)).toBeNull();
  expect(await deadLetters.findOpen('999999999999999999')).toBeNull();
});

test('stores a message once for each group, however often it arrives', async () => {
  const [one, other] = [newId(), newId()];
  const event = incoming();

  for (const group of [one, one, other]) await deadLetters.add(group, event, reason);

  expect(await listAll(one)).toHaveLength(1);
  expect(await listAll(other)).toHaveLength(1);
});

test('a letter is taken for replay once, even by concurrent callers, and its text is deleted', async () => {
  const group = newId();
  const event = incoming();
  await deadLetters.add(group, event, reason);
  const ids = (await listAll(group)).map(({ id }) => id);

  const taken = (await Promise.all([deadLetters.take(ids), deadLetters.take(ids)])).flat();

  const { position: _, ...outgoing } = event;
  expect(taken).toEqual([{ ...outgoing, group }]);
  expect((await listAll(group))[0]?.replayedAt).toBeInstanceOf(Date);
  const { rows } = await db().query<{ json: string }>(
    'SELECT json FROM dead_letters WHERE consumer_group = $1',
    [group],
  );
  expect(rows).toEqual([{ json: '' }]);
  const open = await deadLetters.list({ limit: 1_000 });
  expect(open.filter((letter) => letter.group === group)).toEqual([]);
});

test('a letter that fails again after its replay is open again, with the new reason', async () => {
  const group = newId();
  const event = incoming();
  await deadLetters.add(group, event, reason);
  await deadLetters.take((await listAll(group)).map(({ id }) => id));

  await deadLetters.add(group, event, { ...reason, reason: 'Error: still no' });

  const [letter] = await listAll(group);
  expect(letter).toMatchObject({ reason: 'Error: still no', replayedAt: null });
  expect(await deadLetters.findOpen(letter?.id ?? '')).toMatchObject({
    event: { json: event.json },
  });
});

test('a replay that is rolled back leaves the letter open', async () => {
  const group = newId();
  await deadLetters.add(group, incoming(), reason);
  const ids = (await listAll(group)).map(({ id }) => id);

  const attempt = db().transaction(async (tx) => {
    await makeDeadLetters(tx).take(ids);
    throw new Error('not now');
  });

  await expect(attempt).rejects.toThrow('not now');
  expect(await listAll(group)).toMatchObject([{ replayedAt: null }]);
});

test('a page continues after the last letter of the previous page', async () => {
  const group = newId();
  for (let n = 0; n < 5; n += 1) await deadLetters.add(group, incoming(), reason);
  const all = (await listAll(group)).map(({ id }) => id);

  const page = await deadLetters.list({ limit: 2, afterId: all[1]! });

  expect(page.map(({ id }) => id)).toEqual(all.slice(2, 4));
});
