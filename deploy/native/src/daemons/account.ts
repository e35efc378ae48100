import { readFile } from 'node:fs/promises';

import { type Account, parsePasswd } from '@output-review/runtime';

export type { Account };

/**
 * The account of a server that root starts: the one that its package made. Undefined where we are
 * not root, and it runs as ourselves.
 */
export async function accountNamed(name: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const account = parsePasswd(await readFile('/etc/passwd', 'utf8')).get(name);
  if (account === undefined) throw new Error(`This system has no user \`${name}\``);
  return account;
}
