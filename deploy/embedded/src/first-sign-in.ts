import { join } from 'node:path';

import type { BootstrapConfig } from '@output-review/gateway';
import { newSignIn, readFileIfThere, writePrivateFile } from '@output-review/runtime';

/** A first sign-in that has not been printed yet. */
export interface UnseenSignIn extends BootstrapConfig {
  /** Call it once the sign-in was printed. It cannot be read again afterwards. */
  forget(): Promise<void>;
}

/**
 * Returns the first sign-in from the configuration, with generated values for the rest, or null once it was printed. It
 * is stored until then, so that a kill between creating the admin and printing the password locks no one out.
 */
export async function keepFirstSignIn(
  dataDir: string,
  configured: Partial<BootstrapConfig>,
): Promise<UnseenSignIn | null> {
  const path = pathIn(dataDir);
  const text = await readFileIfThere(path);
  if (text === SHOWN) return null;

  const kept = text === undefined ? {} : (JSON.parse(text) as Partial<BootstrapConfig>);
  const signIn: BootstrapConfig = {
    ...{ ...newSignIn(), workspace: 'My workspace' },
    ...configured,
    ...kept,
  };
  if (text === undefined) await writePrivateFile(path, JSON.stringify(signIn));
  return { ...signIn, forget: () => writePrivateFile(path, SHOWN) };
}

/** Marks the sign-in as printed for data that already has people. */
export async function noteSignInShown(dataDir: string): Promise<void> {
  await writePrivateFile(pathIn(dataDir), SHOWN);
}

const SHOWN = '{"shown":true}';

const pathIn = (dataDir: string): string => join(dataDir, 'first-sign-in.json');
