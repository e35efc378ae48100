import { hash } from 'node:crypto';

import { canonicalJson } from '@output-review/runtime';

import type { Submission } from '../../domain/submissions/submission.ts';

/**
 * Tells whether two submissions are the same: SHA-256 of their JSON, in base64.
 *
 * The normal form has its fields in one order, so only what a caller made up is put in canonical
 * order: sorting the rest as well would cost more than the hash.
 */
export function fingerprintOf(submission: Submission): string {
  const { metadata, action, ...content } = submission.content;
  const open = canonicalJson([metadata, action?.params ?? null]);
  const rest = { ...submission, content, action: action && [action.name, action.summary] };
  return hash('sha256', `${JSON.stringify(rest)}${open}`, 'base64');
}
