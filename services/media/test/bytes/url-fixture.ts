import type { LookupAddress } from 'node:dns';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect } from '@jest/globals';
import type { ErrorCode } from '@output-review/errors';
import { type EgressGuard, makeEgressGuard, newId } from '@output-review/runtime';

import type { TakenFile } from '../../src/content/content.pure.ts';
import { openFolderStore } from '../../src/object-store/folder/folder-store.ts';
import type { ObjectStore } from '../../src/object-store/object-store.ts';
import { SpoolBudget } from '../../src/storage/spool-budget.ts';
import { takeUrl, type UrlSource } from '../../src/storage/take-url.ts';
import { FileServer } from './file-server.ts';

/** A guard whose DNS lookups return these answers in order, repeating the last one. */
export function guardOf(allowed: readonly string[], answers: readonly string[] = []): EgressGuard {
  let lookUps = 0;
  return makeEgressGuard({
    isPrivateHostAllowed: (address) => allowed.includes(address),
    lookUp: async (): Promise<LookupAddress[]> => {
      const address = answers[Math.min(lookUps, answers.length - 1)];
      lookUps += 1;
      if (address === undefined) throw new Error('ENOTFOUND');
      return [{ address, family: 4 }];
    },
  });
}

export interface Trial {
  readonly egress?: EgressGuard;
  readonly source?: Partial<UrlSource>;
  readonly spoolFolder?: string;
  readonly fetchMsMax?: number;
}

/** Fetches from a local server into a folder store. Call it at the top of a test file. */
export function useUrls() {
  const server = new FileServer();
  // Allows only the address of the server.
  const guard = guardOf(['127.0.0.1']);
  const budget = new SpoolBudget();
  let folder: string;
  let store: ObjectStore;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'take-url-'));
    store = await openFolderStore(join(folder, 'files'));
    await server.start();
  });

  afterAll(async () => {
    await guard.close();
    await server.stop();
    await store.close();
    await rm(folder, { recursive: true });
  });

  const spooled = () => readdir(join(folder, 'spool'));

  const take = async (url: string, trial: Trial = {}): Promise<TakenFile> => {
    const { egress = guard, source = {}, spoolFolder = join(folder, 'spool'), fetchMsMax } = trial;
    const hints = { filename: null, contentType: null, signal: new AbortController().signal };
    const share = budget.share('w1', Infinity);
    const key = `w1/${newId()}`;
    const taken = await takeUrl(
      { store, egress, spoolDir: spoolFolder, ...(fetchMsMax && { fetchMsMax }) },
      key,
      {
        ...hints,
        url,
        share,
        ...source,
      },
    );
    expect(await store.head(key)).toMatchObject({ size: taken.sizeBytes });
    await store.delete(key);
    return taken;
  };

  const expectFault = async (
    taking: Promise<unknown>,
    sentence: RegExp,
    code: ErrorCode = 'UNPROCESSABLE_ATTACHMENT',
  ): Promise<void> => {
    await expect(taking).rejects.toMatchObject({
      code,
      message: expect.stringMatching(sentence),
    });
    expect(await spooled()).toEqual([]);
    expect(budget.bytes).toBe(0);
    const left = [];
    for await (const object of store.list()) left.push(object);
    expect(left).toEqual([]);
  };

  return { server, take, expectFault, spooled };
}
