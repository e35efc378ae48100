/** The current and previous public addresses of files, without a trailing slash. */
export interface PublicAddresses {
  /** Read at each call: the port may be unknown until the listener is open. */
  readonly publicUrl: () => string;
  readonly previousPublicUrls: readonly string[];
}

const MEDIA_PATH = '/api/media/';
const HAS_SCHEME = /^[a-z][a-z\d+.-]*:/i;
// The raw URL, before `..` is resolved: authority, then path.
const WRITTEN_URL = /^https?:\/\/([^/?#\\@]+)(\/[^?#\\]*)/i;
const KEY = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)+$/;
const KEY_LENGTH_MAX = 900;

/**
 * Reads the key from a reference to a file: the key itself, `/api/media/{key}`, or that path at our current or a
 * previous address.
 *
 * @returns null for any other reference. The caller checks the workspace of the file.
 */
export function readKey(reference: string, addresses: PublicAddresses): string | null {
  const written = writtenKey(reference, addresses);
  const key = written === null ? null : decode(written);
  return key !== null && isKey(key) ? key : null;
}

function writtenKey(reference: string, addresses: PublicAddresses): string | null {
  if (!HAS_SCHEME.test(reference)) {
    return reference.startsWith('/') ? pathAfter(MEDIA_PATH, reference) : reference;
  }
  const [, , path] = WRITTEN_URL.exec(reference) ?? [];
  if (path === undefined || !URL.canParse(reference)) return null;
  const { origin } = new URL(reference);
  for (const address of [addresses.publicUrl(), ...addresses.previousPublicUrls]) {
    const own = new URL(address);
    if (own.origin !== origin) continue;
    const rest = pathAfter(own.pathname.replace(/\/$/, '') + MEDIA_PATH, path);
    if (rest !== null) return rest;
  }
  return null;
}

function pathAfter(prefix: string, path: string): string | null {
  return path.startsWith(prefix) ? path.slice(prefix.length).replace(/[?#].*/s, '') : null;
}

/** Decodes once. Text that is still encoded is not a key. */
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

// Types that a browser displays without running scripts, or whose scripts a sandbox blocks.
const SHOWN =
  /^(?:image\/(?!svg)|audio\/|application\/(?:pdf|json)$|text\/(?:plain|csv|markdown|tab-separated-values)$)/;
// Types that a page could load as its own code, even from a download. `nosniff` blocks all other types.
const LOADED = /^text\/(?:css|(?:java|ecma|j|live|x-java|x-ecma)script.*)$/;

/** Whether a browser may display a file; otherwise it is always a download. */
export function isShown(contentType: string): boolean {
  return SHOWN.test(contentType);
}

/** The `Content-Type` to serve a file with. Scripts and stylesheets are served as plain text. */
export function servedType(contentType: string): string {
  if (!contentType.startsWith('text/')) return contentType;
  return `${LOADED.test(contentType) ? 'text/plain' : contentType}; charset=utf-8`;
}
