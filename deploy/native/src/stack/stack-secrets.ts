import { randomBytes } from 'node:crypto';

import { SERVICES, type ServiceName } from '@output-review/contracts';
import { type AssertionKeys, generateAssertionKeys } from '@output-review/runtime';

import type { DataFolder } from '../daemons/data-folder.ts';

/** What an operator would hand in, made up for this folder once. */
export interface StackSecrets {
  /** Base64 of 32 bytes. */
  readonly encryptionKey: string;
  /** The same. */
  readonly auditKey: string;
  readonly assertion: AssertionKeys;
  /** Of the operator's commands. */
  readonly operator: AssertionKeys;
  /** Of the database role of a service. */
  readonly rolePasswords: Readonly<Record<ServiceName, string>>;
  /** Of the first admin. */
  readonly password: string;
  /** Of the first workspace. */
  readonly token: string;
}

/** The secrets of the stack of a folder. Losing them loses what they sealed. */
export async function keepStackSecrets(folder: DataFolder): Promise<StackSecrets> {
  const keysOf = async (name: string) =>
    JSON.parse(
      await folder.secret(name, () => JSON.stringify(generateAssertionKeys())),
    ) as AssertionKeys;
  const passwords = await Promise.all(SERVICES.map((name) => folder.secret(`role-${name}`)));
  const rolePasswords = Object.fromEntries(SERVICES.map((name, n) => [name, passwords[n]]));
  return {
    encryptionKey: await folder.secret('encryption-key', () => randomBytes(32).toString('base64')),
    auditKey: await folder.secret('audit-key', () => randomBytes(32).toString('base64')),
    assertion: await keysOf('assertion-keys'),
    operator: await keysOf('operator-keys'),
    rolePasswords: rolePasswords as Record<ServiceName, string>,
    password: await folder.secret('admin-password', () => randomBytes(12).toString('base64url')),
    // 256 bits behind the prefix by which the gateway knows its tokens.
    token: await folder.secret('token', () => `wh-${randomBytes(32).toString('base64url')}`),
  };
}
