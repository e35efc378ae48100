import {
  mkdir,
  mkdtemp,
  readdir,
  readlink,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { perService } from '@output-review/contracts';
import { MIGRATIONS as GATEWAY } from '@output-review/gateway/migrations';
import { openFolderStore } from '@output-review/media/object-store';
import { createTestDatabase, eventually, type TestDatabase } from '@output-review/runtime/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';

import { verifyArchive } from '../src/archive/archive-reader.ts';
import { backUp } from '../src/backup.ts';
import { openDataDir, prepareDataDir, readKeys } from '../src/places/embedded-place.ts';
import { emptyAgain, requireEmpty } from '../src/places/empty-place.ts';
import type { NewPlace, Place } from '../src/places/place.ts';
import { checkUsable, restore, type Source } from '../src/restore.ts';
import {
  aManifest,
  KEYS,
  type Part,
  UNINTERRUPTED,
  withWorkspaces,
  writeArchive,
} from './test-archive.ts';

let dir: string;
let path: string;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'output-review-restore-'));
  path = join(dir, 'backup.tar.gz');
});

afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

const otherKey = Buffer.alloc(32, 9).toString('base64');

describe('before any change', () => {
  test.each([
    ['encryption', { ...KEYS, encryptionKey: otherKey }, 'ENCRYPTION_KEY'],
    ['audit', { ...KEYS, auditKey: otherKey }, 'AUDIT_KEY'],
  ])('another %s key is refused', (name, keys, variable) => {
    const check = () => checkUsable(aManifest(), keys);

    expect(check).toThrow(`The ${name} key is not that of the archive.`);
    expect(check).toThrow(variable);
    expect(check).not.toThrow(otherKey);
  });

  test('a schema of a newer release is refused, with the unknown migrations', () => {
    const manifest = withWorkspaces(0);
    const gateway = { ...manifest.services.gateway, migrations: ['FromTheFuture9'] };
    const newer = { ...manifest, release: '9.0.0', services: { ...manifest.services, gateway } };

    expect(() => checkUsable(newer, KEYS)).toThrow(/newer release, 9\.0\.0: .*FromTheFuture9/);
    expect(() => checkUsable(manifest, KEYS)).not.toThrow();
  });

  test('a file without keys is not accepted as a key file', async () => {
    const keysFile = join(dir, 'keys.json');
    for (const text of ['nonsense', '{}', JSON.stringify({ ...KEYS, auditKey: 'short' })]) {
      await writeFile(keysFile, text);
      await expect(readKeys({ env: {}, keysFile })).rejects.toThrow('is not a key file');
    }
    await expect(readKeys({ env: {}, keysFile: join(dir, 'none') })).rejects.toThrow('ENOENT');
    await expect(readKeys({ env: {}, keysFile: null })).rejects.toThrow('The keys are missing');
  });

  test('keys from the environment take precedence', async () => {
    const keysFile = join(dir, 'keys.json');
    await writeFile(keysFile, JSON.stringify(KEYS));

    expect(await readKeys({ env: {}, keysFile })).toEqual(KEYS);
    const env = { ENCRYPTION_KEY: otherKey };
    expect(await readKeys({ env, keysFile })).toEqual({ ...KEYS, encryptionKey: otherKey });
  });

  test('a folder that is not empty, or cannot be created, stays unchanged', async () => {
    const dataDir = join(dir, 'data');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'a'), 'mine');
    const env = { ENCRYPTION_KEY: KEYS.encryptionKey, AUDIT_KEY: KEYS.auditKey };

    await expect(prepareDataDir({ dataDir, env, keysFile: null })).rejects.toThrow('is not empty');
    const inAFile = join(dataDir, 'a', 'data');
    await expect(prepareDataDir({ dataDir: inAFile, env, keysFile: null })).rejects.toThrow(
      'cannot be created',
    );
    expect(await readdir(dir)).toEqual(['data']);
    expect(await readdir(dataDir)).toEqual(['a']);
  });

  test('a target that a folder cannot replace is refused and stays unchanged', async () => {
    const env = { ENCRYPTION_KEY: KEYS.encryptionKey, AUDIT_KEY: KEYS.auditKey };
    const prepare = (dataDir: string) => prepareDataDir({ dataDir, env, keysFile: null });
    const [file, toFile, toNothing] = ['file', 'to-file', 'to-nothing'].map((name) =>
      join(dir, name),
    ) as [string, string, string];
    await writeFile(file, 'mine');
    await symlink(file, toFile);
    await symlink(join(dir, 'none'), toNothing);

    await expect(prepare(file)).rejects.toThrow(/ is not a folder\. .* Nothing was changed\.$/);
    await expect(prepare(toFile)).rejects.toThrow('is not a folder');
    await expect(prepare(toNothing)).rejects.toThrow('is a broken link');
    await expect(prepare('/dev')).rejects.toThrow('is a mount point');
    expect(await readdir(dir)).toEqual(['file', 'to-file', 'to-nothing']);
  });

  test('a link to an empty folder is followed, and its target is filled', async () => {
    const [folder, link] = [join(dir, 'disk', 'data'), join(dir, 'link')];
    await mkdir(folder, { recursive: true });
    await symlink(folder, link);
    const env = { ENCRYPTION_KEY: KEYS.encryptionKey, AUDIT_KEY: KEYS.auditKey };

    const place = await prepareDataDir({ dataDir: link, env, keysFile: null });
    await place.complete();

    expect(await readdir(folder)).toContain('postgres');
    expect(await readlink(link)).toBe(folder);
    expect(await readdir(join(dir, 'disk'))).toEqual(['data']);
  });

  test('a folder without data cannot be backed up, and is not created', async () => {
    await expect(openDataDir(join(dir, 'none'), {})).rejects.toThrow('has no data of npm start');
    expect(await readdir(dir)).toEqual([]);
  });
});

describe('a database', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(() => database.drop());

  async function aPlace(): Promise<NewPlace> {
    const place: Place = {
      databaseUrls: perService((service) => database.urlOf(service)),
      store: await openFolderStore(join(dir, 'files')),
      keys: KEYS,
      close: () => Promise.resolve(),
    };
    return { ...place, complete: () => Promise.resolve(), abandon: () => emptyAgain(place) };
  }

  const sourceOf = async (from: string, { signal } = new AbortController()): Promise<Source> => ({
    path: from,
    archive: await verifyArchive(from),
    signal,
  });

  async function query(text: string): Promise<unknown[]> {
    const client = new Client({ connectionString: database.adminUrl });
    await client.connect();
    const { rows } = await client.query<Record<string, unknown>>(text);
    await client.end();
    return rows;
  }

  const WORKSPACES: Part = {
    name: 'tables/gateway/workspaces',
    text: 'w1\tOne\t2026-01-01 00:00:00+00\nw2\tTwo\t2026-01-01 00:00:00+00\n',
  };
  const rows = { 'gateway.workspaces': 2 };
  const FILE = { size: 1, contentType: 'text/plain', metadata: {} };

  test('is restored as an earlier release left it, and then migrated', async () => {
    await writeArchive(path, { manifest: withWorkspaces(3), parts: [WORKSPACES], rows });
    const place = await aPlace();

    await restore(place, await sourceOf(path));

    expect(await query('SELECT id, name FROM gateway.workspaces ORDER BY id')).toEqual([
      { id: 'w1', name: 'One' },
      { id: 'w2', name: 'Two' },
    ]);
    expect(await query('SELECT name FROM gateway.migrations ORDER BY id')).toEqual(
      GATEWAY.map(({ name }) => ({ name })),
    );
    // It may be left over from an interrupted restore.
    await expect(requireEmpty(place)).rejects.toThrow(
      /^The schema gateway has tables\. .* If a restore was interrupted there, start no service, and empty them first as .*\. Nothing was changed\.$/,
    );
  });

  test.each<[string, Part, string]>([
    ['unreadable rows', { ...WORKSPACES, text: 'w1\tOne\n' }, 'missing data for column'],
    [
      'fewer rows than declared',
      { ...WORKSPACES, text: WORKSPACES.text.slice(0, WORKSPACES.text.indexOf('w2')) },
      'should have 2',
    ],
    ['an unknown item', { name: 'tables/gateway/unknown', text: '' }, 'contains an unknown item'],
  ])('is empty again after %s', async (_, part, message) => {
    const file = { name: 'files/w1/a', text: 'x', details: FILE };
    await writeArchive(path, { manifest: withWorkspaces(0), parts: [file, part], rows });
    const place = await aPlace();

    await expect(restore(place, await sourceOf(path))).rejects.toThrow(message);

    await requireEmpty(place);
    expect(await query(`SELECT FROM pg_proc WHERE pronamespace = 'review'::regnamespace`)).toEqual(
      [],
    );
  });

  test('is empty again after an interruption during loading', async () => {
    const file = { name: 'files/w1/a', text: 'x', details: FILE };
    await writeArchive(path, { manifest: withWorkspaces(0), parts: [file, WORKSPACES], rows });
    const place = await aPlace();
    const interrupting = new AbortController();
    const put: typeof place.store.put = async (...args) => {
      await place.store.put(...args);
      interrupting.abort(new Error('The restore was interrupted.'));
    };
    const interrupted = { ...place, store: { ...place.store, put } };

    await expect(restore(interrupted, await sourceOf(path, interrupting))).rejects.toThrow(
      /^The restore was interrupted\.$/,
    );

    await requireEmpty(place);
  });

  test('that cannot be emptied after a failure reports this after the cause', async () => {
    const part = { ...WORKSPACES, text: 'w1\tOne\n' };
    await writeArchive(path, { manifest: withWorkspaces(0), parts: [part], rows });
    const abandon = () => Promise.reject(new Error('PostgreSQL cannot be reached.'));
    const place = { ...(await aPlace()), abandon };

    await expect(restore(place, await sourceOf(path))).rejects.toThrow(
      /^missing data for column .*, and the restored data could not be removed: PostgreSQL cannot be reached\. Empty the target as docs\/backup\.md says\.$/,
    );
  });

  test('has no connection left open if one of them cannot be opened', async () => {
    await writeArchive(path, { manifest: withWorkspaces(0), parts: [WORKSPACES], rows });
    const place = await aPlace();
    // The migrations have connected by then. A server may refuse the last one because it has too many.
    let uses = 0;
    const refused = `${database.urlOf('media')}_none`;
    const databaseUrls = Object.defineProperty({ ...place.databaseUrls }, 'media', {
      get: () => ((uses += 1) === 2 ? refused : place.databaseUrls.media),
    });

    await expect(restore({ ...place, databaseUrls }, await sourceOf(path))).rejects.toThrow(
      'PostgreSQL cannot be reached',
    );

    await eventually(async () =>
      expect(
        await query(
          `SELECT usename FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'backup'`,
        ),
      ).toEqual([]),
    );
  });

  test('is the same after a restore of its own backup, including sequences and the last backup', async () => {
    await writeArchive(path, { manifest: withWorkspaces(0), parts: [WORKSPACES], rows });
    await restore(await aPlace(), await sourceOf(path));
    await query(`
      INSERT INTO gateway.submission_outbox (workspace_id, id) SELECT 'w1', n::text FROM generate_series(1, 5) AS n;
      DELETE FROM gateway.submission_outbox WHERE id > '3';
      INSERT INTO review.output_events (workspace_id, output_id, event, at) VALUES ('w1', 'o', 'evaluated', now());`);
    const copy = join(dir, 'copy.tar.gz');
    const place = await aPlace();
    const taken = await backUp(place, copy, UNINTERRUPTED);
    expect(await query('SELECT taken_at, bytes::int FROM media.backups')).toEqual([
      { taken_at: new Date(taken.takenAt), bytes: taken.bytes },
    ]);
    await emptyAgain(place);

    await restore(place, await sourceOf(copy));

    expect(await query('SELECT seq::int, id FROM gateway.submission_outbox ORDER BY seq')).toEqual(
      [1, 2, 3].map((seq) => ({ seq, id: String(seq) })),
    );
    expect(
      await query(
        `INSERT INTO gateway.submission_outbox (workspace_id, id) VALUES ('w1', 'next') RETURNING seq::int`,
      ),
    ).toEqual([{ seq: 6 }]);
    // The restore replaced the transaction IDs with ones of this server, by which streams and statistics order events.
    // They are settled once earlier transactions of other tests have ended.
    await eventually(async () =>
      expect(
        await query(
          'SELECT xid < pg_snapshot_xmin(pg_current_snapshot()) AS settled FROM review.output_events',
        ),
      ).toEqual([{ settled: true }]),
    );
  });

  test('leaves no archive if its backup cannot be recorded', async () => {
    await writeArchive(path, { manifest: withWorkspaces(0), parts: [WORKSPACES], rows });
    const place = await aPlace();
    await restore(place, await sourceOf(path));
    await query(`
      CREATE FUNCTION media.refuse() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'not noted'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON media.backups FOR EACH ROW
        WHEN (NEW.taken_at IS DISTINCT FROM OLD.taken_at) EXECUTE FUNCTION media.refuse()`);
    const before = await readdir(dir);

    await expect(backUp(place, join(dir, 'copy.tar.gz'), UNINTERRUPTED)).rejects.toThrow(
      'not noted',
    );

    expect(await readdir(dir)).toEqual(before);
  });

  test('leaves no archive, not even a partial one, if its backup is interrupted', async () => {
    await writeArchive(path, { manifest: withWorkspaces(0), parts: [WORKSPACES], rows });
    const place = await aPlace();
    await restore(place, await sourceOf(path));
    await query(`
      INSERT INTO media.files (workspace_id, output_id, position, attempt, role, object_key, key)
      VALUES ('w1', 'o', 0, 'a', 'input', 'w1/long', 'long')`);
    const before = await readdir(dir);
    const interrupting = new AbortController();
    async function* endless() {
      for (;;) {
        yield Buffer.alloc(1_000_000);
        interrupting.abort(new Error('The backup was interrupted.'));
        await nextTurn();
      }
    }
    const get = () =>
      Promise.resolve({ ...FILE, storedAt: new Date(), body: Readable.from(endless()) });

    await expect(
      backUp(
        { ...place, store: { ...place.store, get } },
        join(dir, 'copy.tar.gz'),
        interrupting.signal,
      ),
    ).rejects.toThrow(/^The backup was interrupted\.$/);

    expect(await readdir(dir)).toEqual(before);
  });

  test('is backed up without damaged or missing files, which are reported', async () => {
    await writeArchive(path, { manifest: withWorkspaces(0), parts: [WORKSPACES], rows });
    const place = await aPlace();
    await restore(place, await sourceOf(path));
    for (const key of ['w1/cut', 'w1/whole'])
      await place.store.put(key, Readable.from(['x']), FILE);
    await truncate(join(dir, 'files', 'objects', 'w1', 'cut'), 100);
    await query(`
      INSERT INTO media.files (workspace_id, output_id, position, attempt, role, object_key, key)
      SELECT 'w1', 'o', n, 'a', 'input', 'w1/' || name, name
      FROM unnest(ARRAY['cut', 'gone', 'whole']) WITH ORDINALITY AS files (name, n)`);

    const taken = await backUp(place, join(dir, 'copy.tar.gz'), UNINTERRUPTED);

    expect(taken).toMatchObject({ files: 1, missing: ['w1/cut', 'w1/gone'] });
  });
});
