/** Where files are, and were, to be reached from outside; without a slash at the end. */
export interface PublicAddresses {
  /** Asked at each reading: the port may be known only when the listener is open. */
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
 * The key of what names a file: that key itself, `/api/media/{key}`, or that path at our own address of
 * now or before.
 *
 * @returns null where a reference is none of these; whose file it is, is for others to ask.
 */
export function readKey(reference: string, addresses: PublicAddresses): string | null {
  const written = writtenKey(reference, addresses);
  const key = written === null ? null : decode(written);
  return key !== null && isKey(key) ? key : null;
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

// What a browser shows and does not run: it has no script, or none that a sandbox lets run.
const SHOWN =
  /^(?:image\/(?!svg)|audio\/|application\/(?:pdf|json)$|text\/(?:plain|csv|markdown|tab-separated-values)$)/;
// What a page could load as its own, also from a download: `nosniff` keeps other types from that.
const LOADED = /^text\/(?:css|(?:java|ecma|j|live|x-java|x-ecma)script.*)$/;

/** Whether a file may be shown in a browser; what may not is only ever a download. */
export function isShown(contentType: string): boolean {
  return SHOWN.test(contentType);
}

/** The `Content-Type` that a file of a type is served with; that of scripts is no script's. */
export function servedType(contentType: string): string {
  if (!contentType.startsWith('text/')) return contentType;
  return `${LOADED.test(contentType) ? 'text/plain' : contentType}; charset=utf-8`;
}
