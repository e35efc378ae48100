import type { StreamedData, StreamedEvent } from '@output-review/contracts';

import type { Position } from './position.ts';

/** One line of the log. */
export interface Happened {
  readonly position: Position;
  readonly workspaceId: string;
  readonly event: StreamedEvent;
  readonly data: StreamedData;
}

export interface LogPage {
  readonly events: readonly Happened[];
  /** Up to here the log was read, and nothing will turn up there any more. */
  readonly edge: Position;
  readonly isFull: boolean;
}

export interface Gap {
  readonly workspaceId: string;
  readonly after: Position;
  readonly upTo: Position;
}

export interface EventLog {
  /** Up to where nothing will turn up any more. */
  edge(): Promise<Position>;
  /** What happened in all workspaces behind a position, in its order. */
  readAfter(position: Position): Promise<LogPage>;
  /** What happened in a workspace meanwhile; null where that is too much, or not kept any more. */
  readGap(gap: Gap): Promise<readonly Happened[] | null>;
}
