import { generateKeyPairSync } from 'node:crypto';

export interface AssertionKeys {
  /** PKCS #8, DER, base64: one line, for an environment variable. */
  readonly privateKey: string;
  /** SPKI, DER, base64. */
  readonly publicKey: string;
}

/** Makes a pair of Ed25519 keys, for the embedded service and for tests. */
export function generateAssertionKeys(): AssertionKeys {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'),
    publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  };
}
