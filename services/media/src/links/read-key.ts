/** Where files are, and were, to be reached from outside; without a slash at the end. */
export interface PublicAddresses {
  /** Asked at each reading: the port may be known only when the door is open. */
  readonly publicUrl: () => string;
  readonly previousPublicUrls: readonly string[];
}

const MEDIA_PATH = '/api/media/';
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;
// As it was written, before anybody resolved `..` in it: authority, then path.
const WRITTEN_URL = /^https?:\/\/([^/?#\\@]+)(\/[^?#\\]*)/i;
const KEY = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)+$/;
const KEY_LENGTH_MAX = 900;

/**
 * Makes the reader of what may name a file: its key, `/api/media/{key}`, or that path at our own
 * address of now or before.
 *
 * @returns null where a reference is none of these; whose file it is, is for others to ask.
 */
export function makeKeyReader(addresses: PublicAddresses): (reference: string) => string | null {
  return (reference) => {
    const written = writtenKey(reference, addresses);
    const key = written === null ? null : decode(written);
    return key !== null && isKey(key) ? key : null;
  };
}

function writtenKey(reference: string, addresses: PublicAddresses): string | null {
  if (!HAS_SCHEME.test(reference)) {
    return reference.startsWith('/') ? restBehind(MEDIA_PATH, reference) : reference;
  }
  const [, , path] = WRITTEN_URL.exec(reference) ?? [];
  if (path === undefined || !URL.canParse(reference)) return null;
  const { origin } = new URL(reference);
  for (const address of [addresses.publicUrl(), ...addresses.previousPublicUrls]) {
    const own = new URL(address);
    if (own.origin !== origin) continue;
    const rest = restBehind(own.pathname.replace(/\/$/, '') + MEDIA_PATH, path);
    if (rest !== null) return rest;
  }
  return null;
}

function restBehind(prefix: string, path: string): string | null {
  return path.startsWith(prefix) ? path.slice(prefix.length).replace(/[?#].*/s, '') : null;
}

/** Once: what is still encoded then is no key. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function isKey(text: string): boolean {
  if (text.length > KEY_LENGTH_MAX || !KEY.test(text)) return false;
  return text.split('/').every((segment) => segment !== '.' && segment !== '..');
}
