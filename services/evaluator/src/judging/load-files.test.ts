import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { FileData } from '@output-review/contracts';
import { silentLog } from '@output-review/runtime/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';

import { aRule } from '../../test/settle-rule.ts';
import type { ApplicableRule } from '../engine/compile-rule.ts';
import { JudgeFailure } from '../judges/judge-failure.pure.ts';
import { NO_JUDGES_OF_ITS_OWN } from '../judges/judges.pure.ts';
import { Judging } from './judging.ts';
import { FileLoader, type LoadedFiles } from './load-files.ts';

// The maximum size of an image.
const IMAGE: FileData = {
  ...{ key: 'w/o/chart.png', filename: 'chart.png', contentType: 'image/png' },
  ...{ role: 'output', label: null, sizeBytes: 3_750_000 },
};

const ROOMS = ['background', 'inline', 'shadow'] as const;
type Room = (typeof ROOMS)[number];
/** How many of these fit into memory. */
const FITTING = { background: 4, inline: 4, shadow: 2 };

let media: Server;
let loader: FileLoader;

beforeAll(async () => {
  media = createServer((_, response) => {
    response.writeHead(206);
    response.end(Buffer.alloc(IMAGE.sizeBytes));
  });
  await new Promise<void>((resolve) => media.listen(0, '127.0.0.1', resolve));
});

afterAll(() => {
  media.close();
  media.closeAllConnections();
});

beforeEach(() => {
  const { port } = media.address() as AddressInfo;
  loader = new FileLoader({
    baseUrl: () => `http://127.0.0.1:${port}`,
    tokens: { sign: async () => ({ token: 't', expiresAt: new Date(0) }) },
    log: silentLog,
  });
});

test('keeps memory for files of callers apart from that of background work', async () => {
  await fill({ room: 'background' });

  const { files } = await load();

  expect(files.images).toHaveLength(1);
});

test.each(['background', 'inline'] as const)(
  'keeps memory for files of live rules apart from that of shadow rules (%s)',
  async (room) => {
    await fill({ room: 'shadow' });

    expect(await fill({ room })).toHaveLength(FITTING[room]);
  },
);

test('reports live rules as behind while their files wait for memory', async () => {
  const judging = judgingWith(loader);
  for (const room of ROOMS) {
    const [first] = await fill({ room });
    const late = load({ room });
    expect(judging.isBehind).toBe(room !== 'shadow');

    first?.release();
    await late;
    expect(judging.isBehind).toBe(false);
  }
});

test('waits for memory as long as the session lasts, and no longer', async () => {
  const [first] = await fill();
  const caller = new AbortController();
  const late = load({ signal: caller.signal });
  const patient = load();

  caller.abort(new Error('its time is up'));
  await expect(late).rejects.toThrow('its time is up');
  first?.release();

  expect((await patient).files.images).toHaveLength(1);
});

test('lets workspaces take turns for memory', async () => {
  const [first, second] = await fill({ workspaceId: 'one' });
  const order: string[] = [];
  const queue = (workspaceId: string) => load({ workspaceId }).then(() => order.push(workspaceId));
  const ones = [queue('one'), queue('one')];
  const another = queue('another');

  first?.release();
  await ones[0];
  second?.release();
  await another;

  expect(order).toEqual(['one', 'another']);
});

test('holds no slot while waiting for memory, so that rules with memory can use it', async () => {
  const [first] = await fill({ room: 'background' });
  first?.release();
  const judging = judgingWith(loader);
  const judge = (workspaceId: string, ...rules: ApplicableRule[]) =>
    judging.judgeRules(
      { workspaceId, judges: NO_JUDGES_OF_ITS_OWN, rules, material: { files: [IMAGE] } },
      { endsAtMs: null, triesMax: 1, signal: new AbortController().signal },
    );

  const [ones, anothers] = await Promise.all([
    judge('one', aJudge('a'), aJudge('b')),
    judge('another', aJudge('c')),
  ]);

  expect([...ones.keys(), ...anothers.keys()]).toEqual(['a', 'b', 'c']);
});

const aJudge = (id: string): ApplicableRule =>
  aRule({ id, type: 'llm_judge', value: 'Polite.', judgeFiles: true });

/** With one call at a time. */
function judgingWith(files: FileLoader): Judging {
  const statement = { judge: null, reply: new JudgeFailure('down'), attempts: 1, latencyMs: 1 };
  const caller = { ask: async () => ({ ...statement, isShadow: false }) };
  return new Judging({ caller, files, callsMax: 1, shadowCallsMax: 1, callMs: 60_000 });
}

interface Asked {
  readonly workspaceId?: string;
  readonly room?: Room;
  readonly signal?: AbortSignal;
}

function load({
  workspaceId = 'w',
  room = 'inline',
  signal = new AbortController().signal,
}: Asked = {}): Promise<LoadedFiles> {
  return loader.load({ workspaceId, files: [IMAGE], room, signal });
}

/** Uses up all memory. */
function fill(asked: Asked = {}): Promise<LoadedFiles[]> {
  return Promise.all(Array.from({ length: FITTING[asked.room ?? 'inline'] }, () => load(asked)));
}
