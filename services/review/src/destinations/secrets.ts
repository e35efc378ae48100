import { createHmac, randomBytes } from 'node:crypto';

import { deriveSecret } from '@output-review/runtime';

// Standard Webhooks 1.0 takes 24 to 64.
const SECRET_BYTES = 32;

/** Makes a symmetric secret as Standard Webhooks 1.0 writes it: `whsec_` and random bytes in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The columns of a destination that keep the secrets that it had. */
export interface FormerSecretsRow {
  readonly former_secret_sealed: string | null;
  readonly former_secret_until: Date | null;
  readonly earlier_secrets_sealed: string | null;
}

interface FormerSecret {
  readonly secret: string;
  readonly until: string;
}

/** The former secrets that still sign and can be opened, the newest first. */
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
 * Makes what finds a sealed URL again: the same for equal URLs of one workspace, of no use to whoever has
 * no key. It comes from the one key that is never changed.
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
