import { readFileSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import tls from 'node:tls';

import { buildConnector } from 'undici';

import { isSecure, type S3Settings } from './s3-settings.ts';

/**
 * Creates the connector of undici for the store.
 *
 * @param others CAs that are trusted besides those of the CA file, if there is one.
 */
export function makeConnector(
  settings: S3Settings,
  timeoutMs: number,
  others: readonly string[] = [],
): buildConnector.connector {
  return (options, connected) => {
    try {
      // A resumed session would skip the verification of the certificate.
      const trust = { ...trustedBy(settings, others), maxCachedSessions: 0 };
      buildConnector({ timeout: timeoutMs, ...trust })(options, connected);
    } catch (error) {
      connected(error instanceof Error ? error : new Error(String(error)), null);
    }
  };
}

/** Creates the agent for clients that use Node's http. */
export function makeAgent(settings: S3Settings, options: https.AgentOptions): http.Agent {
  if (!isSecure(settings)) return new http.Agent(options);
  const agent = new https.Agent({ ...options, maxCachedSessions: 0 });
  return Object.assign(agent, {
    createConnection: (to: tls.ConnectionOptions) =>
      tls.connect({ ...to, ...trustedBy(settings, []) }),
  });
}

/** Read for each connection, because the CA file may have been rotated. */
function trustedBy({ caFile }: S3Settings, others: readonly string[]): { readonly ca?: string[] } {
  return caFile == null ? {} : { ca: [readFileSync(caFile, 'utf8'), ...others] };
}
