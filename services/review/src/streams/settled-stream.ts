import type { ServerResponse } from 'node:http';

import type { Follower } from './event-tail.ts';
import type { OpenStream } from './open-streams.ts';
import type { Happened } from './position.pure.ts';

// Some ten thousand outputs: a gateway with so much unread data has stopped reading.
const UNREAD_BYTES_MAX = 1024 * 1024;

/** Sends a gateway the outputs of all workspaces that settled or were deleted. */
export class SettledStream implements Follower, OpenStream {
  readonly workspaceId = null;
  readonly #res: ServerResponse;

  constructor(res: ServerResponse) {
    this.#res = res;
  }

  take(events: readonly Happened[]): void {
    const ended = events.filter(
      ({ event, data: { status, humanDecision } }) =>
        event === 'deleted' ||
        humanDecision !== null ||
        // A sample that is claimed had passed before.
        (status === 'pass' && event === 'evaluated'),
    );
    if (ended.length === 0) return;
    this.#write(ended.map(({ workspaceId, data: { id } }) => [workspaceId, id]));
  }

  comment(): void {
    this.#write([]);
  }

  end(): void {
    this.#res.end();
  }

  #write(line: readonly unknown[]): void {
    if (this.#res.writableEnded || this.#res.destroyed) return;
    this.#res.write(`${JSON.stringify(line)}\n`);
    if (this.#res.writableLength > UNREAD_BYTES_MAX) this.#res.destroy();
  }
}
