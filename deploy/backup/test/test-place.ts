import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach } from '@jest/globals';
import { perService } from '@output-review/contracts';
import { openFolderStore } from '@output-review/media/object-store';
import { createTestDatabase, type TestDatabase } from '@output-review/runtime/testing';
import { Client } from 'pg';

import { verifyArchive } from '../src/archive/archive-reader.ts';
import { emptyAgain } from '../src/places/empty-place.ts';
import type { NewPlace, Place } from '../src/places/place.ts';
import { restore, type Source } from '../src/restore.ts';
import { KEYS, type Part, withWorkspaces, writeArchive } from './test-archive.ts';

export const WORKSPACES: Part = {
  name: 'tables/gateway/workspaces',
  text: 'w1\tOne\t2026-01-01 00:00:00+00\nw2\tTwo\t2026-01-01 00:00:00+00\n',
};
export const ROWS = { 'gateway.workspaces': 2 };
export const FILE = { size: 1, contentType: 'text/plain', metadata: {} };

/** Servers and a folder for each test of a file or a `describe`. */
export interface TestPlace {
  dir: string;
  /** An archive in the folder, which does not exist yet. */
  path: string;
  database: TestDatabase;
}

export function useTestPlace(): TestPlace {
  const test = {} as TestPlace;
  beforeEach(async () => {
    test.database = await createTestDatabase();
    test.dir = await mkdtemp(join(tmpdir(), 'output-review-place-'));
    test.path = join(test.dir, 'backup.tar.gz');
  });
  afterEach(async () => {
    await test.database.drop();
    await rm(test.dir, { recursive: true, force: true });
  });
  return test;
}

export async function aPlace({ database, dir }: TestPlace): Promise<NewPlace> {
  const place: Place = {
    databaseUrls: perService((service) => database.urlOf(service)),
    store: await openFolderStore(join(dir, 'files')),
    keys: KEYS,
    close: () => Promise.resolve(),
  };
  return { ...place, complete: () => Promise.resolve(), abandon: () => emptyAgain(place) };
}

/** A place with two workspaces. */
export async function aFilledPlace(test: TestPlace): Promise<NewPlace> {
  await writeArchive(test.path, {
    ...{ manifest: withWorkspaces(0), parts: [WORKSPACES], rows: ROWS },
  });
  const place = await aPlace(test);
  await restore(place, await sourceOf(test.path));
  return place;
}

export async function sourceOf(from: string, { signal } = new AbortController()): Promise<Source> {
  return { path: from, archive: await verifyArchive(from), signal };
}

export async function query({ database }: TestPlace, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: database.adminUrl });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
}
