import { Type } from '@sinclair/typebox';

import { FileData, FileReference, FILES_MAX } from '../file.ts';
import { operationsOf } from '../operation.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';
import { INTERNAL } from './shared.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'media' });

// The files of one submission, on behalf of one attempt to accept it. Each attempt has an id of its own
// (UUID), so that what a late one does has no effect on another's.
const claimKey = {
  workspaceId: Type.String(),
  outputId: Type.String(),
  attempt: Type.String(),
};

const References = Type.Array(FileReference, { maxItems: FILES_MAX });

/**
 * What became of attempts to accept submissions with files. `held`: the submission of this attempt is
 * durable. `open`: it may still become so. `gone`: it is not, or was deleted, and never will be.
 */
export const FILE_CLAIM_STATES = ['held', 'open', 'gone'] as const;
export type FileClaimState = (typeof FILE_CLAIM_STATES)[number];

/** Asked by the media service about claims that nobody confirmed. The answers are in the order of the claims. */
export const settleFileClaims = operation({
  id: 'settleFileClaims',
  path: '/internal/file-claims/settle',
  owner: 'gateway',
  summary: 'Look up whether submissions with files were accepted',
  body: Type.Object({ claims: Type.Array(Type.Object(claimKey), { minItems: 1, maxItems: 1000 }) }),
  responses: {
    200: Type.Object({
      states: Type.Array(OneOf(FILE_CLAIM_STATES)),
    }),
  },
});

/**
 * Takes in all files of a submission, or none: bytes are fetched, copied and looked at, uploads are
 * consumed. Held until `confirmFiles` or `releaseFiles`; after ten minutes without either the gateway is
 * asked (`settleFileClaims`). Asked again by the same attempt it answers the same.
 *
 * Faults name `attachments.{i}` and `outputAttachments.{i}`.
 */
export const claimFiles = operation({
  id: 'claimFiles',
  path: '/internal/files/claim',
  summary: 'Claim the files of a submission',
  onward: [settleFileClaims],
  body: Type.Object({ ...claimKey, attachments: References, outputAttachments: References }),
  responses: {
    /** In the order of the lists, `attachments` first. */
    200: Type.Object({ files: Type.Array(FileData) }),
  },
  errors: [
    'UPLOAD_CONSUMED',
    'CONFLICT',
    'MEDIA_QUOTA_EXCEEDED',
    'PAYLOAD_TOO_LARGE',
    'UNPROCESSABLE_ATTACHMENT',
    'UNAVAILABLE',
  ],
});

/** The submission of this attempt is durable: its files are its own from now on. */
export const confirmFiles = operation({
  id: 'confirmFiles',
  path: '/internal/files/confirm',
  summary: 'Keep the files of a submission',
  body: Type.Object(claimKey),
  responses: { 200: Type.Object({}) },
});

/** The attempt came to nothing: uploads may be used again, copies go. After a confirmation it does nothing. */
export const releaseFiles = operation({
  id: 'releaseFiles',
  path: '/internal/files/release',
  summary: 'Release the files of a submission',
  body: Type.Object(claimKey),
  responses: { 200: Type.Object({}) },
});

/** Outputs were deleted: from the answer on nobody reads their files. */
export const deleteFiles = operation({
  id: 'deleteFiles',
  path: '/internal/files/delete',
  summary: 'Delete the files of outputs',
  body: Type.Object({
    workspaceId: Type.String(),
    outputIds: Type.Array(Type.String(), { minItems: 1, maxItems: 1000 }),
  }),
  responses: { 200: Type.Object({}) },
});

const Usage = Type.Object({
  /** How many bytes the workspace may have. */
  mediaQuotaBytes: Type.Integer({ minimum: 0 }),
  /** How many it has; what is staged counts as it was announced. */
  mediaBytes: Type.Integer({ minimum: 0 }),
});

/** How much room the files of a workspace take. */
export const readMediaUsage = operation({
  id: 'readMediaUsage',
  path: '/internal/media-usage',
  summary: 'Get the file storage usage of a workspace',
  body: Type.Object({ workspaceId: Type.String() }),
  responses: { 200: Usage },
});

/** Changes how much room a workspace's files may take; null takes the operator's. It holds from the answer on. */
export const changeMediaQuota = operation({
  id: 'changeMediaQuota',
  method: 'PATCH',
  path: '/internal/media-usage',
  summary: 'Change the file storage quota of a workspace',
  body: Type.Object({
    workspaceId: Type.String(),
    mediaQuotaBytes: Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    /** Says only whether it may be; nothing changes. */
    isTrial: Type.Boolean(),
  }),
  responses: { 200: Usage },
  errors: ['VALIDATION_FAILED'],
});

/**
 * Settles claims that nobody has confirmed for ten minutes: media asks the gateway what became of them,
 * in the name of who calls. Services act in nobody's name by themselves, so the gateway calls this once
 * a minute.
 */
export const settleFiles = operation({
  id: 'settleFiles',
  path: '/internal/files/settle',
  summary: 'Settle claims that nobody confirmed',
  onward: [settleFileClaims],
  responses: {
    200: Type.Object({
      /** How many there were; more may be left where it is not 0. */
      settled: Type.Integer({ minimum: 0 }),
    }),
  },
});

/**
 * Compares the store with the tables, which takes a while: bytes that no row names for a day are
 * removed, rows without bytes are told.
 */
export const checkFiles = operation({
  id: 'checkFiles',
  path: '/internal/files/check',
  summary: 'Compare the file store with the database',
  access: 'operator',
  responses: {
    200: Type.Object({
      /** Objects that were looked at, and those of them that were removed. */
      objects: Type.Integer({ minimum: 0 }),
      removedObjects: Type.Integer({ minimum: 0 }),
      removedBytes: Type.Integer({ minimum: 0 }),
      /** Rows that were looked at, and those of them whose bytes are not there. */
      rows: Type.Integer({ minimum: 0 }),
      missing: Type.Integer({ minimum: 0 }),
      /** Keys of the interface; a hundred at most. */
      missingKeys: Type.Array(Type.String()),
    }),
  },
});
