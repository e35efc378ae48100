import { createHash } from 'node:crypto';

import { presentSummary, type NamedVersion } from './present-document.ts';

/** An ETag that changes with whatever a document is answered as, made without reading its text. */
export function entityTagOf(named: NamedVersion): string {
  const answered = JSON.stringify([presentSummary(named), named.version.hash]);
  return `"${createHash('sha256').update(answered).digest('base64url')}"`;
}

/** Whether an `If-None-Match` says that the caller has what the tag stands for. */
export function hasTag(header: string | string[] | undefined, tag: string): boolean {
  if (typeof header !== 'string') return false;
  const tags = header.split(',').map((each) => each.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(tag);
}
