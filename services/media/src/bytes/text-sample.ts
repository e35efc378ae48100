import type { Readable } from 'node:stream';

/** As much of a text as tells what it is. */
export interface TextSample {
  /** Its beginning; all of it where `isWhole`. */
  readonly head: string;
  /** The last character that is no white space. */
  readonly last: string;
  readonly isWhole: boolean;
}

const HEAD_CHARS = 64 * 1024;
// What no text has. Source: the binary data bytes of the MIME Sniffing Standard, 3.
// eslint-disable-next-line no-control-regex
const NO_TEXT = /[\u0000-\u0008\u000B\u000E-\u001A\u001C-\u001F]/;
