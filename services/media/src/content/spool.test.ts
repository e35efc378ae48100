import { mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { FILE_BYTES_MAX } from '@output-review/contracts';
import { newId } from '@output-review/runtime';
import { eventually } from '@output-review/runtime/testing';

import { findUnconfirmed } from '../claims/claims.sql.ts';
import { SpoolBudget } from '../storage/spool-budget.ts';
import { FileFaults } from '../claims/claims.pure.ts';
import { takeBytes } from '../claims/take-bytes.ts';
import { FileServer } from '../../test/bytes/file-server.ts';
import { guardOf } from '../../test/bytes/url-fixture.ts';
import { anAttempt, type Claiming, claimingIn, inline, objectsOf } from '../../test/claiming.ts';
import { startTestMedia, type TestMedia } from '../../test/test-media.ts';

const MIB = 1024 * 1024;

let media: TestMedia;
let files: Claiming;
let folder: string;
const egress = guardOf(['127.0.0.1']);
const server = new FileServer();

beforeAll(async () => {
  await server.start();
  folder = await mkdtemp(join(tmpdir(), 'media-spool-'));
  media = await startTestMedia({ isPrivateHostAllowed: (address) => address === '127.0.0.1' });
});

beforeEach(() => {
  files = claimingIn(media);
});

afterAll(async () => {
  await egress.close();
  await media.stop();
  await server.stop();
  await rm(folder, { recursive: true });
});

const byUrl = (url: string) => ({ source: 'url', url }) as const;
const chunk = Buffer.alloc(MIB, 'x');

/** Sends this many bytes, or fewer if the client disconnects. */
async function send(res: ServerResponse, bytes: number): Promise<void> {
  const chunks = Array.from({ length: bytes / MIB }, () => chunk);
  await pipeline(Readable.from(chunks), res, { end: false }).catch(() => {});
}

/** Fetches files as a claim does, with a separate budget. */
function fetchAll(budget: SpoolBudget, workspaceId: string, urls: readonly string[]) {
  const tools = { store: media.store, egress, spoolDir: folder };
  const expected = urls.map((url, position) => ({
    ...{ field: `attachments.${position}`, role: 'input' as const, position, label: null },
    ...{ hints: { filename: null, contentType: null }, source: { kind: 'url' as const, url } },
    objectKey: `${workspaceId}/${newId()}`,
  }));
  const share = budget.share(workspaceId, Infinity);
  const findAgain = () => Promise.reject(new Error('Nothing is copied here'));
  return takeBytes(tools, { files: expected, uploads: [], share, findAgain }, new FileFaults());
}

async function spooled(): Promise<number> {
  const text = await (await fetch(`${media.service.url}/metrics`)).text();
  return Number(/^output_review_spool_bytes (\d+)$/m.exec(text)?.[1]);
}

/** Bytes on disk: the spool files are unlinked, so only the descriptors of this process show them. */
async function bytesOnDisk(): Promise<number> {
  if (process.platform !== 'linux') return spooled();
  const sizes = (await readdir('/proc/self/fd')).map(async (fd) => {
    const path = `/proc/self/fd/${fd}`;
    const target = await readlink(path).catch(() => '');
    const isSpool = /\/media-[^/]+\/[^/]+ \(deleted\)$/.test(target);
    return isSpool ? (await stat(path).catch(() => ({ size: 0 }))).size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

async function expectNothingLeft(): Promise<void> {
  expect([await spooled(), await bytesOnDisk()]).toEqual([0, 0]);
  expect(await files.usage()).toBe(0);
  const claims = await findUnconfirmed(media.db, new Date(8.64e15), 1000);
  expect(claims.filter(({ workspaceId }) => workspaceId === files.workspaceId)).toEqual([]);
  await eventually(async () => expect(await objectsOf(media, files.workspaceId)).toEqual([]));
}

describe('files by URL', () => {
  test('keep the spool within the budget of their workspace when forty large ones arrive at once', async () => {
    const workspaceBytesMax = 8 * MIB;
    const budget = new SpoolBudget({ bytesMax: 64 * MIB, workspaceBytesMax, waitMs: 50 });
    // No file is complete before most submissions have given up.
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    const url = server.serve('/large', (res) => {
      void send(res, 2 * MIB)
        .then(() => released)
        .then(() => res.end());
    });
    const refusals: unknown[] = [];
    const outcomes = Array.from({ length: 10 }, () =>
      fetchAll(budget, files.workspaceId, Array<string>(4).fill(url)).catch((error: unknown) => {
        refusals.push(error);
        return null;
      }),
    );

    // Up to two may remain: one that holds all of the budget, and the oldest one waiting.
    let peak = 0;
    while (refusals.length < 8) peak = Math.max(peak, budget.bytes, await bytesOnDisk());
    const small = server.serve('/small', (res) => res.end('small'));
    expect(await fetchAll(budget, 'another', [small])).toHaveLength(1);
    release();

    const taken = (await Promise.all(outcomes)).filter((outcome) => outcome !== null);
    expect(taken.map((each) => each.length)).toEqual(taken.map(() => 4));
    expect(taken).not.toEqual([]);
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'UNAVAILABLE' });
    expect(peak).toBeLessThanOrEqual(workspaceBytesMax);
    expect([budget.bytes, await bytesOnDisk()]).toEqual([0, 0]);
  });

  test('are fetched four at a time per submission', async () => {
    const waiting: ServerResponse[] = [];
    let asked = 0;
    let atOnce = 0;
    const url = server.serve('/counted', (res) => {
      asked += 1;
      waiting.push(res);
      atOnce = Math.max(atOnce, waiting.length);
      if (waiting.length < 4 && asked < 40) return;
      // No request was answered before this point, so a fifth concurrent one would have arrived by now.
      setImmediate(() => {
        for (const each of waiting.splice(0)) each.end('counted');
      });
    });
    const twenty = Array.from({ length: 20 }, () => byUrl(url));

    const taken = await files.claimed(anAttempt(), {
      ...{ attachments: twenty, outputAttachments: twenty },
    });

    expect(taken).toHaveLength(40);
    expect([asked, atOnce]).toEqual([40, 4]);
  });

  test('are aborted when the quota is exceeded, and leave nothing behind', async () => {
    await files.setQuota(3 * MIB);
    let ended: ServerResponse | null = null;
    const endless = server.serve('/endless', (res) => {
      void send(res, 1024 * MIB).then(() => (ended = res));
    });
    const quick = server.serve('/quick', (res) => res.end('quick'));
    const silent = server.serve('/silent', () => {});

    const { status, body } = await files.claim(anAttempt(), {
      attachments: [inline('inline'), byUrl(quick), byUrl(endless), byUrl(silent)],
    });

    expect([status, body]).toMatchObject([413, { code: 'MEDIA_QUOTA_EXCEEDED' }]);
    // Disconnected long before its end.
    await eventually(() => expect(ended).toMatchObject({ destroyed: true, writableEnded: false }));
    await expectNothingLeft();
  });

  test('are not read if their declared size exceeds the quota', async () => {
    await files.setQuota(1000);
    const url = server.serve('/declared', (res) => {
      res.writeHead(200, { 'content-length': 1001 }).write('x');
    });

    const { status, body } = await files.claim(anAttempt(), { attachments: [byUrl(url)] });

    expect([status, body]).toMatchObject([413, { code: 'MEDIA_QUOTA_EXCEEDED' }]);
    await expectNothingLeft();
  });

  test('can use storage that an upload of the same submission reserved and does not need', async () => {
    await files.setQuota(100);
    const key = await files.upload('upload', { sizeBytes: 95 });
    const url = server.serve('/ninety', (res) => res.end('x'.repeat(90)));

    const references = { attachments: [byUrl(url), { source: 'uploaded', key } as const] };

    expect((await files.claim(anAttempt(), references)).status).toBe(200);
    expect(await files.usage()).toBe(96);
  });

  test('over the limit of a file are reported as too large, with the other faults', async () => {
    const large = server.serve('/too-large', (res) => {
      res.writeHead(200, { 'content-length': FILE_BYTES_MAX + 1 }).write('x');
    });
    const missing = server.serve('/missing', (res) => res.writeHead(404).end());

    const { status, body } = await files.claim(anAttempt(), {
      attachments: [inline('fine'), byUrl(missing), byUrl(large)],
    });

    expect([status, body]).toMatchObject([413, { code: 'PAYLOAD_TOO_LARGE' }]);
    expect((body as { fields: object }).fields).toEqual({
      'attachments.1': expect.stringContaining('404'),
      'attachments.2': expect.stringContaining('32 MB'),
    });
    await expectNothingLeft();
  });

  test('leave nothing in the spool when the caller disconnects', async () => {
    const held: ServerResponse[] = [];
    const url = server.serve('/held', (res) => {
      held.push(res);
      res.write(chunk);
    });
    const { headers } = await media.assertions
      .headersFor({ kind: 'service', service: 'gateway' })
      .then((assertion) => ({ headers: { ...assertion, 'content-type': 'application/json' } }));
    const asking = new AbortController();
    const asked = fetch(`${media.service.url}/internal/files/claim`, {
      ...{ method: 'POST', headers, signal: asking.signal },
      body: JSON.stringify({
        ...{ workspaceId: files.workspaceId, ...anAttempt(), outputAttachments: [] },
        attachments: [byUrl(url)],
      }),
    });
    await eventually(async () => expect(await bytesOnDisk()).toBe(MIB));

    asking.abort();
    await expect(asked).rejects.toThrow();
    for (const res of held) res.destroy();

    await eventually(async () => expect(await spooled()).toBe(0));
    await eventually(() => expectNothingLeft());
  });
});
