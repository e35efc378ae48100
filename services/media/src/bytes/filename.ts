// Of code points; what file systems take of them is up to who downloads.
const NAME_LENGTH_MAX = 255;
const KEY_NAME_LENGTH_MAX = 80;
const EXTENSION_LENGTH_MAX = 16;

const PATH_IN_FRONT = /^.*[/\\]/s;
// Control characters, what breaks lines, what is not seen (by which text is turned round), and halves
// of characters.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

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
