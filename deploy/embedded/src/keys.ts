import { join } from 'node:path';

import { perService, type ServiceName } from '@output-review/contracts';
import {
  type AssertionKeys,
  generateAssertionKeys,
  newKey,
  newPassword,
  newSecret,
  readFileIfThere,
  writePrivateFile,
} from '@output-review/runtime';

/** The keys that an operator provides for a stack, and that the embedded service generates. */
export interface Keys {
  /** 32 bytes in base64, for secrets at rest. */
  readonly encryptionKey: string;
  /** 32 bytes in base64. The audit log masks texts and links its records with it. */
  readonly auditKey: string;
  /** The gateway signs the caller's identity with it, and the other services verify it. */
  readonly assertion: AssertionKeys;
  /** The operator's commands sign with it, and all services verify it. */
  readonly operator: AssertionKeys;
  readonly authSecret: string;
  readonly rolePasswords: Readonly<Record<ServiceName, string>>;
}

/**
 * Returns the keys of this data folder, generating them at the first start. If they are lost, the secrets encrypted
 * with them are lost too.
 */
export async function keepKeys(dataDir: string): Promise<Keys> {
  const path = join(dataDir, 'keys.json');
  const text = await readFileIfThere(path);
  // Adds keys of later releases to old folders.
  const keys: Keys = { ...makeKeys(), ...parseKeys(text) };
  const kept = `${JSON.stringify(keys, null, 2)}\n`;
  if (kept !== text) await writePrivateFile(path, kept);
  return keys;
}

function parseKeys(text: string | undefined): Partial<Keys> {
  return text === undefined ? {} : (JSON.parse(text) as Partial<Keys>);
}

function makeKeys(): Keys {
  return {
    encryptionKey: newKey(),
    auditKey: newKey(),
    assertion: generateAssertionKeys(),
    operator: generateAssertionKeys(),
    authSecret: newSecret(),
    rolePasswords: perService(newPassword),
  };
}
