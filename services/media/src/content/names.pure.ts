import { create, parse } from 'content-disposition';

// In code points. Clients deal with the limits of their own file systems.
const NAME_LENGTH_MAX = 255;
const KEY_NAME_LENGTH_MAX = 80;
const EXTENSION_LENGTH_MAX = 16;

const PATH_IN_FRONT = /^.*[/\\]/s;
// Control characters, line separators, invisible characters (including those that reverse text direction) and lone
// surrogates. Variation selectors are kept.
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;

/**
 * Sanitizes the name of a file: removes the path and invisible or direction-changing characters, and truncates it to
 * 255 code points, keeping the extension.
 *
 * @returns null if nothing is left.
 */
export function tidyFilename(name: string): string | null {
  const tidy = name.replace(UNSEEN, '').replace(PATH_IN_FRONT, '').trim();
  if (/^\.*$/.test(tidy)) return null;
  return shorten(tidy, NAME_LENGTH_MAX);
}

/**
 * The name of a file in a key: `A-Z a-z 0-9 . _ -`, at most 80 characters, no dot at either end. It only makes keys
 * readable; the original name is stored separately.
 */
export function toKeyName(filename: string): string {
  // Truncated first too: NFKD takes quadratic time in the number of combining marks on a letter.
  const known = shorten(filename, NAME_LENGTH_MAX);
  const ascii = known.normalize('NFKD').replace(/[^\w.-]+/g, '-');
  const bare = shorten(ascii.replace(/^[.-]+|(?<![.-])[.-]+$/g, ''), KEY_NAME_LENGTH_MAX);
  return bare === '' ? 'file' : bare;
}

function shorten(name: string, lengthMax: number): string {
  const points = Array.from(name);
  if (points.length <= lengthMax) return name;
  const [extension = ''] = /\.[^.\s]+$/.exec(name) ?? [];
  const end = Array.from(extension);
  const kept = end.length <= EXTENSION_LENGTH_MAX ? end : [];
  return [...points.slice(0, lengthMax - kept.length), ...kept].join('');
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/pdf': 'pdf',
  'audio/flac': 'flac',
  'audio/mp4': 'm4a',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/wav': 'wav',
  'image/avif': 'avif',
  'image/gif': 'gif',
  'image/heic': 'heic',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/tiff': 'tif',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/markdown': 'md',
  'text/plain': 'txt',
  'text/xml': 'xml',
};

/** The name for a file without one, with the extension of its type. */
export function defaultFilename(contentType: string): string {
  const extension = EXTENSIONS[contentType];
  return extension === undefined ? 'file' : `file.${extension}`;
}

/** The `Content-Disposition` of a file, with an ASCII fallback of the name (RFC 6266). */
export function makeDisposition(type: 'attachment' | 'inline', filename: string): string {
  return create(filename, { type });
}

/** The name that a server gives a file: from Content-Disposition, otherwise the last segment of the URL's path. */
export function nameOfAnswer(disposition: string | null, url: string): string {
  return nameOfDisposition(disposition) ?? nameOfPath(new URL(url).pathname);
}

function nameOfDisposition(disposition: string | null): string | null {
  if (disposition === null) return null;
  try {
    return parse(disposition).parameters['filename'] ?? null;
  } catch {
    return null;
  }
}

function nameOfPath(path: string): string {
  const last = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}
