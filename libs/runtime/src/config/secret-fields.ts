import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

import { makeEncryptor, type Encryptor } from '../security/encryptor.ts';
import { type ConfigField, matching, optional } from './fields.ts';
import { configGroup, type ConfigGroup, variable } from './read-config.ts';

const KEY_FORM = /^[A-Za-z0-9+/]{43}=$/;
const KEY_FAULT = 'must be 32 bytes in base64';

/** A key that seals secrets at rest; see `makeEncryptor`. */
export const encryptionKey = matching(KEY_FORM, KEY_FAULT);

export interface Encryption {
  /** The key of now. */
  readonly key: string;
  /** The one before it, while secrets are sealed anew. */
  readonly previousKey: string | null;
  readonly encryptor: Encryptor;
}

/** What seals secrets at rest; while they are sealed anew with another key it opens both. */
export const encryptionGroup: ConfigGroup<Encryption> = configGroup({
  fields: {
    ENCRYPTION_KEY: encryptionKey,
    ENCRYPTION_KEY_PREVIOUS: optional(encryptionKey),
  },
  build: ({ ENCRYPTION_KEY: key, ENCRYPTION_KEY_PREVIOUS: previous }) => ({
    key,
    previousKey: previous,
    encryptor: makeEncryptor(key, previous === null ? [] : [previous]),
  }),
});

/** What the audit hides texts and links its records with; it stays for as long as they do. */
export const auditKey = matching(KEY_FORM, KEY_FAULT);

export const auditKeyGroup = variable('AUDIT_KEY', auditKey);

const publicKey = ed25519Key('must be an Ed25519 public key: SPKI, DER, base64', (text) =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }),
);
const privateKey = ed25519Key('must be an Ed25519 private key: PKCS #8, DER, base64', (text) =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }),
);

/** By which a service knows the gateway's assertions. */
export const assertionPublicKeyGroup = variable('ASSERTION_PUBLIC_KEY', publicKey);

/** By which a service knows the operator's commands; without it their operations are refused. */
export const operatorPublicKeyGroup = variable('OPERATOR_PUBLIC_KEY', optional(publicKey));

/** For the operator's commands alone: no service reads it. */
export const operatorPrivateKeyGroup = variable('OPERATOR_PRIVATE_KEY', privateKey);

/** Both halves, for the gateway, which signs. */
export const assertionKeysGroup: ConfigGroup<{ publicKey: string; privateKey: string }> =
  configGroup({
    fields: { ASSERTION_PRIVATE_KEY: privateKey, ASSERTION_PUBLIC_KEY: publicKey },
    contradictions: ({ ASSERTION_PRIVATE_KEY: own, ASSERTION_PUBLIC_KEY: given }) =>
      own === undefined || given === undefined || publicHalfOf(own) === given
        ? []
        : ['ASSERTION_PUBLIC_KEY must be the public half of ASSERTION_PRIVATE_KEY'],
    build: (values) => ({
      publicKey: values.ASSERTION_PUBLIC_KEY,
      privateKey: values.ASSERTION_PRIVATE_KEY,
    }),
  });

function ed25519Key(fault: string, read: (text: string) => KeyObject): ConfigField<string> {
  return {
    parse: (value) => {
      try {
        return read(value).asymmetricKeyType === 'ed25519' ? { value } : { fault };
      } catch {
        return { fault };
      }
    },
  };
}

function publicHalfOf(key: string): string {
  const own = createPrivateKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'pkcs8' });
  return createPublicKey(own).export({ format: 'der', type: 'spki' }).toString('base64');
}
