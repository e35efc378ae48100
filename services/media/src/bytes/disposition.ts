import { create } from 'content-disposition';

/** The `Content-Disposition` of a file, its name written for old readers and for new ones (RFC 6266). */
export function makeDisposition(type: 'attachment' | 'inline', filename: string): string {
  return create(filename, { type });
}
