import { createHmac } from 'node:crypto';

import type { AuditRecorded } from '@output-review/contracts';
import { canonicalJson, deriveSecret } from '@output-review/runtime';

/** A record at its position in the hash chain of its workspace. */
export interface ChainedRecord extends AuditRecorded {
  /** Counts from 1 without gaps. */
  readonly seq: number;
  /** ID of the event that reported it. */
  readonly eventId: string;
}

/** Computes the link of a record: 64 hexadecimal digits. @param previous `FIRST_LINK` for the first. */
export type LinkOf = (previous: string, record: ChainedRecord) => string;

/** The link before the first record of a chain. */
export const FIRST_LINK = '';

const PURPOSE = 'audit chain';

/**
 * Creates the function that computes chain links: HMAC-SHA256 over the previous link, the position and every field of
 * the record. Without the key, nobody can change, add, remove or reorder records and keep the links valid. Truncation
 * at the end shows only if someone else keeps the head.
 *
 * @param auditKey 32 bytes in base64.
 */
export function makeLinkOf(auditKey: string): LinkOf {
  const secret = deriveSecret(auditKey, PURPOSE);
  return (previous, { seq, ...record }) =>
    createHmac('sha256', secret)
      .update(`${previous}\n${seq}\n${canonicalJson(record)}`)
      .digest('hex');
}
