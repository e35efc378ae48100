import type { ServerResponse } from 'node:http';

import type { Follower } from './event-tail.ts';
import type { OpenStream } from './open-streams.ts';
import { type Happened, isBehind, type Position, writePosition } from './position.pure.ts';

// Three times the size of one turn: a reader with so much unread data has stopped reading.
const UNREAD_BYTES_MAX = 1024 * 1024;
// While missed events are looked up. A caller that gets more meanwhile may as well reconnect.
const HELD_EVENTS_MAX = 5_000;

export interface EventStreamOptions {
  readonly res: ServerResponse;
  readonly workspaceId: string;
  /** Called when the stream was closed because nobody read it. */
  readonly onCut: () => void;
}

/** Writes events to one caller as server-sent events, each once and in order. */
export class EventStream implements Follower, OpenStream {
  readonly workspaceId: string;
  readonly #res: ServerResponse;
  readonly #onCut: () => void;
  /** Events that arrive before it has begun. */
  #held: Happened[] | null = [];
  #position: Position = { xid: 0n, n: 0n };

  constructor({ res, workspaceId, onCut }: EventStreamOptions) {
    this.#res = res;
    this.workspaceId = workspaceId;
    this.#onCut = onCut;
  }

  /**
   * Starts with missed events, followed by those that arrived meanwhile.
   *
   * @param missed null if they are unavailable: the caller must reload its data.
   * @param at the position up to which events were missed.
   */
  begin(missed: readonly Happened[] | null, at: Position, retryMs: number): void {
    const held = this.#held ?? [];
    this.#held = null;
    this.#position = at;
    const lost = missed ? '' : 'event: resync\ndata: {}\n';
    // An ID without data is not an event, but still sets where the caller resumes.
    const head = `retry: ${retryMs}\n\n${(missed ?? []).map(frameOf).join('')}`;
    this.#write(`${head}${lost}id: ${writePosition(at)}\n\n`);
    this.take(held);
  }

  take(events: readonly Happened[]): void {
    if (this.#held) {
      this.#held.push(...events);
      if (this.#held.length > HELD_EVENTS_MAX) this.#cut();
      return;
    }
    const after = this.#position;
    const from = events.findIndex(({ position }) => isBehind(position, after));
    const last = events.at(-1);
    if (from < 0 || !last) return;
    this.#position = last.position;
    // Most streams are at the same position, so they share the same bytes.
    this.#write(from === 0 ? bytesOf(events) : events.slice(from).map(frameOf).join(''));
  }

  comment(edge: Position | null): void {
    if (this.#held) return;
    if (edge && isBehind(edge, this.#position)) this.#position = edge;
    this.#write(`:\nid: ${writePosition(this.#position)}\n\n`);
  }

  end(): void {
    this.#res.end();
  }

  #write(text: string | Buffer): void {
    if (this.#res.writableEnded || this.#res.destroyed) return;
    this.#res.write(text);
    if (this.#res.writableLength > UNREAD_BYTES_MAX) this.#cut();
  }

  #cut(): void {
    this.#onCut();
    this.#res.destroy();
  }
}

function frameOf({ position, event, data }: Happened): string {
  return `id: ${writePosition(position)}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

const written = new WeakMap<readonly Happened[], Buffer>();

/** Serialized once, however many streams get it. */
function bytesOf(events: readonly Happened[]): Buffer {
  const known = written.get(events);
  if (known) return known;
  const bytes = Buffer.from(events.map(frameOf).join(''));
  written.set(events, bytes);
  return bytes;
}
