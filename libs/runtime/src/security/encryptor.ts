import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts secrets that must rest in a database. */
export interface Encryptor {
  /** @param place what the text belongs to, such as a row: elsewhere it cannot be opened. */
  seal(text: string, place?: string): string;
  /**
   * @throws Error where the text was changed, cut, moved to another place, or sealed with a key that is
   *   not known.
   */
  open(sealed: string, place?: string): string;
  /** What everything begins with that is sealed with the key of now; what is not has a former key. */
  readonly prefix: string;
}

const VERSION = 'v1';
const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
// 96 bits are what GCM is specified for; other lengths are hashed first.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Makes a encryptor: AES-256-GCM with a fresh nonce for each text. The form is
 * `v1.<key id>.<base64url of nonce, tag and cipher text>`.
 *
 * @param key 32 bytes as base64; seals, and opens.
 * @param formerKeys open what was sealed before the key was changed.
 * @throws Error where a key does not have 32 bytes.
 */
export function makeEncryptor(key: string, formerKeys: readonly string[] = []): Encryptor {
  const current = readKey(key);
  const keys = new Map([...formerKeys.map(readKey), current].map((each) => [each.id, each.bytes]));
  const prefix = `${VERSION}.${current.id}.`;

  return {
    prefix,
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
      if (version !== VERSION || !bytes) throw new Error('Sealed with an unknown version or key');
      return decrypt(Buffer.from(body, 'base64url'), bytes, place);
    },
  };
}

/** Null where it cannot be opened, as where the key is gone: one value keeps no others from being read. */
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
  if (bytes.length !== KEY_BYTES) throw new Error(`A sealing key has ${KEY_BYTES} bytes in base64`);
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 8), bytes };
}

const SECRET_BYTES = 32;

/**
 * A secret of its own for one purpose, made from a key that is kept anyway: the same each time, and of
 * no use for finding the key or the secret of another purpose.
 *
 * @param key 32 bytes in base64.
 * @returns 256 bits in base64url.
 */
export function deriveSecret(key: string, purpose: string): string {
  const bytes = hkdfSync('sha256', Buffer.from(key, 'base64'), '', purpose, SECRET_BYTES);
  return Buffer.from(bytes).toString('base64url');
}
