import { createHmac, randomBytes } from 'node:crypto';

import { deriveSecret } from '@output-review/runtime';

// Standard Webhooks 1.0 allows 24 to 64.
const SECRET_BYTES = 32;

/** Creates a symmetric secret in the format of Standard Webhooks 1.0: `whsec_` and random bytes in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The columns with the former secrets of a destination. */
export interface FormerSecretsRow {
  readonly former_secret_sealed: string | null;
  readonly former_secret_until: Date | null;
  readonly earlier_secrets_sealed: string | null;
}

interface FormerSecret {
  readonly secret: string;
  readonly until: string;
}

/** The former secrets that still sign and can be decrypted, newest first. */
export function openFormerSecrets(
  row: FormerSecretsRow,
  open: (sealed: string) => string | null,
  at: Date,
): FormerSecret[] {
  const { former_secret_sealed: sealed, former_secret_until: until } = row;
  const former = sealed === null ? null : open(sealed);
  const earlier = row.earlier_secrets_sealed === null ? null : open(row.earlier_secrets_sealed);
  return [
    ...(former !== null && until !== null ? [{ secret: former, until: until.toISOString() }] : []),
    ...(earlier === null ? [] : (JSON.parse(earlier) as FormerSecret[])),
  ].filter((each) => new Date(each.until) > at);
}

export type UrlKeyOf = (workspaceId: string, url: string) => string;

const PURPOSE = 'destination urls';

/**
 * Creates the keyed hash that finds an encrypted URL: equal for equal URLs of a workspace, and useless without the key.
 * Uses the one key that is never rotated.
 *
 * @param auditKey 32 bytes in base64.
 */
export function makeUrlKeyOf(auditKey: string): UrlKeyOf {
  const secret = deriveSecret(auditKey, PURPOSE);
  return (workspaceId, url) =>
    createHmac('sha256', secret)
      .update(`${workspaceId}\n${new URL(url).href}`)
      .digest('hex');
}
