import { integer, variable } from '@output-review/runtime';

// Room for more than 300 of the greatest files; a workspace of texts and pictures never comes there.
const QUOTA_BYTES = 10 * 1024 ** 3;

/** How many bytes the files of a workspace may take. */
export const mediaQuotaGroup = variable(
  'MEDIA_QUOTA_BYTES',
  integer({ default: QUOTA_BYTES, min: 0 }),
);
