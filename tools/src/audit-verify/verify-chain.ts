import { type ChainedRecord, FIRST_LINK, type LinkOf } from '@output-review/shared-kernel';

/** A row of the audit table: a record and its stored link. */
export interface StoredRecord extends ChainedRecord {
  readonly link: string;
}

/** The last record of a chain. */
export interface Head {
  readonly seq: number;
  readonly link: string;
}

/** A head that the gateway saw at some time. */
export interface KeptHead extends Head {
  readonly keptAt: string;
}

/** The evidence of one workspace's chain. The heads are read before the records. */
export interface Evidence {
  /** In stored order. */
  readonly records: AsyncIterable<StoredRecord>;
  /** The head that review stores; null if there is none. */
  readonly head: Head | null;
  /** In the order of the positions. */
  readonly kept: readonly KeptHead[];
  /** When the workspace and its records were erased, according to review; null if they were not. */
  readonly erasedAt: string | null;
}

export type Finding =
  /** Records are missing, but later ones exist. */
  | { readonly kind: 'missing'; readonly from: number; readonly to: number }
  /** The link does not match the record, its position and the previous link. */
  | { readonly kind: 'changed'; readonly seq: number }
  /** The links are valid, but the gateway saw a different one. */
  | { readonly kind: 'rewritten'; readonly seq: number; readonly keptAt: string }
  /** Records at the end are missing. */
  | { readonly kind: 'cut-off'; readonly from: number; readonly to: number };

export interface Verdict {
  readonly records: number;
  readonly lastSeq: number;
  /** The last head that the gateway has seen and that still matches; null if there is none. */
  readonly proven: KeptHead | null;
  readonly findings: readonly Finding[];
}

/** Verifies a chain against its links, and its end against the heads that the gateway has seen. */
export async function verifyChain(evidence: Evidence, linkOf: LinkOf): Promise<Verdict> {
  const { head, kept } = evidence;
  const keptAt = new Map(kept.map((each) => [each.seq, each]));
  const findings: Finding[] = [];
  let records = 0;
  let last: Head = { seq: 0, link: FIRST_LINK };
  let proven: KeptHead | null = null;
  for await (const { link, ...record } of evidence.records) {
    const { seq } = record;
    records += 1;
    if (seq !== last.seq + 1) findings.push({ kind: 'missing', from: last.seq + 1, to: seq - 1 });
    // After a gap the previous link is unknown, so this link cannot be checked.
    else if (linkOf(last.link, record) !== link) findings.push({ kind: 'changed', seq });
    const seen = keptAt.get(seq);
    if (seen?.link === link) proven = seen;
    else if (seen) findings.push({ kind: 'rewritten', seq, keptAt: seen.keptAt });
    if (head?.seq === seq && head.link !== link) findings.push({ kind: 'changed', seq });
    last = { seq, link };
  }
  const end = Math.max(head?.seq ?? 0, kept.at(-1)?.seq ?? 0);
  // Erasure deletes all records, starting with the first. If any are left, the end must be among them.
  const isErased = evidence.erasedAt !== null && records === 0;
  if (end > last.seq && !isErased) findings.push({ kind: 'cut-off', from: last.seq + 1, to: end });
  return { records, lastSeq: last.seq, proven, findings };
}
