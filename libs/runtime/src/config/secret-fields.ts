import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

import { makeEncryptor, type Encryptor } from '../security/encryptor.ts';
import { type ConfigField, matching, optional } from './fields.ts';
import { configGroup, type ConfigGroup, variable } from './read-config.ts';

const KEY_FORM = /^[A-Za-z0-9+/]{43}=$/;
const KEY_FAULT = 'must be 32 bytes in base64';

/** A key that encrypts secrets at rest. See `makeEncryptor`. */
export const encryptionKey = matching(KEY_FORM, KEY_FAULT);

export interface Encryption {
  /** The current key. */
  readonly key: string;
  /** The previous key, while secrets are re-encrypted. */
  readonly previousKey: string | null;
  readonly encryptor: Encryptor;
}

/** Encrypts secrets at rest. During a key rotation it decrypts with both keys. */
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

/** The key with which the audit log masks texts and links its records. It must stay the same as long as they exist. */
export const auditKey = matching(KEY_FORM, KEY_FAULT);

export const auditKeyGroup = variable('AUDIT_KEY', auditKey);

const publicKey = ed25519Key('must be an Ed25519 public key: SPKI, DER, base64', (text) =>
  createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' }),
);
const privateKey = ed25519Key('must be an Ed25519 private key: PKCS #8, DER, base64', (text) =>
  createPrivateKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'pkcs8' }),
);

/** The key with which a service verifies the gateway's assertions. */
export const assertionPublicKeyGroup = variable('ASSERTION_PUBLIC_KEY', publicKey);

/** The key with which a service verifies operator commands. Without it, their operations are refused. */
export const operatorPublicKeyGroup = variable('OPERATOR_PUBLIC_KEY', optional(publicKey));

/** For the operator's commands only. No service reads it. */
export const operatorPrivateKeyGroup = variable('OPERATOR_PRIVATE_KEY', privateKey);

/** Both keys of the pair, for the gateway, which signs. */
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
