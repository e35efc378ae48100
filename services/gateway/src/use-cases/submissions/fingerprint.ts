import { hash } from 'node:crypto';

import { canonicalJson } from '@output-review/runtime';

import type { Submission, SubmittedFiles } from '../../domain/submissions/submission.ts';

/**
 * Tells whether two submissions are the same: SHA-256 of their JSON, in base64.
 *
 * The normal form has its fields in one order, so only what a caller made up is put in canonical
 * order: sorting the rest as well would cost more than the hash.
 */
export function fingerprintOf(submission: Submission): string {
  const { metadata, action, ...content } = submission.content;
  const open = canonicalJson([metadata, action?.params ?? null]);
  const rest = {
    ...{ ...submission, content, action: action && [action.name, action.summary] },
    // Without files there is no such field, as in what was accepted before there were any.
    files: submission.files ? referencesOf(submission.files) : undefined,
  };
  return hash('sha256', `${JSON.stringify(rest)}${open}`, 'base64');
}

/** The references in one order of fields; of bytes in the body their hash, so that no copy of them is made. */
function referencesOf({ attachments, outputAttachments }: SubmittedFiles): unknown[] {
  return [attachments, outputAttachments].map((list) =>
    list.map(({ source, key, url, data, filename, label, contentType }) => ({
      ...{ source, key, url, filename, label, contentType },
      data: data === undefined ? undefined : hash('sha256', data, 'base64'),
    })),
  );
}
