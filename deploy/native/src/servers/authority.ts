import { randomBytes } from 'node:crypto';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';

import type { Account } from '@output-review/embedded-postgres';
import { writePrivateFile } from '@output-review/runtime';

import { type Certificate, issueCertificate, makeAuthority } from '../certificates.ts';
import type { DataFolder } from '../daemons/data-folder.ts';
import { LOOPBACK } from '../daemons/ports.ts';

/** The CA of a data folder. */
export interface Authority {
  /** The CA certificates that clients trust. */
  readonly caFile: string;
  /** Signs a new certificate for a server on this machine. */
  issue(name: string): Promise<Certificate>;
  /** Replaces the signing CA. Both are trusted until the previous one is distrusted. */
  replace(): Promise<void>;
  distrustPrevious(): Promise<void>;
}

/** Opens the CA of a folder, creating it on first use. */
export async function openAuthority(folder: DataFolder): Promise<Authority> {
  // Two CAs that are trusted at the same time need different names.
  const make = async (): Promise<string> =>
    JSON.stringify(await makeAuthority(`Output Review ${randomBytes(4).toString('hex')}`));
  const made = await make();
  let own = JSON.parse(await folder.secret('authority', () => made)) as Certificate;
  const caFile = join(folder.path, 'ca.pem');
  await writePrivateFile(caFile, own.certificate);
  return {
    caFile,
    issue: (name) => issueCertificate(own, { name, hosts: [LOOPBACK, 'localhost'] }),
    replace: async () => {
      const previous = own;
      const next = await make();
      await folder.replaceSecret('authority', next);
      own = JSON.parse(next) as Certificate;
      await writePrivateFile(caFile, `${own.certificate}\n${previous.certificate}`);
    },
    distrustPrevious: () => writePrivateFile(caFile, own.certificate),
  };
}

/** The files of a server's certificate and key. */
export const CERTIFICATE_FILE = 'server.crt';
export const KEY_FILE = 'server.key';

/** Gives a server a new certificate. A running server must be told to reload it. */
export async function writeCertificate(
  dir: string,
  { certificate, key }: Certificate,
  account?: Account,
): Promise<void> {
  await writeOwned(join(dir, CERTIFICATE_FILE), certificate, account);
  await writeOwned(join(dir, KEY_FILE), key, account);
}

/** Writes a file that only the server's account can read. */
export async function writeOwned(path: string, text: string, account?: Account): Promise<void> {
  await writePrivateFile(path, text);
  if (account !== undefined) await chown(path, account.uid, account.gid);
}
