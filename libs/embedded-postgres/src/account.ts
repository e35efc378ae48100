import { readFile } from 'node:fs/promises';

/** The account to run a process as. Where it is undefined, the process runs as the current user. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/**
 * PostgreSQL refuses to run as root. Root therefore runs it as the owner of existing data, as the system's `postgres`,
 * or as `nobody`. Any other user runs it as themselves.
 */
export async function accountToRunAs(dataOwner: Account | undefined): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  if (dataOwner !== undefined && dataOwner.uid !== 0) return dataOwner;

  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8'));
  const account = accounts.get('postgres') ?? accounts.get('nobody');
  if (account === undefined) {
    throw new Error(
      'PostgreSQL does not run as root, and this system has no user `postgres` or `nobody`: ' +
        'start as an ordinary user',
    );
  }
  return account;
}

/** Accounts by name, without root and without the negative IDs of macOS, which Node cannot spawn as. */
export function parsePasswd(text: string): Map<string, Account> {
  const accounts = new Map<string, Account>();
  for (const line of text.split('\n')) {
    const [name, , uid, gid] = line.split(':');
    if (name === undefined || uid === undefined || gid === undefined) continue;
    if (/^[1-9]\d*$/.test(uid) && /^\d+$/.test(gid)) {
      accounts.set(name, { uid: Number(uid), gid: Number(gid) });
    }
  }
  return accounts;
}
