import { type Static, Type } from '@sinclair/typebox';

import { Nullable, OneOf } from './schema/nullable.ts';

/** The maximum file size in bytes. Source: the interface's rules for files, "32 MB each". */
export const FILE_BYTES_MAX = 32 * 1024 * 1024;
/** Files in each of the two lists of a submission. Source: the interface's table of submit fields. */
export const FILES_MAX = 20;

/** Whether the AI received a file (`input`) or made it (`output`). */
export const FILE_ROLES = ['input', 'output'] as const;
export type FileRole = (typeof FILE_ROLES)[number];

/** Where the bytes of a file come from. */
const FILE_SOURCES = ['upload', 'url', 'uploaded', 'stored'] as const;

/** A file in a submission; `source` determines which fields it needs. */
export const FileReference = Type.Object({
  source: OneOf(FILE_SOURCES),
  key: Type.Optional(
    Type.String({
      minLength: 1,
      description:
        'With `uploaded` and `stored`: the key, `/api/media/{key}`, or that path at the ' +
        'address of this service.',
    }),
  ),
  url: Type.Optional(
    Type.String({
      minLength: 1,
      description: 'With `url`: an https URL that the service fetches.',
    }),
  ),
  data: Type.Optional(
    Type.String({ minLength: 1, description: 'With `upload`: the bytes in base64.' }),
  ),
  filename: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
  label: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  contentType: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Only a hint for text files: the type is detected from the bytes.',
    }),
  ),
});
export type FileReferenceData = Static<typeof FileReference>;

/** A file of an output, as exchanged between services. */
export const FileData = Type.Object(
  {
    role: OneOf(FILE_ROLES),
    /** As in the interface: `workspaceId/outputId/index-name`; the index counts over both lists. */
    key: Type.String(),
    filename: Type.String(),
    /** Detected from the bytes. */
    contentType: Type.String(),
    sizeBytes: Type.Integer({ minimum: 0 }),
    label: Nullable(Type.String()),
  },
  { additionalProperties: false },
);
export type FileData = Static<typeof FileData>;
