import type { DestinationKind } from '@output-review/contracts';

import type { EventBody, Target } from './body.pure.ts';
import type { Digest } from './digest.pure.ts';

/** The contents and target of one attempt. */
export interface Sending {
  /** Stays the same over attempts and replays, so that receivers can detect duplicates. */
  readonly id: string;
  readonly target: Target;
  readonly body: EventBody;
  /** The contents of a digest, null for other events. */
  readonly digest: Digest | null;
  readonly sentAt: Date;
}

/** The result of an attempt. */
export interface SinkAnswer {
  /** HTTP status. Null without a response, or if the sink does not use HTTP. */
  readonly status: number | null;
  /** The problem, as a sentence for the workspace. Null on success. */
  readonly error: string | null;
  /** The beginning of the response, at most 1 KB. Null without one. */
  readonly answer: string | null;
  /** The receiver's Retry-After, null if it has none. */
  readonly retryAfterMs: number | null;
}

/** An attempt without a response. The error is null if it succeeded nevertheless. */
export const unanswered = (error: string | null): SinkAnswer => ({
  ...{ status: null, answer: null, retryAfterMs: null, error },
});

/**
 * Sends one delivery. Returns within 15 s, also on failure. Throws only if the signal is aborted or on an internal
 * error, which counts as a failed attempt.
 */
export type Sink = (sending: Sending, signal: AbortSignal) => Promise<SinkAnswer>;

/** The sink for each kind of destination. */
export type Sinks = Readonly<Record<DestinationKind, Sink>>;
