import {
  type AuditRecorded,
  type listAuditRecords,
  parseInstant,
  type QueryOf,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { pageFaultOf } from '../search/pages.pure.ts';

/** What the audit was told, with the id of the event that told it. */
export interface ToldRecord extends AuditRecorded {
  readonly eventId: string;
}

/** A record at its place in the chain of its workspace. */
export interface PlacedRecord extends ToldRecord {
  /** Counted from 1, without a gap. */
  readonly seq: number;
}

export interface LinkedRecord extends PlacedRecord {
  readonly link: string;
}

/** The end of a chain. */
export interface ChainHead {
  readonly workspaceId: string;
  /** Of its last record; 0 before the first. */
  readonly seq: number;
  readonly link: string;
}

export interface Extension {
  readonly records: readonly LinkedRecord[];
  /** The chains that have become longer. */
  readonly heads: readonly ChainHead[];
}

/**
 * Puts records behind the heads of their workspaces, in the order in which they came. A record whose
 * workspace has no head here is left out.
 */
export function extendChains(
  heads: readonly ChainHead[],
  records: readonly ToldRecord[],
  linkOf: (previous: string, record: PlacedRecord) => string,
): Extension {
  const ends = new Map(heads.map((head) => [head.workspaceId, head]));
  const longer = new Map<string, ChainHead>();
  const linked = records.flatMap((told) => {
    const { workspaceId } = told;
    const end = ends.get(workspaceId);
    if (!end) return [];
    // A link is made over the one form in which times are kept.
    const at = new Date(told.at).toISOString();
    const record = { ...told, at, seq: end.seq + 1 };
    const link = linkOf(end.link, record);
    const head = { workspaceId, seq: record.seq, link };
    ends.set(workspaceId, head);
    longer.set(workspaceId, head);
    return [{ ...record, link }];
  });
  return { records: linked, heads: [...longer.values()] };
}

type Query = QueryOf<typeof listAuditRecords>;

/** Which records; what is absent does not matter. */
export interface AuditRequest extends Readonly<Omit<Query, 'from' | 'to'>> {
  readonly workspaceId: string;
  readonly from?: Date;
  readonly to?: Date;
}

/** @throws AppError VALIDATION_FAILED with every fault that a schema cannot tell. */
export function readAuditRequest(
  workspaceId: string,
  { from: begin, to: end, ...query }: Query,
): AuditRequest {
  const from = begin === undefined ? null : parseInstant(begin, 'first');
  const to = end === undefined ? null : parseInstant(end, 'last');
  const faults: Record<string, string> = { ...pageFaultOf(query, 'narrow from and to.') };
  if (from && to && from > to) faults['from'] = 'Must not be after to.';
  if (Object.keys(faults).length > 0) {
    throw new AppError('VALIDATION_FAILED', 'The query is not valid.', { fields: faults });
  }
  return { workspaceId, ...query, ...(from && { from }), ...(to && { to }) };
}
