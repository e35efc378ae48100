import { randomBytes } from 'node:crypto';
import { link, open, readFile, rm } from 'node:fs/promises';

import { codeOf } from './error-code.ts';

/** The password in the file; a new one when there is none. It is whole or absent, never half. */
export async function keepPassword(file: string): Promise<string> {
  const known = await readPassword(file);
  if (known !== undefined) return known;

  const draft = `${file}.new`;
  await rm(draft, { force: true });
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(`${randomBytes(24).toString('base64url')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await link(draft, file);
  await rm(draft);
  return keepPassword(file);
}

async function readPassword(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
