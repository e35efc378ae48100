import { createHash } from 'node:crypto';

import { canonicalJson } from '@output-review/runtime';

import type { Submission } from '../../domain/submissions/submission.ts';

/** Tells whether two submissions are the same: SHA-256 over canonical JSON, in base64. */
export function fingerprintOf(submission: Submission): string {
  return createHash('sha256').update(canonicalJson(submission)).digest('base64');
}
