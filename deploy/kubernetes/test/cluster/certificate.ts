import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { LOOPBACK } from '@output-review/native';
import { runProgram } from '@output-review/native/install';

/** A folder with `tls.crt`, `tls.key` and `ca.crt`, as KEDA expects. */
export interface Certificate {
  readonly folder: string;
  readonly certificateFile: string;
  readonly keyFile: string;
}

/**
 * Creates one self-signed certificate for all processes of a cluster. They trust its key, both as servers and as
 * clients.
 */
export async function makeCertificate(
  openssl: string,
  folder: string,
  names: readonly string[],
): Promise<Certificate> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const certificateFile = join(folder, 'tls.crt');
  const keyFile = join(folder, 'tls.key');
  const alternatives = [`IP:${LOOPBACK}`, ...names.map((name) => `DNS:${name}`)].join(',');
  await runProgram(openssl, [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=cluster'],
    ...['-addext', `subjectAltName=${alternatives}`, '-keyout', keyFile, '-out', certificateFile],
  ]);
  await copyFile(certificateFile, join(folder, 'ca.crt'));
  return { folder, certificateFile, keyFile };
}
