import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { type ConfigField, optional } from './fields.ts';
import { variable } from './read-config.ts';

/**
 * A file with the CA certificates that verify the servers of a service, instead of those that Node trusts. It is
 * validated at startup and read again for each connection, so that a CA can be replaced while the service runs.
 */
export const caFile: ConfigField<string> = {
  parse: (path) => {
    try {
      // Reads only the first certificate of the file.
      const { ca } = new X509Certificate(readFileSync(path));
      return ca ? { value: path } : { fault: 'names a file whose certificate is not that of a CA' };
    } catch (error) {
      return { fault: faultOf(error) };
    }
  },
};

/** Null uses the certificates that Node trusts. */
export const caFileGroup = variable('TLS_CA_FILE', optional(caFile));

function faultOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (code === 'ENOENT') return 'names a file that does not exist';
  if (code === 'EACCES') return 'names a file that this process may not read';
  return 'must name a file of certificates in PEM';
}

/**
 * Adds the file to a database URL that requires TLS; `pg` reads it for each connection. A URL with its own file keeps
 * it.
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
