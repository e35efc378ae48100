import { Type } from '@sinclair/typebox';

import { FileData, FileReference, FILES_MAX } from '../file.ts';
import { INTERNAL, operationsOf } from '../operation.ts';
import { Nullable, OneOf } from '../schema/nullable.ts';

const operation = operationsOf({ ...INTERNAL, owner: 'media' });

// The files of one submission, claimed by one attempt to accept it. Each attempt has its own ID (UUID), so a late
// attempt cannot affect another one.
const claimKey = {
  workspaceId: Type.String(),
  outputId: Type.String(),
  attempt: Type.String(),
};

const References = Type.Array(FileReference, { maxItems: FILES_MAX });

/**
 * The state of an attempt to accept a submission with files. `held`: the submission is durable. `open`: it may still
 * become durable. `gone`: it was not stored or was deleted, and never will be stored.
 */
export const FILE_CLAIM_STATES = ['held', 'open', 'gone'] as const;
export type FileClaimState = (typeof FILE_CLAIM_STATES)[number];

/** Called by media for claims that nobody confirmed. Answers are in the order of the claims. */
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
 * Takes in all files of a submission, or none: fetches, copies and inspects bytes, and consumes uploads. The claim is
 * held until `confirmFiles` or `releaseFiles`. After ten minutes without either, media asks the gateway
 * (`settleFileClaims`). A repeated call of the same attempt returns the same answer.
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
    /** In list order, `attachments` first. */
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

/** The submission of this attempt is durable, so the files now belong to it. */
export const confirmFiles = operation({
  id: 'confirmFiles',
  path: '/internal/files/confirm',
  summary: 'Keep the files of a submission',
  body: Type.Object(claimKey),
  responses: { 200: Type.Object({}) },
});

/** The attempt failed: uploads can be used again and copies are deleted. A no-op after a confirmation. */
export const releaseFiles = operation({
  id: 'releaseFiles',
  path: '/internal/files/release',
  summary: 'Release the files of a submission',
  body: Type.Object(claimKey),
  responses: { 200: Type.Object({}) },
});

/** Outputs were deleted: once it has answered, nobody can read their files. */
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
  /** The quota of the workspace in bytes. */
  mediaQuotaBytes: Type.Integer({ minimum: 0 }),
  /** The bytes in use; announced uploads count in full. */
  mediaBytes: Type.Integer({ minimum: 0 }),
});

/** The storage used by the files of a workspace. */
export const readMediaUsage = operation({
  id: 'readMediaUsage',
  path: '/internal/media-usage',
  summary: 'Get the file storage usage of a workspace',
  body: Type.Object({ workspaceId: Type.String() }),
  responses: { 200: Usage },
});

/**
 * Changes the storage quota of a workspace; null uses the operator's default. It takes effect before the call returns.
 */
export const changeMediaQuota = operation({
  id: 'changeMediaQuota',
  method: 'PATCH',
  path: '/internal/media-usage',
  summary: 'Change the file storage quota of a workspace',
  body: Type.Object({
    workspaceId: Type.String(),
    mediaQuotaBytes: Nullable(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    /** Only validates the change; nothing is stored. */
    isTrial: Type.Boolean(),
  }),
  responses: { 200: Usage },
  errors: ['VALIDATION_FAILED'],
});

/**
 * Settles claims without a confirmation for ten minutes: media asks the gateway for their state on behalf of the
 * caller. Services cannot act on behalf of a workspace themselves, so the gateway calls this once a minute.
 */
export const settleFiles = operation({
  id: 'settleFiles',
  path: '/internal/files/settle',
  summary: 'Settle claims that nobody confirmed',
  onward: [settleFileClaims],
  responses: {
    200: Type.Object({
      /** How many claims were settled. Unless it is 0, more may be left. */
      settled: Type.Integer({ minimum: 0 }),
    }),
  },
});

/**
 * Compares the store with the tables, which takes a while. It deletes bytes without a row that are older than a day,
 * and reports rows without bytes.
 */
export const checkFiles = operation({
  id: 'checkFiles',
  path: '/internal/files/check',
  summary: 'Compare the file store with the database',
  access: 'operator',
  responses: {
    200: Type.Object({
      /** Checked objects, and how many of them were deleted. */
      objects: Type.Integer({ minimum: 0 }),
      removedObjects: Type.Integer({ minimum: 0 }),
      removedBytes: Type.Integer({ minimum: 0 }),
      /** Checked rows, and how many of them have no bytes. */
      rows: Type.Integer({ minimum: 0 }),
      missing: Type.Integer({ minimum: 0 }),
      /** Keys as in the interface, at most a hundred. */
      missingKeys: Type.Array(Type.String()),
    }),
  },
});
