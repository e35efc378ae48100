import { createHmac } from 'node:crypto';

import type { AuditRecorded } from '@output-review/contracts';
import { canonicalJson, deriveSecret } from '@output-review/runtime';

/** A record at its place in the chain of its workspace. */
export interface ChainedRecord extends AuditRecorded {
  /** Counted from 1, without a gap. */
  readonly seq: number;
  /** Of the event that told it. */
  readonly eventId: string;
}

/** Makes the link of a record: 64 hexadecimal digits. @param previous `FIRST_LINK` for the first. */
export type LinkOf = (previous: string, record: ChainedRecord) => string;

/** What stands before the first record of a chain. */
export const FIRST_LINK = '';

const PURPOSE = 'audit chain';

/**
 * Makes the links of audit chains: HMAC-SHA256 over the link before, the place and everything that the
 * record says. So nobody without the key can change, add, remove or reorder records so that the links
 * still fit; that the last ones were cut off shows only where somebody else keeps the head.
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
