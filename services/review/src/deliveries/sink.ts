import type { DestinationKind } from '@output-review/contracts';

import type { EventBody, Target } from './body.pure.ts';
import type { Digest } from './digest.pure.ts';

/** What is sent in one attempt, and where to. */
export interface Sending {
  /** Stays the same over attempts and replays: receivers tell repeats by it. */
  readonly id: string;
  readonly target: Target;
  readonly body: EventBody;
  /** What a digest tells of; null for what is none. */
  readonly digest: Digest | null;
  readonly sentAt: Date;
}

/** How an attempt ended. */
export interface SinkAnswer {
  /** HTTP status; null where none came, or where it is not by HTTP. */
  readonly status: number | null;
  /** What was wrong, in a sentence for the workspace; null where it came through. */
  readonly error: string | null;
  /** The beginning of what was answered, at most 1 KB; null where nothing was. */
  readonly answer: string | null;
  /** For how long the receiver wants to be left alone; null where it does not say. */
  readonly retryAfterMs: number | null;
}

/** An attempt to which nobody answered; the error is null where it came through all the same. */
export const unanswered = (error: string | null): SinkAnswer => ({
  ...{ status: null, answer: null, retryAfterMs: null, error },
});

/**
 * Sends one delivery by one way. It answers also where nothing came through, within 15 s, and throws
 * only when the signal is aborted or where something is wrong with us.
 */
export type Sink = (sending: Sending, signal: AbortSignal) => Promise<SinkAnswer>;

/** The way to each kind of destination. */
export type Sinks = Readonly<Record<DestinationKind, Sink>>;
