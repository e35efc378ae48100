import { AppError } from '@output-review/errors';
import { type Clock, deriveSecret, LINK_LIFETIME_SECONDS } from '@output-review/runtime';
import { jwtVerify, SignJWT } from 'jose';

/** Grants reading one file, as it was when the link was created. */
export interface ReadGrant {
  readonly method: 'GET';
  readonly workspaceId: string;
  readonly key: string;
  /** As served. */
  readonly contentType: string;
  readonly sizeBytes: number;
  /** The `Content-Disposition`. */
  readonly disposition: string;
  /** Whether to ignore an `Authorization` header; clients keep theirs across a redirect. */
  readonly ignoresCredential: boolean;
}

/** Grants uploading the bytes of one announced file. */
export interface WriteGrant {
  readonly method: 'PUT';
  readonly workspaceId: string;
  readonly key: string;
  /** As announced; null allows any. */
  readonly contentType: string | null;
  readonly sizeBytes: number | null;
}

export type Grant = ReadGrant | WriteGrant;

export interface LinkKeys {
  /** 32 bytes in base64, from which the key of links is derived. */
  readonly encryptionKey: string;
  /** The previous key, whose links are still valid; null if there is none. */
  readonly previousEncryptionKey: string | null;
}

export interface SignedGrant {
  readonly token: string;
  readonly expiresAt: Date;
}

export interface LinkTokens {
  /** Signs a grant, valid for LINK_LIFETIME_SECONDS. */
  sign(grant: Grant): Promise<SignedGrant>;
  /** @throws AppError FORBIDDEN if the token is not ours, has expired, or is for something else. */
  verifyRead(token: string, key: string): Promise<ReadGrant>;
  /** The same for an upload. */
  verifyWrite(token: string, key: string): Promise<WriteGrant>;
}

const ALGORITHM = 'HS256';
const PURPOSE = 'output-review links of files';
const ISSUER = 'output-review/media';
const GRANT = 'grant';

/** Creates the signer and verifier of links to our own listener. */
export function makeLinkTokens(keys: LinkKeys, clock: Clock): LinkTokens {
  const { encryptionKey, previousEncryptionKey } = keys;
  const current = secretOf(encryptionKey);
  const secrets =
    previousEncryptionKey === null ? [current] : [current, secretOf(previousEncryptionKey)];

  const verify = async (token: string, secret: Uint8Array): Promise<Grant> => {
    const { payload } = await jwtVerify<{ readonly [GRANT]: Grant }>(token, secret, {
      algorithms: [ALGORITHM],
      issuer: ISSUER,
      requiredClaims: ['exp', GRANT],
      currentDate: clock.now(),
    });
    return payload[GRANT];
  };

  const verifyAny = async (token: string): Promise<Grant> => {
    if (!isCanonical(token)) throw forbidden();
    const tried = await Promise.allSettled(secrets.map((secret) => verify(token, secret)));
    for (const each of tried) if (each.status === 'fulfilled') return each.value;
    throw forbidden();
  };

  return {
    async sign(grant) {
      const now = clock.now().getTime();
      // In whole seconds, as in the token.
      const expiresAt = new Date(Math.floor(now / 1000) * 1000 + LINK_LIFETIME_SECONDS * 1000);
      const token = await new SignJWT({ [GRANT]: grant })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setExpirationTime(expiresAt)
        .sign(current);
      return { token, expiresAt };
    },
    async verifyRead(token, key) {
      const grant = await verifyAny(token);
      if (grant.method !== 'GET' || grant.key !== key) throw forbidden();
      return grant;
    },
    async verifyWrite(token, key) {
      const grant = await verifyAny(token);
      if (grant.method !== 'PUT' || grant.key !== key) throw forbidden();
      return grant;
    },
  };
}

function secretOf(encryptionKey: string): Uint8Array {
  return Buffer.from(deriveSecret(encryptionKey, PURPOSE), 'base64url');
}

/** The last base64 character may have unused bits. A token that differs only in them is a different token. */
function isCanonical(token: string): boolean {
  return token
    .split('.')
    .every((part) => Buffer.from(part, 'base64url').toString('base64url') === part);
}

function forbidden(): AppError {
  return new AppError('FORBIDDEN', 'This link is invalid or has expired. Request a new one.');
}
