import { eventually } from '@output-review/runtime/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

import { awaitVerdict, submit, uniqueName } from '../../harness/outputs.ts';
import { type StackSystem, startStackSystem } from '../../harness/stack-system.ts';

// More than all socket buffers between review and the client hold.
const OUTPUTS = 40;
const TEXT = 'x'.repeat(1_000_000);
const LINE_END = 0x0a;

let system: StackSystem;

beforeAll(async () => {
  system = await startStackSystem();
}, 300_000);

afterAll(() => system.stop(), 60_000);

const lastLineOf = (text: string): { readonly timestamp: string; readonly id: string } => {
  const whole = text.slice(0, text.lastIndexOf('\n'));
  return JSON.parse(whole.slice(whole.lastIndexOf('\n') + 1)) as ReturnType<typeof lastLineOf>;
};

test('an export is cut off when review is killed, and can be resumed', async () => {
  const project = uniqueName('Killed');
  const ids: string[] = [];
  for (let n = 0; n < OUTPUTS; n += 1) {
    const { id } = await submit(system.automation, { project, output: TEXT });
    await awaitVerdict(system.automation, id);
    ids.push(id);
  }
  const path = `/api/logs/export?project=${encodeURIComponent(project)}`;
  const response = await fetch(`${system.url}${path}`, {
    headers: { authorization: `Bearer ${system.token}` },
  });
  const parts: Uint8Array[] = [];
  let isKilled = false;
  const read = async (): Promise<void> => {
    for await (const part of response.body as ReadableStream<Uint8Array>) {
      parts.push(part);
      // Resuming requires at least one complete line.
      if (isKilled || !part.includes(LINE_END)) continue;
      isKilled = true;
      await system.stack.services.review[0]?.kill();
    }
  };

  await expect(read()).rejects.toThrow();

  await system.stack.services.review[0]?.start();
  const had = Buffer.concat(parts).toString('utf8');
  const { timestamp, id } = lastLineOf(had);
  const rest = await eventually(async () => {
    const answer = await system.automation.get(`${path}&after=${timestamp},${id}`);
    expect(answer.status).toBe(200);
    return answer.text;
  }, 30_000);
  const both = had.slice(0, had.lastIndexOf('\n') + 1) + rest;
  const received = both.split('\n').slice(0, -1);
  expect(received.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(ids);
}, 180_000);
