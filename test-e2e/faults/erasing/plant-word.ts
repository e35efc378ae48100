import { randomUUID } from 'node:crypto';

import { expect } from '@jest/globals';
import type { ServiceName } from '@output-review/contracts';
import { eventually } from '@output-review/runtime/testing';
import type { Client as Postgres } from 'pg';

import type { Client, JsonObject } from '../../harness/client.ts';
import { awaitVerdict, submit } from '../../harness/outputs.ts';
import { tablesWith } from './tables-with.ts';

/** Puts a word into every field that people and automations can set. */
export async function plantWord(
  { admin, automation }: { readonly admin: Client; readonly automation: Client },
  word: string,
): Promise<void> {
  const names = { project: `Project ${word}`, task: `Task ${word}` };
  const ok = async (answer: Promise<{ status: number; text: string }>): Promise<void> => {
    const { status, text } = await answer;
    if (status >= 300) throw new Error(`Planting was answered ${status}: ${text}`);
  };
  await ok(admin.patch('/api/settings', { workspaceName: word }));
  await ok(admin.post('/api/tokens', { name: word, scopes: ['read'] }));
  await ok(
    admin.post('/api/members/invitations', { email: `${word}@example.com`, role: 'viewer' }),
  );
  await ok(admin.post('/api/views', { name: word, page: 'queue', query: `q=${word}` }));
  await ok(automation.post('/api/instructions', { ...names, default: `Say ${word}.` }));
  await ok(automation.post('/api/instructions/feedback', { ...names, comment: word }));
  await ok(admin.post('/api/rules', { name: word, type: 'keyword_forbidden', value: word }));
  const labels = { sessionId: word, subjectId: word, actorId: word, model: word, tags: [word] };
  const output: JsonObject = {
    ...{ ...names, ...labels, output: word, input: word, metadata: { [word]: word } },
    action: { name: word, summary: word, params: { [word]: word } },
    callbackUrl: `https://hooks.invalid/${word}`,
    attachments: [
      {
        ...{ source: 'upload', data: Buffer.from(`A text of ${word}.`).toString('base64') },
        ...{ filename: `${word}.txt`, label: word },
      },
    ],
  };
  const { id } = await submit(automation, output);
  await submit(automation, { ...output, id: `${word}-named`, sync: true });
  await awaitVerdict(automation, id, 30_000);
  await ok(admin.patch(`/api/logs/${id}/decision`, { decision: 'changed', comment: word }));
  await ok(automation.post('/api/uploads', { filename: `${word}.txt` }));
}

/** The services that consume each topic of outputs. */
const READERS = {
  'outputs.submitted': ['evaluator', 'review'],
  'outputs.decided': ['instructions'],
  'outputs.deleted': ['evaluator', 'gateway', 'instructions', 'media'],
} as const satisfies Record<string, readonly ServiceName[]>;

/** The tables that contain the word after `deadLetterWord`. */
export const LETTERS = ['evaluator', 'gateway', 'instructions', 'media', 'review'].map(
  (service) => `${service}.dead_letters`,
);

/** Publishes unreadable events about an output, containing a word, to every service. */
export async function publishUnreadable(
  database: Postgres,
  key: string,
  word: string,
): Promise<void> {
  for (const topic of Object.keys(READERS)) {
    await database.query(
      `INSERT INTO gateway.outbox (topic, key, event_id, source, time, json, bytes)
       VALUES ($1, $2, $3, 'gateway', now(), $4, 10)`,
      [topic, key, randomUUID(), JSON.stringify({ not: word })],
    );
  }
}

/** Does the same and waits until every service has dead-lettered them. */
export async function deadLetterWord(database: Postgres, key: string, word: string): Promise<void> {
  await publishUnreadable(database, key, word);
  await eventually(async () => {
    expect(await tablesWith(database, word)).toEqual(expect.arrayContaining(LETTERS));
  }, 30_000);
}
