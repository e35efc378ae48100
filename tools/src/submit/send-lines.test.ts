import { afterEach, beforeEach, expect, test } from '@jest/globals';

import { type HttpListener, openListener } from '../../test/submit-listener.ts';
import { makeApiClient } from './api-client.ts';
import { makeLineReader } from './output-line.ts';
import { emptyTally, NotAllowed, sendLines } from './send-lines.ts';

let listener: HttpListener;

beforeEach(async () => {
  listener = await openListener();
});
afterEach(() => listener.close());

async function send(texts: readonly string[], concurrency: number): Promise<void> {
  const { signal } = new AbortController();
  const client = makeApiClient({ url: listener.url, token: 'wh', signal, wait: async () => {} });
  const readLine = makeLineReader({ batch: 'first', isSync: false });
  async function* lines() {
    for (const [at, text] of texts.entries()) yield readLine(at + 1, text);
  }
  try {
    await sendLines(lines(), emptyTally(), {
      ...{ client, concurrency, stopping: signal, onChange: () => {}, onBad: () => {} },
      sent: { has: () => false, add: async () => {}, [Symbol.asyncDispose]: async () => {} },
    });
  } finally {
    await client.close();
  }
}

test.each([
  ['a revision', ['{"id":"one","output":"a"}', '{"revisionOf":"one","output":"b"}'], 4],
  ['a repeated ID', ['{"id":"one","output":"a"}', '{"id":"one","output":"b"}'], 4],
  ['a line beyond the concurrency', ['{"output":"a"}', '{"output":"b"}'], 1],
])('sends %s only once the line before is accepted', async (_, lines, concurrency) => {
  listener.answerOnce('POST', { status: 503, body: {} });

  await send(lines, concurrency);

  expect(listener.posted().map((it) => it.output)).toEqual(['a', 'a', 'b']);
});

test.each([401, 403])('ends at a line that is refused with %i', async (status) => {
  listener.answerOnce('POST', { status, body: { error: 'Revoked' } });

  const lines = ['a', 'b', 'c', 'd'].map((output) => JSON.stringify({ output }));
  await expect(send(lines, 1)).rejects.toThrow(NotAllowed);

  expect(listener.posted().map((it) => it.output)).toEqual(['a']);
});
