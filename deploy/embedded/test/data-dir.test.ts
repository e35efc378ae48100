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
  test('are made once, kept, and readable to their owner alone', async () => {
    const made = await keepKeys(dataDir);

    expect(await keepKeys(dataDir)).toEqual(made);
    expect((await stat(join(dataDir, 'keys.json'))).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['keys.json']);
    const encryptor = makeEncryptor(made.encryptionKey);
    expect(encryptor.open(encryptor.seal('secret'))).toBe('secret');
  });

  test('are made anew where a kill left a draft, and not at all where they cannot be read', async () => {
    await writeFile(join(dataDir, 'keys.json.new'), '{"encr');
    await expect(keepKeys(dataDir)).resolves.toMatchObject({ authSecret: expect.any(String) });

    await writeFile(join(dataDir, 'keys.json'), '{"encr');
    // Other keys could not open what these have sealed.
    await expect(keepKeys(dataDir)).rejects.toThrow(/JSON/);
  });
});

describe('the first sign-in', () => {
  test('stays the same until it has been shown, and is gone afterwards', async () => {
    const first = await keepFirstSignIn(dataDir, { email: 'a@b.example' });
    const afterKill = await keepFirstSignIn(dataDir, { email: 'a@b.example' });

    expect(first).toMatchObject({ email: 'a@b.example', token: expect.stringMatching(/^wh-/) });
    expect(afterKill?.password).toBe(first?.password);

    await afterKill?.forget();
    expect(await keepFirstSignIn(dataDir, {})).toBeNull();
  });

  test('is readable to its owner alone', async () => {
    await keepFirstSignIn(dataDir, {});

    expect((await stat(join(dataDir, 'first-sign-in.json'))).mode & 0o777).toBe(0o600);
  });
});
