import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

import { perService, type ServiceName } from '@output-review/contracts';
import {
  type AssertionKeys,
  generateAssertionKeys,
  readFileIfThere,
  writePrivateFile,
} from '@output-review/runtime';

/** What a stack gets from its operator and this one makes up for itself. */
export interface Keys {
  /** Base64 of 32 bytes; for secrets at rest. */
  readonly encryptionKey: string;
  /** The same; the audit hides texts and links its records with it. */
  readonly auditKey: string;
  /** The gateway signs who is asking, the others check it. */
  readonly assertion: AssertionKeys;
  /** The operator's commands sign with it, all services check it. */
  readonly operator: AssertionKeys;
  readonly authSecret: string;
  readonly rolePasswords: Readonly<Record<ServiceName, string>>;
}

/** The keys of this data folder; made at the first start. Losing them loses what they sealed. */
export async function keepKeys(dataDir: string): Promise<Keys> {
  const path = join(dataDir, 'keys.json');
  const text = await readFileIfThere(path);
  // Keys that are added by a later release are made for old folders too.
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
    encryptionKey: randomBytes(32).toString('base64'),
    auditKey: randomBytes(32).toString('base64'),
    assertion: generateAssertionKeys(),
    operator: generateAssertionKeys(),
    authSecret: randomBytes(32).toString('base64url'),
    rolePasswords: perService(() => randomBytes(24).toString('base64url')),
  };
}
