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
  const [letter] = await listAll(group);
  await deadLetters.markReplayed(letter!.id);

  expect(await deadLetters.findOpen(letter!.id)).toBeNull();
  expect(await deadLetters.findOpen('999999999999999999')).toBeNull();
});

test('stores a message once for each group, however often it arrives', async () => {
  const [one, other] = [newId(), newId()];
  const event = incoming();

  for (const group of [one, one, other]) await deadLetters.add(group, event, reason);

  expect(await listAll(one)).toHaveLength(1);
  expect(await listAll(other)).toHaveLength(1);
});

test('a replayed letter keeps its place and the time, but not its text', async () => {
  const group = newId();
  await deadLetters.add(group, incoming(), reason);
  const [letter] = await listAll(group);

  await deadLetters.markReplayed(letter!.id);

  const [replayed] = await listAll(group);
  expect(replayed).toEqual({ ...letter, replayedAt: expect.any(Date) });
  const { rows } = await db().query<{ json: string }>(
    'SELECT json FROM dead_letters WHERE consumer_group = $1',
    [group],
  );
  expect(rows).toEqual([{ json: '' }]);
  const open = await deadLetters.list({ limit: 1_000 });
  expect(open.filter((one) => one.group === group)).toEqual([]);
  await deadLetters.markReplayed(letter!.id);
  expect(await listAll(group)).toEqual([replayed]);
});

test('a letter that fails again after its replay is open again, with the new reason', async () => {
  const group = newId();
  const event = incoming();
  await deadLetters.add(group, event, reason);
  await deadLetters.markReplayed((await listAll(group))[0]!.id);

  await deadLetters.add(group, event, { ...reason, reason: 'Error: still no' });

  const [letter] = await listAll(group);
  expect(letter).toMatchObject({ reason: 'Error: still no', replayedAt: null });
  expect(await deadLetters.findOpen(letter?.id ?? '')).toMatchObject({
    event: { json: event.json },
  });
});

test('a page continues after the last letter of the previous page', async () => {
  const group = newId();
  for (let n = 0; n < 5; n += 1) await deadLetters.add(group, incoming(), reason);
  const all = (await listAll(group)).map(({ id }) => id);

  const page = await deadLetters.list({ limit: 2, afterId: all[1]! });

  expect(page.map(({ id }) => id)).toEqual(all.slice(2, 4));
});
