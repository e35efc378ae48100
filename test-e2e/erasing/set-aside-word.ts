import { randomUUID } from 'node:crypto';

import { expect } from '@jest/globals';
import type { ServiceName } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';

import { type DatabaseUrlOf, tablesWith, withDatabase } from './tables-with.ts';

/** Which services read a topic of outputs. */
const READERS = {
  'outputs.submitted': ['evaluator', 'review'],
  'outputs.decided': ['instructions'],
  'outputs.deleted': ['evaluator', 'gateway', 'instructions', 'media'],
} as const satisfies Record<string, readonly ServiceName[]>;

/** Where a word is once `setAsideWord` is through. */
export const LETTERS = ['evaluator', 'gateway', 'instructions', 'media', 'review'].map(
  (service) => `${service}.dead_letters`,
);

/** Tells every service of an output in a way that it cannot read, with a word in it. */
export async function tellUnreadably(
  urlOf: DatabaseUrlOf,
  key: string,
  word: string,
): Promise<void> {
  await withDatabase(urlOf('gateway'), async (client) => {
    for (const topic of Object.keys(READERS)) {
      await client.query(
        `INSERT INTO gateway.outbox (topic, key, event_id, source, time, json, bytes)
         VALUES ($1, $2, $3, 'gateway', now(), $4, 10)`,
        [topic, key, randomUUID(), JSON.stringify({ not: word })],
      );
    }
  });
}

/** The same, until every service has set it aside. */
export async function setAsideWord(urlOf: DatabaseUrlOf, key: string, word: string): Promise<void> {
  await tellUnreadably(urlOf, key, word);
  await eventually(async () => {
    expect(await tablesWith(urlOf, word)).toEqual(expect.arrayContaining(LETTERS));
  }, 30_000);
}
