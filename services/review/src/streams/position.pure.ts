import type { StreamedData, StreamedEvent } from '@output-review/contracts';

/** A position in the event log: by transaction, then by row. */
export interface Position {
  readonly xid: bigint;
  readonly n: bigint;
}

// The maximum lengths of 64-bit numbers.
const ID = /^(\d{1,20})-(\d{1,19})$/;
const XID_MAX = 2n ** 64n - 1n;
const N_MAX = 2n ** 63n - 1n;

/** The ID of an event at a position in a stream. */
export function writePosition({ xid, n }: Position): string {
  return `${xid}-${n}`;
}

/** Null if no stream could have sent this ID. */
export function readPosition(id: string): Position | null {
  const [, xid, n] = ID.exec(id) ?? [];
  if (xid === undefined || n === undefined) return null;
  const position = { xid: BigInt(xid), n: BigInt(n) };
  return position.xid <= XID_MAX && position.n <= N_MAX ? position : null;
}

export function isBehind(one: Position, other: Position): boolean {
  return one.xid === other.xid ? one.n > other.n : one.xid > other.xid;
}

/** One event of the log. */
export interface Happened {
  readonly position: Position;
  readonly workspaceId: string;
  readonly event: StreamedEvent;
  readonly data: StreamedData;
}
