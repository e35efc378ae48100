import { Type } from '@sinclair/typebox';

import { settleFileClaims } from '../internal/files.ts';
import { operationsOf } from '../operation.ts';
import { OneOf, Timestamp } from '../schema/nullable.ts';
import { Count, ErrorBodySchema } from './shared.ts';

const operation = operationsOf({ owner: 'media', tag: 'Media' });

/** A link that downloads one stored file without a credential, valid for five minutes. */
const SignedMediaLink = Type.Object({
  url: Type.String({ format: 'uri' }),
  expiresAt: Timestamp,
  key: Type.String(),
  filename: Type.String(),
  contentType: Type.String(),
  sizeBytes: Count(),
});

// Attachment disposition instead of an inline preview.
const download = Type.Optional(OneOf(['1']));

export const getMediaUrl = operation({
  id: 'getMediaUrl',
  method: 'GET',
  path: '/api/media-url',
  summary: 'Get a signed download URL for a file',
  access: { role: 'viewer', scope: 'read' },
  onward: [settleFileClaims],
  query: Type.Object({
    source: Type.String({
      minLength: 1,
      description: 'The key, the relative path `/api/media/{key}` or the absolute URL of a file.',
    }),
    filename: Type.Optional(Type.String({ maxLength: 255 })),
    download,
  }),
  responses: { 200: SignedMediaLink },
  errors: ['NOT_FOUND', 'UPLOAD_CONSUMED'],
});

export const getMedia = operation({
  id: 'getMedia',
  method: 'GET',
  path: '/api/media/{key+}',
  summary: 'Download a file',
  description: 'The key is the rest of the path. The response redirects to a signed link.',
  access: { role: 'viewer', scope: 'read' },
  onward: [settleFileClaims],
  params: Type.Object({ key: Type.String({ description: 'Can contain slashes.' }) }),
  query: Type.Object({ download }),
  responses: { 302: Type.Null() },
  errors: ['NOT_FOUND', 'UPLOAD_CONSUMED'],
});

/** Where and how to upload the bytes of a file. */
const UploadTicket = Type.Object({
  uploadUrl: Type.String({ format: 'uri' }),
  key: Type.String(),
  contentType: Type.String(),
  method: Type.Literal('PUT'),
  headers: Type.Record(Type.String(), Type.String(), {
    description: 'Send these headers unchanged with the bytes.',
  }),
  expiresIn: Count({ description: 'In seconds.' }),
  maxBytes: Count(),
});

export const createUpload = operation({
  id: 'createUpload',
  method: 'POST',
  path: '/api/uploads',
  summary: 'Create an upload for a file that you send before its output',
  description:
    'PUT the bytes to `uploadUrl` with the given headers and without an `Authorization` ' +
    'header, then name the key in a submission: `{source: "uploaded", key}`. An upload that no ' +
    'output names within 24 hours is deleted.',
  access: { role: null, scope: 'submit' },
  body: Type.Object({
    filename: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
    contentType: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
    sizeBytes: Type.Optional(Count({ minimum: 1 })),
  }),
  responses: { 201: UploadTicket },
  errors: [
    'MEDIA_QUOTA_EXCEEDED',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'UNPROCESSABLE_ATTACHMENT',
  ],
});

// The signature contains what a link allows. Callers use links as they are.
const LinkQuery = Type.Object({ link: Type.String({ description: 'The signature.' }) });
const LinkParams = Type.Object({ key: Type.String({ description: 'Can contain slashes.' }) });

/** Downloads a file through a signed link. */
export const downloadFile = operation({
  id: 'downloadFile',
  method: 'GET',
  path: '/files/{key+}',
  summary: 'Download a file with a signed link',
  description:
    'Links come from `GET /api/media-url` and `GET /api/media/{key}` and expire after 5 ' +
    'minutes. Supports `Range` and `If-None-Match`.',
  access: 'public',
  params: LinkParams,
  query: LinkQuery,
  bytes: 'answer',
  headers: {
    request: { Range: Type.String(), 'If-None-Match': Type.String() },
    answers: {
      200: { ETag: 'The ETag of the file, for `If-None-Match`.' },
      206: { 'Content-Range': 'The range of these bytes, and the size of the file.' },
      416: { 'Content-Range': 'The size of the file, such as `bytes */10`.' },
    },
  },
  responses: { 200: Type.Null(), 206: Type.Null(), 304: Type.Null(), 416: ErrorBodySchema },
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
});

/** Receives the bytes of an announced upload through a signed link. */
export const putUpload = operation({
  id: 'putUpload',
  method: 'PUT',
  path: '/files/{key+}',
  summary: 'Upload a file with a signed link',
  description:
    'Links come from `POST /api/uploads`. Send the bytes with the headers that it returned, and ' +
    'no `Authorization` header.',
  access: 'public',
  params: LinkParams,
  query: LinkQuery,
  bytes: 'request',
  // A slow upload may take as long as the link is valid.
  answersWithinMs: 300_000,
  responses: { 200: Type.Object({ ok: Type.Literal(true) }) },
  errors: [
    'FORBIDDEN',
    'NOT_FOUND',
    'UPLOAD_CONSUMED',
    'PAYLOAD_TOO_LARGE',
    'UNSUPPORTED_MEDIA_TYPE',
    'RATE_LIMITED',
  ],
});

export const MEDIA_OPERATIONS = [
  createUpload,
  getMediaUrl,
  getMedia,
  downloadFile,
  putUpload,
] as const;
