import { create, parse } from 'content-disposition';

// Of code points; what file systems take of them is up to who downloads.
const NAME_LENGTH_MAX = 255;
const KEY_NAME_LENGTH_MAX = 80;
const EXTENSION_LENGTH_MAX = 16;

const PATH_IN_FRONT = /^.*[/\\]/s;
// Control characters, what breaks lines, what is not seen (by which text is turned round), and halves
// of characters; but not what chooses the form of the character before it.
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|(?!\p{Variation_Selector})\p{Default_Ignorable_Code_Point}/gu;

/**
 * The name of a file as it is kept: without a path, without what is not seen or turns the writing
 * round, at most 255 code points with its extension kept.
 *
 * @returns null where nothing is left.
 */
export function tidyFilename(name: string): string | null {
  const tidy = name.replace(UNSEEN, '').replace(PATH_IN_FRONT, '').trim();
  if (/^\.*$/.test(tidy)) return null;
  return shorten(tidy, NAME_LENGTH_MAX);
}

/**
 * The name of a file as a key may have it: `A-Z a-z 0-9 . _ -`, at most 80 characters, neither
 * beginning nor ending with a dot. For people who read keys; the real name is kept apart.
 */
export function toKeyName(filename: string): string {
  // Shortened before too: the normal form takes the square of the marks on one letter.
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

/** The name of a file that came without one: its extension is that of the type. */
export function defaultFilename(contentType: string): string {
  const extension = EXTENSIONS[contentType];
  return extension === undefined ? 'file' : `file.${extension}`;
}

/** The `Content-Disposition` of a file, its name written for old readers and for new ones (RFC 6266). */
export function makeDisposition(type: 'attachment' | 'inline', filename: string): string {
  return create(filename, { type });
}

/** What a server calls a file: by its Content-Disposition, else by the last part of the URL's path. */
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
