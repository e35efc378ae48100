import { readFileSync } from 'node:fs';

import { buildConnector } from 'undici';

import type { S3Settings } from './s3-settings.ts';

/** Read for each connection, because the CA file may have been rotated. */
const trustedBy = ({ caFile }: S3Settings): { ca?: Buffer } =>
  caFile == null ? {} : { ca: readFileSync(caFile) };

/** Creates the connector of undici for the store. */
export function makeConnector(settings: S3Settings, timeoutMs: number): buildConnector.connector {
  return (options, connected) => {
    try {
      // A resumed session would skip the verification of the certificate.
      const trust = { ...trustedBy(settings), maxCachedSessions: 0 };
      buildConnector({ timeout: timeoutMs, ...trust })(options, connected);
    } catch (error) {
      connected(error instanceof Error ? error : new Error(String(error)), null);
    }
  };
}
