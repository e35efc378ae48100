import { SERVICES, type ServiceName } from '@output-review/contracts';
import {
  type AssertionKeys,
  generateAssertionKeys,
  newKey,
  newSignIn,
} from '@output-review/runtime';

import type { DataFolder } from '../daemons/data-folder.ts';

/** The secrets that an operator would provide, generated once for this folder. */
export interface StackSecrets {
  /** 32 bytes in base64. */
  readonly encryptionKey: string;
  /** 32 bytes in base64. */
  readonly auditKey: string;
  readonly assertion: AssertionKeys;
  /** The keys of the operator's commands. */
  readonly operator: AssertionKeys;
  /** The passwords of the services' database roles. */
  readonly rolePasswords: Readonly<Record<ServiceName, string>>;
  /** The password of the first admin. */
  readonly password: string;
  /** The token of the first workspace. */
  readonly token: string;
}

/** Returns the secrets of a folder's stack. If they are lost, the data encrypted with them is lost too. */
export async function keepStackSecrets(folder: DataFolder): Promise<StackSecrets> {
  const keysOf = async (name: string) =>
    JSON.parse(
      await folder.secret(name, () => JSON.stringify(generateAssertionKeys())),
    ) as AssertionKeys;
  const passwords = await Promise.all(SERVICES.map((name) => folder.secret(`role-${name}`)));
  const rolePasswords = Object.fromEntries(SERVICES.map((name, n) => [name, passwords[n]]));
  return {
    encryptionKey: await folder.secret('encryption-key', newKey),
    auditKey: await folder.secret('audit-key', newKey),
    assertion: await keysOf('assertion-keys'),
    operator: await keysOf('operator-keys'),
    rolePasswords: rolePasswords as Record<ServiceName, string>,
    password: await folder.secret('admin-password', () => newSignIn().password),
    token: await folder.secret('token', () => newSignIn().token),
  };
}
