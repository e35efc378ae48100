import { expect, jest, test } from '@jest/globals';

import { makeProgress } from './progress.ts';

/** A stream that records what is written, one entry per chunk. */
function aStream({ isTTY }: { readonly isTTY: boolean }) {
  const written: string[] = [];
  const write = (text: string | Uint8Array): boolean => written.push(text.toString()) > 0;
  return { written, isTTY, write };
}

const AWAY = 'cannot be reached: connect ECONNREFUSED 127.0.0.1:8080';

test('without a terminal says at once why it waits, and again after a minute', () => {
  const stream = aStream({ isTTY: false });
  const progress = makeProgress(stream);
  const now = jest.spyOn(performance, 'now');

  for (const seconds of [1_000, 1_002, 1_059, 1_061]) {
    now.mockReturnValue(seconds * 1_000);
    progress.showWait(2_000, AWAY);
  }
  progress.showWait(1_000, 'HTTP 502');
  now.mockRestore();

  expect(stream.written).toEqual([
    `waiting to retry: ${AWAY}\n`,
    `waiting to retry: ${AWAY}\n`,
    'waiting to retry: HTTP 502\n',
  ]);
});

test('on a terminal shows each wait in the progress line', () => {
  const stream = aStream({ isTTY: true });
  const progress = makeProgress(stream);

  progress.showWait(1_000, AWAY);
  progress.showWait(2_000, AWAY);

  const moving = '\r\u001B[K';
  expect(stream.written).toEqual([
    `${moving}waiting 1 s: ${AWAY}`,
    `${moving}waiting 2 s: ${AWAY}`,
  ]);
});
