import { type ChainedRecord, FIRST_LINK, type LinkOf } from '@output-review/shared-kernel';

/** A record as it stands in the table, with the link that stands beside it. */
export interface StoredRecord extends ChainedRecord {
  readonly link: string;
}

/** The end of a chain. */
export interface Head {
  readonly seq: number;
  readonly link: string;
}

/** The end of a chain as the gateway saw it at some time. */
export interface KeptHead extends Head {
  readonly keptAt: string;
}

/** What there is of the chain of one workspace. The heads were read before the records. */
export interface Evidence {
  /** In the order in which they stand. */
  readonly records: AsyncIterable<StoredRecord>;
  /** Review's own; null where it has none. */
  readonly head: Head | null;
  /** By place. */
  readonly kept: readonly KeptHead[];
  /** When review says that the workspace was erased, and with it its records; null where it was not. */
  readonly erasedAt: string | null;
}

export type Finding =
  /** Records are not there that others follow. */
  | { readonly kind: 'missing'; readonly from: number; readonly to: number }
  /** The link does not fit what the record says, where it stands and what stands before it. */
  | { readonly kind: 'changed'; readonly seq: number }
  /** It all fits together, but the gateway has seen something else. */
  | { readonly kind: 'rewritten'; readonly seq: number; readonly keptAt: string }
  /** Records were there at the end. */
  | { readonly kind: 'cut-off'; readonly from: number; readonly to: number };

export interface Verdict {
  readonly records: number;
  readonly lastSeq: number;
  /** The last end that the gateway has seen and that still stands; null where it has seen none. */
  readonly proven: KeptHead | null;
  readonly findings: readonly Finding[];
}

/** Holds a chain against its links, and its end against what the gateway has seen. */
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
    // What is missing took with it what this link was made over.
    else if (linkOf(last.link, record) !== link) findings.push({ kind: 'changed', seq });
    const seen = keptAt.get(seq);
    if (seen?.link === link) proven = seen;
    else if (seen) findings.push({ kind: 'rewritten', seq, keptAt: seen.keptAt });
    if (head?.seq === seq && head.link !== link) findings.push({ kind: 'changed', seq });
    last = { seq, link };
  }
  const end = Math.max(head?.seq ?? 0, kept.at(-1)?.seq ?? 0);
  // Erasing takes all records, from the first one on: what is still there must be the end.
  const isErased = evidence.erasedAt !== null && records === 0;
  if (end > last.seq && !isErased) findings.push({ kind: 'cut-off', from: last.seq + 1, to: end });
  return { records, lastSeq: last.seq, proven, findings };
}
