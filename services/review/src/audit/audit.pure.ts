import {
  type AuditRecorded,
  type listAuditRecords,
  parseInstant,
  type QueryOf,
} from '@output-review/contracts';
import { AppError } from '@output-review/errors';

import { pageFaultOf } from '../search/pages.pure.ts';

/** A reported audit record, with the ID of its event. */
export interface ReportedRecord extends AuditRecorded {
  readonly eventId: string;
}

/** A record at its position in the chain of its workspace. */
export interface PlacedRecord extends ReportedRecord {
  /** Starts at 1 and has no gaps. */
  readonly seq: number;
}

export interface LinkedRecord extends PlacedRecord {
  readonly link: string;
}

/** The last link of a chain. */
export interface ChainHead {
  readonly workspaceId: string;
  /** The number of its last record, 0 before the first. */
  readonly seq: number;
  readonly link: string;
}

export interface Extension {
  readonly records: readonly LinkedRecord[];
  /** The new heads of the chains that grew. */
  readonly heads: readonly ChainHead[];
}

/**
 * Appends records to the chains of their workspaces, in the order of arrival. Leaves out a record whose workspace has
 * no head here.
 */
export function extendChains(
  heads: readonly ChainHead[],
  records: readonly ReportedRecord[],
  linkOf: (previous: string, record: PlacedRecord) => string,
): Extension {
  const ends = new Map(heads.map((head) => [head.workspaceId, head]));
  const longer = new Map<string, ChainHead>();
  const linked = records.flatMap((reported) => {
    const { workspaceId } = reported;
    const end = ends.get(workspaceId);
    if (!end) return [];
    // The hash covers the time in the one format in which times are stored.
    const at = new Date(reported.at).toISOString();
    const record = { ...reported, at, seq: end.seq + 1 };
    const link = linkOf(end.link, record);
    const head = { workspaceId, seq: record.seq, link };
    ends.set(workspaceId, head);
    longer.set(workspaceId, head);
    return [{ ...record, link }];
  });
  return { records: linked, heads: [...longer.values()] };
}

type Query = QueryOf<typeof listAuditRecords>;

/** Selects records. An absent filter matches all. */
export interface AuditRequest extends Readonly<Omit<Query, 'from' | 'to'>> {
  readonly workspaceId: string;
  readonly from?: Date;
  readonly to?: Date;
}

/** @throws AppError VALIDATION_FAILED with every error that the schema does not cover. */
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
