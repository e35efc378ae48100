import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { type ConfigField, optional } from './fields.ts';
import { variable } from './read-config.ts';

/**
 * A file with the certificates of the CAs that the servers of a service are verified against, instead of those that
 * Node trusts. It is checked at the start and read again for each connection, so that a CA can be exchanged while
 * the service runs.
 */
export const caFile: ConfigField<string> = {
  parse: (path) => {
    try {
      // Of several it reads the first one.
      const { ca } = new X509Certificate(readFileSync(path));
      return ca ? { value: path } : { fault: 'names a file whose certificate is not that of a CA' };
    } catch (error) {
      return { fault: faultOf(error) };
    }
  },
};

/** Null: the certificates that Node trusts. */
export const caFileGroup = variable('TLS_CA_FILE', optional(caFile));

function faultOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'names a file that does not exist';
  if (code === 'EACCES') return 'names a file that this process may not read';
  return 'must name a file of certificates in PEM';
}

/**
 * Has a database URL that asks for TLS name the file, which `pg` reads at each connection; one that names a file of
 * its own keeps it.
 */
export function withCaFile(databaseUrl: string, file: string | null): string {
  const url = new URL(databaseUrl);
  const mode = url.searchParams.get('sslmode') ?? 'disable';
  if (file === null || mode === 'disable' || url.searchParams.has('sslrootcert')) {
    return databaseUrl;
  }
  url.searchParams.set('sslrootcert', file);
  return url.href;
}
