import { Type } from '@sinclair/typebox';

import { defineOperation } from '../operation.ts';
import { OneOf, Timestamp } from '../schema/nullable.ts';

/** A link that downloads one stored file for five minutes; it is fetched without a credential. */
export const SignedMediaLink = Type.Object({
  url: Type.String({ format: 'uri' }),
  expiresAt: Timestamp,
  key: Type.String(),
  filename: Type.String(),
  contentType: Type.String(),
  sizeBytes: Type.Integer({ minimum: 0 }),
});

// Attachment disposition instead of an inline preview.
const download = Type.Optional(OneOf(['1']));

export const getMediaUrl = defineOperation({
  id: 'getMediaUrl',
  method: 'GET',
  path: '/api/media-url',
  owner: 'media',
  summary: 'Signed download URL for a stored file',
  tag: 'Media',
  access: { role: 'viewer', scope: 'read' },
  query: Type.Object({
    source: Type.String({
      minLength: 1,
      description: 'The key, the relative path `/api/media/{key}` or the absolute URL of a file.',
    }),
    filename: Type.Optional(Type.String({ maxLength: 255 })),
    download,
  }),
  responses: { 200: SignedMediaLink },
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
});

export const getMedia = defineOperation({
  id: 'getMedia',
  method: 'GET',
  path: '/api/media/{key+}',
  owner: 'media',
  summary: 'Download a stored file',
  description: 'The key is the whole rest of the path. The answer leads to a signed link.',
  tag: 'Media',
  access: { role: 'viewer', scope: 'read' },
  params: Type.Object({ key: Type.String({ description: 'May contain slashes.' }) }),
  query: Type.Object({ download }),
  responses: { 302: Type.Null() },
  errors: ['NOT_FOUND'],
});

export const MEDIA_OPERATIONS = [getMediaUrl, getMedia] as const;
