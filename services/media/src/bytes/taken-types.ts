// Source: the interface's rules for files.
const TAKEN = /^(?:image|audio|text)\/|^application\/(?:pdf|json)$/;

/** The types that are taken, for a sentence. */
export const TAKEN_TYPES = 'image/*, audio/*, text/*, application/pdf and application/json';

/** Whether files of a type are taken. */
export function isTakenType(contentType: string): boolean {
  return TAKEN.test(contentType);
}

// A type, a slash and a subtype of the characters that RFC 6838, 4.2 allows.
const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,62}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/;

/** The type alone, in lower case and without its parameters; null where it is none. */
export function bareType(contentType: string): string | null {
  const [bare = ''] = contentType.split(';');
  const type = bare.trim().toLowerCase();
  return MEDIA_TYPE.test(type) ? type : null;
}
