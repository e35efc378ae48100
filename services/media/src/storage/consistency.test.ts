import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '@output-review/runtime/testing';
import { Client } from 'pg';

import {
  anAttempt,
  type Attempt,
  claimingIn,
  inline,
  objectsOf,
  uploaded,
} from '../../test/claiming.ts';
import { startTestMedia, type TestMedia } from '../../test/test-media.ts';

let media: TestMedia;
let admin: Client;

beforeAll(async () => {
  media = await startTestMedia();
  admin = new Client({ connectionString: media.database.adminUrl });
  await admin.connect();
});

afterAll(async () => {
  await admin.end();
  await media.stop();
});

const OUTPUTS = ['a', 'b', 'c'];
const ROUNDS = 8;
const CALLERS = 10;

/** A seeded generator with the same numbers in every run (mulberry32). */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

// The expected usage, summed from the rows.
const SUM = `
SELECT (SELECT coalesce(sum(size_bytes), 0) FROM media.files WHERE workspace_id = $1)
  + (SELECT coalesce(sum(reserved_bytes), 0) FROM media.uploads AS u WHERE workspace_id = $1
     AND consumed_at IS NULL AND NOT EXISTS (
       SELECT FROM media.claims AS c WHERE c.workspace_id = u.workspace_id
         AND c.output_id = u.claimed_output_id AND c.attempt = u.claimed_attempt AND c.is_complete))
  AS bytes`;
const OBJECTS = `
SELECT object_key FROM media.files WHERE workspace_id = $1
UNION SELECT object_key FROM media.uploads WHERE workspace_id = $1 AND consumed_at IS NULL`;

test('usage and store match the rows after any sequence of concurrent calls', async () => {
  const files = claimingIn(media);
  const next = numbersFrom(7);
  const pick = <T>(items: readonly T[]): T => items[next(items.length)] as T;
  const attempts: Attempt[] = OUTPUTS.map((id) => anAttempt(id));
  const uploads = await Promise.all(
    ['one', 'second', 'number three'].map((it) => files.upload(it)),
  );
  const answered = new Set<number>();
  const act = async (): Promise<void> => {
    const attempt = pick(attempts);
    const claim = () => {
      const fresh = anAttempt(pick(OUTPUTS));
      media.gateway.states.set(fresh.attempt, pick(['gone', 'open', 'held']));
      attempts.push(fresh);
      return files.claim(fresh, { attachments: [inline('text'), uploaded(pick(uploads))] });
    };
    const action = pick([
      claim,
      claim,
      claim,
      () => files.confirm(attempt),
      () => files.release(attempt),
      () => files.release(attempt),
      () => files.delete(attempt.outputId),
    ]);
    answered.add((await action()).status);
    // A deleted output accepts no more files, so new outputs are added.
    OUTPUTS.push(`${attempt.outputId}-${OUTPUTS.length}`);
    uploads.push(await files.upload('more'));
  };

  for (let round = 0; round < ROUNDS; round += 1) {
    await Promise.all(Array.from({ length: CALLERS }, act));
  }

  // 503 occurs when two calls work on the same output at once.
  expect([...answered].toSorted()).toEqual(expect.arrayContaining([200, 404]));
  expect([...answered].filter((status) => ![200, 404, 409, 422, 503].includes(status))).toEqual([]);
  const { rows: sums } = await admin.query<{ bytes: string }>(SUM, [files.workspaceId]);
  expect(await files.usage()).toBe(Number(sums[0]?.bytes));
  const { rows } = await admin.query<{ object_key: string }>(OBJECTS, [files.workspaceId]);
  await eventually(async () => {
    const objects = await objectsOf(media, files.workspaceId);
    expect(objects.toSorted()).toEqual(rows.map((row) => row.object_key).toSorted());
  });
}, 60_000);
