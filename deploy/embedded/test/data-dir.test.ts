import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeEncryptor } from '@output-review/runtime';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

import { keepFirstSignIn } from '../src/first-sign-in.ts';
import { keepKeys } from '../src/keys.ts';

let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'embedded-'));
});

afterEach(() => rm(dataDir, { recursive: true }));

describe('the keys of a data folder', () => {
  test('are generated once, stored, and readable only by their owner', async () => {
    const made = await keepKeys(dataDir);

    expect(await keepKeys(dataDir)).toEqual(made);
    expect((await stat(join(dataDir, 'keys.json'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['keys.json']);
    const encryptor = makeEncryptor(made.encryptionKey);
    expect(encryptor.open(encryptor.seal('secret'))).toBe('secret');
  });

  test('are generated after a kill left a draft, but not if the file is unreadable', async () => {
    await writeFile(join(dataDir, 'keys.json.new'), '{"encr');
    await expect(keepKeys(dataDir)).resolves.toMatchObject({ authSecret: expect.any(String) });

    await writeFile(join(dataDir, 'keys.json'), '{"encr');
    // Other keys could not decrypt existing secrets.
    await expect(keepKeys(dataDir)).rejects.toThrow(/JSON/);
  });
});

describe('the first sign-in', () => {
  test('stays the same until it was printed, and is gone afterwards', async () => {
    const first = await keepFirstSignIn(dataDir, { email: 'a@b.example' });
    // The admin may have been created before the kill.
    const afterKill = await keepFirstSignIn(dataDir, { email: 'c@d.example' });

    expect(first).toMatchObject({ email: 'a@b.example', token: expect.stringMatching(/^wh-/) });
    expect(afterKill).toMatchObject({ email: 'a@b.example', password: first?.password });

    await afterKill?.forget();
    expect(await keepFirstSignIn(dataDir, {})).toBeNull();
  });

  test('is readable only by its owner', async () => {
    await keepFirstSignIn(dataDir, {});

    expect((await stat(join(dataDir, 'first-sign-in.json'))).mode & 0o777).toBe(0o600);
  });
});
