import type { StreamedData, StreamedEvent } from '@output-review/contracts';

/** A place in the log of what happened: by transactions, then by rows. */
export interface Position {
  readonly xid: bigint;
  readonly n: bigint;
}

// As long as numbers of 64 bits get.
const ID = /^(\d{1,20})-(\d{1,19})$/;
const XID_MAX = 2n ** 64n - 1n;
const N_MAX = 2n ** 63n - 1n;

/** The id that an event at a position has in a stream. */
export function writePosition({ xid, n }: Position): string {
  return `${xid}-${n}`;
}

/** Null where no stream ever gave such an id. */
export function readPosition(id: string): Position | null {
  const [, xid, n] = ID.exec(id) ?? [];
  if (xid === undefined || n === undefined) return null;
  const position = { xid: BigInt(xid), n: BigInt(n) };
  return position.xid <= XID_MAX && position.n <= N_MAX ? position : null;
}

export function isBehind(one: Position, other: Position): boolean {
  return one.xid === other.xid ? one.n > other.n : one.xid > other.xid;
}

/** One line of the log. */
export interface Happened {
  readonly position: Position;
  readonly workspaceId: string;
  readonly event: StreamedEvent;
  readonly data: StreamedData;
}
