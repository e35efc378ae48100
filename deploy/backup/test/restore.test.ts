import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { MIGRATIONS as GATEWAY } from '@output-review/gateway/migrations';
import { eventually } from '@output-review/runtime/testing';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { openDataDir, prepareDataDir, readKeys } from '../src/places/embedded-place.ts';
import { requireEmpty } from '../src/places/empty-place.ts';
import { checkUsable, restore } from '../src/restore.ts';
import { aManifest, KEYS, type Part, withWorkspaces, writeArchive } from './test-archive.ts';
import { aPlace, FILE, query, ROWS, sourceOf, useTestPlace, WORKSPACES } from './test-place.ts';

const otherKey = Buffer.alloc(32, 9).toString('base64');

describe('before any change', () => {
  let dir: string;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'output-review-restore-'));
  });

  afterEach(async () => {
    await rm(dir, { recursive: true, force: true });
  });

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
    await expect(readKeys({ env: {}, keysFile: join(dir, 'none') })).rejects.toThrow(
      `There is no key file ${join(dir, 'none')}. Nothing was changed.`,
    );
    await expect(readKeys({ env: {}, keysFile: dir })).rejects.toThrow(
      `The key file ${dir} cannot be read: EISDIR`,
    );
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

  test('a link to an empty folder is followed, and its target is filled or left as it was', async () => {
    const [folder, link] = [join(dir, 'disk', 'data'), join(dir, 'link')];
    await mkdir(folder, { recursive: true });
    await symlink(folder, link);
    const env = { ENCRYPTION_KEY: KEYS.encryptionKey, AUDIT_KEY: KEYS.auditKey };

    const prepare = () => prepareDataDir({ dataDir: link, env, keysFile: null });
    await (await prepare()).abandon();
    expect(await readdir(join(dir, 'disk'))).toEqual(['data']);
    await (await prepare()).complete();

    expect(await readdir(folder)).toEqual(
      expect.arrayContaining(['postgres', 'first-sign-in.json']),
    );
    const restored = await openDataDir(folder, env);
    expect(restored.keys).toMatchObject(KEYS);
    await restored.close();
    expect(await readlink(link)).toBe(folder);
    expect(await readdir(join(dir, 'disk'))).toEqual(['data']);
  });

  test('the keys are readable only by the owner, whatever the copy of them is', async () => {
    const env = { ENCRYPTION_KEY: KEYS.encryptionKey, AUDIT_KEY: KEYS.auditKey };
    const [before, after] = [join(dir, 'before'), join(dir, 'after')];
    await (await prepareDataDir({ dataDir: before, env, keysFile: null })).complete();
    const keysFile = join(dir, 'copy.json');
    await writeFile(keysFile, await readFile(join(before, 'keys.json')), { mode: 0o644 });

    const place = await prepareDataDir({ dataDir: after, env, keysFile });
    await place.complete();

    const restored = join(after, 'keys.json');
    expect(await readFile(restored, 'utf8')).toBe(await readFile(keysFile, 'utf8'));
    expect((await stat(restored)).mode & 0o777).toBe(0o600);
  });

  test('a folder without data cannot be backed up, and is not created', async () => {
    await expect(openDataDir(join(dir, 'none'), {})).rejects.toThrow('has no data of npm start');
    expect(await readdir(dir)).toEqual([]);
  });
});

describe('a database', () => {
  const used = useTestPlace();

  test('is restored as an earlier release left it, and then migrated', async () => {
    await writeArchive(used.path, { manifest: withWorkspaces(3), parts: [WORKSPACES], rows: ROWS });
    const place = await aPlace(used);

    await restore(place, await sourceOf(used.path));

    expect(await query(used, 'SELECT id, name FROM gateway.workspaces ORDER BY id')).toEqual([
      { id: 'w1', name: 'One' },
      { id: 'w2', name: 'Two' },
    ]);
    expect(await query(used, 'SELECT name FROM gateway.migrations ORDER BY id')).toEqual(
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
    await writeArchive(used.path, { manifest: withWorkspaces(0), parts: [file, part], rows: ROWS });
    const place = await aPlace(used);

    await expect(restore(place, await sourceOf(used.path))).rejects.toThrow(message);

    await requireEmpty(place);
    expect(
      await query(used, `SELECT FROM pg_proc WHERE pronamespace = 'review'::regnamespace`),
    ).toEqual([]);
  });

  test('is not empty if its store has files', async () => {
    const place = await aPlace(used);
    await place.store.put('w1/a', Readable.from(['x']), FILE);

    await expect(requireEmpty(place)).rejects.toThrow(/^The bucket has objects \(w1\/a\)\./);
  });

  test('is empty again after an interruption during loading', async () => {
    const file = { name: 'files/w1/a', text: 'x', details: FILE };
    await writeArchive(used.path, {
      manifest: withWorkspaces(0),
      parts: [file, WORKSPACES],
      rows: ROWS,
    });
    const place = await aPlace(used);
    const interrupting = new AbortController();
    const put: typeof place.store.put = async (...args) => {
      await place.store.put(...args);
      interrupting.abort(new Error('The restore was interrupted.'));
    };
    const interrupted = { ...place, store: { ...place.store, put } };

    await expect(restore(interrupted, await sourceOf(used.path, interrupting))).rejects.toThrow(
      /^The restore was interrupted\.$/,
    );

    await requireEmpty(place);
  });

  test('that cannot be emptied after a failure reports this after the cause', async () => {
    const part = { ...WORKSPACES, text: 'w1\tOne\n' };
    await writeArchive(used.path, { manifest: withWorkspaces(0), parts: [part], rows: ROWS });
    const abandon = () => Promise.reject(new Error('PostgreSQL cannot be reached.'));
    const place = { ...(await aPlace(used)), abandon };

    await expect(restore(place, await sourceOf(used.path))).rejects.toThrow(
      /^missing data for column .*, and the restored data could not be removed: PostgreSQL cannot be reached\. Empty the target as docs\/backup\.md says\.$/,
    );
  });

  test('with files that its store refuses to delete reports this after the cause', async () => {
    const files = ['a', 'b'].map((id) => ({ name: `files/w1/${id}`, text: 'x', details: FILE }));
    const unknown = { name: 'tables/gateway/unknown', text: '' };
    await writeArchive(used.path, { manifest: withWorkspaces(0), parts: [...files, unknown] });
    const place = await aPlace(used);
    const deleteMany = (keys: readonly string[]) =>
      Promise.resolve(keys.map((key) => ({ key, reason: 'AccessDenied' })));
    Object.assign(place.store, { deleteMany });

    await expect(restore(place, await sourceOf(used.path))).rejects.toThrow(
      /contains an unknown item: tables\/gateway\/unknown, and the restored data could not be removed: the store refuses to delete w1\/. \(AccessDenied\) and 1 more\. Empty the target/,
    );
  });

  test('has no connection left open if one of them cannot be opened', async () => {
    await writeArchive(used.path, { manifest: withWorkspaces(0), parts: [WORKSPACES], rows: ROWS });
    const place = await aPlace(used);
    // The migrations have connected by then. A server may refuse the last one because it has too many.
    let uses = 0;
    const refused = `${used.database.urlOf('media')}_none`;
    const databaseUrls = Object.defineProperty({ ...place.databaseUrls }, 'media', {
      get: () => ((uses += 1) === 2 ? refused : place.databaseUrls.media),
    });

    await expect(restore({ ...place, databaseUrls }, await sourceOf(used.path))).rejects.toThrow(
      'PostgreSQL cannot be reached',
    );

    await eventually(async () =>
      expect(
        await query(
          used,
          `SELECT usename FROM pg_stat_activity
           WHERE datname = current_database() AND application_name = 'backup'`,
        ),
      ).toEqual([]),
    );
  });
});
