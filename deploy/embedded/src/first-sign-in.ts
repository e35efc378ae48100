import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { type BootstrapConfig, readFileIfThere, writePrivateFile } from '@output-review/runtime';

/** A first sign-in that has not been shown. */
export interface UnseenSignIn extends BootstrapConfig {
  /** Called once it has been shown; from then on nobody can read it here. */
  forget(): Promise<void>;
}

/**
 * The first sign-in, as configured and the rest made up; null once it has been shown. It is kept
 * until then, so that a kill between making the admin and printing the password locks nobody out.
 */
export async function keepFirstSignIn(
  dataDir: string,
  configured: Partial<BootstrapConfig>,
): Promise<UnseenSignIn | null> {
  const path = pathIn(dataDir);
  const text = await readFileIfThere(path);
  if (text === SHOWN) return null;

  const kept = text === undefined ? {} : (JSON.parse(text) as Partial<BootstrapConfig>);
  const signIn: BootstrapConfig = { ...makeUp(), ...configured, ...kept };
  if (text === undefined) await writePrivateFile(path, JSON.stringify(signIn));
  return { ...signIn, forget: () => writePrivateFile(path, SHOWN) };
}

/** The data have people already: there is nobody to be made up. */
export async function noteSignInShown(dataDir: string): Promise<void> {
  await writePrivateFile(pathIn(dataDir), SHOWN);
}

const SHOWN = '{"shown":true}';

const pathIn = (dataDir: string): string => join(dataDir, 'first-sign-in.json');

function makeUp(): BootstrapConfig {
  return {
    email: 'admin@example.com',
    password: randomBytes(12).toString('base64url'),
    // 256 bits behind the prefix by which the gateway knows its tokens.
    token: `wh-${randomBytes(32).toString('base64url')}`,
    workspace: 'My workspace',
  };
}
