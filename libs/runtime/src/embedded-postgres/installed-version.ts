import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The version of the npm package that a `native` folder belongs to. */
export async function version(native: string): Promise<string> {
  const manifest: unknown = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) {
    return String(manifest.version);
  }
  throw new Error(`${native} is not part of an npm package`);
}
