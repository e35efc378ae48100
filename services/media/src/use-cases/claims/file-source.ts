import type { FileRole } from '@output-review/contracts';

import type { FileHints } from '../../bytes/taken-file.ts';
import type { MediaFile } from '../../domain/media-file.ts';

/** Where the bytes of a file come from. */
export type FileSource =
  | { readonly kind: 'base64'; readonly data: string }
  | { readonly kind: 'url'; readonly url: string }
  /** An upload that the output takes for itself. */
  | { readonly kind: 'upload'; readonly key: string }
  /** A file that stays where it is. */
  | { readonly kind: 'copy'; readonly file: MediaFile };

/** A file of a submission, before its bytes. */
export interface SourcedFile {
  /** What faults of it are told by: `attachments.2`. */
  readonly field: string;
  readonly role: FileRole;
  /** Over both lists, from 0. */
  readonly position: number;
  readonly label: string | null;
  readonly hints: FileHints;
  readonly source: FileSource;
}
