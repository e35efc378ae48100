import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts secrets that are stored in a database. */
export interface Encryptor {
  /** @param place what the text belongs to, such as a row. It cannot be decrypted elsewhere. */
  seal(text: string, place?: string): string;
  /** @throws Error if the text was modified, truncated or moved to another place, or its key is unknown. */
  open(sealed: string, place?: string): string;
  /** The prefix of everything encrypted with the current key. Other values have a former key. */
  readonly prefix: string;
  /** The prefixes of everything encrypted with a known key. */
  readonly prefixes: readonly string[];
}

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
// The nonce length that GCM specifies. Other lengths are hashed first.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Creates an encryptor: AES-256-GCM with a fresh nonce for each text. The format is `v1.<key id>.<base64url of nonce,
 * tag and cipher text>`.
 *
 * @param key 32 bytes as base64; encrypts and decrypts.
 * @param formerKeys decrypt texts from before the key was changed.
 * @throws Error if a key does not have 32 bytes.
 */
export function makeEncryptor(key: string, formerKeys: readonly string[] = []): Encryptor {
  const current = readKey(key);
  const keys = new Map([...formerKeys.map(readKey), current].map((each) => [each.id, each.bytes]));
  const prefix = prefixOf(current.id);

  return {
    prefix,
    prefixes: [...keys.keys()].map(prefixOf),
    seal(text, place = '') {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(ALGORITHM, current.bytes, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place, 'utf8'));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return prefix + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url');
    },
    open(sealed, place = '') {
      const [version, keyId = '', body = ''] = sealed.split('.');
      const bytes = keys.get(keyId);
      if (version !== VERSION || !bytes)
        throw new Error('Encrypted with an unknown version or key');
      return decrypt(Buffer.from(body, 'base64url'), bytes, place);
    },
  };
}

const prefixOf = (keyId: string): string => `${VERSION}.${keyId}.`;

/**
 * Returns null if the text cannot be decrypted, such as with a lost key, so that one value does not block the others.
 */
export function openOrNull(
  { open }: Pick<Encryptor, 'open'>,
  sealed: string,
  place?: string,
): string | null {
  try {
    return open(sealed, place);
  } catch {
    return null;
  }
}

function decrypt(sealed: Buffer, key: Buffer, place: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(tag);
  decipher.setAAD(Buffer.from(place, 'utf8'));
  const body = sealed.subarray(NONCE_BYTES + TAG_BYTES);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

function readKey(key: string): { id: string; bytes: Buffer } {
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length !== KEY_BYTES)
    throw new Error(`An encryption key must have ${KEY_BYTES} bytes in base64`);
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}
