import { readFileIfThere, writePrivateFile } from '@output-review/runtime';

import { formatEnvFile } from './env-file.ts';
import { makeUpSecrets } from './secrets.ts';

/**
 * Writes the file, for its owner alone, where there is none.
 *
 * @returns what is to be said: the sign-in, once.
 */
export async function init(path: string): Promise<string> {
  // New secrets would lock the databases that were made with the old ones.
  if ((await readFileIfThere(path)) !== undefined) return `${path} is there; it stays as it is.`;

  const secrets = makeUpSecrets();
  await writePrivateFile(path, formatEnvFile(secrets));
  return `${path} is written, for you alone. Keep a copy in a safe place.

  sign in   ${secrets['BOOTSTRAP_EMAIL'] ?? ''}
  password  ${secrets['BOOTSTRAP_PASSWORD'] ?? ''}
  token     ${secrets['BOOTSTRAP_TOKEN'] ?? ''}

Now: docker compose up --wait`;
}
