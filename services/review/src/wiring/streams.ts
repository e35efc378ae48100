import {
  type ChangeSignal,
  type Clock,
  type Logger,
  makeJobStarter,
  type Route,
  type ServiceFoundation,
} from '@output-review/runtime';

import { OpenStreams } from '../http/streams/open-streams.ts';
import { Seats } from '../http/streams/seats.ts';
import { makeStreamRoute } from '../http/streams/stream-route.ts';
import { makeEventLog } from '../store/streams/event-log.ts';
import { makeTrimEvents } from '../store/streams/trim-events.ts';
import { EventTail } from '../use-cases/streams/event-tail.ts';
import { followSignal } from './follow-signal.ts';

export interface StreamOptions {
  readonly clock: Clock;
  readonly log: Logger;
  /** How often streams say that they are still there. */
  readonly commentEveryMs?: number;
  /** How often events that have been kept for long enough are looked for. */
  readonly expireEveryMs?: number;
  /** Tells of what this process commits. */
  readonly happened: ChangeSignal;
}

export interface Streams {
  readonly route: Route;
  /** Ends all streams, and opens no more. */
  end(): void;
}

// What other replicas commit, or what an older transaction held back.
const TAIL_EVERY_MS = 250;
// Below what proxies take for a dead connection; mostly a minute, some 30 s.
const COMMENT_EVERY_MS = 15_000;
const TRIM_EVERY_MS = 10 * 60_000;
// Over a night, so that a page that was left open goes on in the morning.
const KEPT_MS = 24 * 60 * 60_000;

/** Starts what reads the log of what happened, for the streams of this process. */
export function startStreams(
  { clock, log, happened, ...options }: StreamOptions,
  { database, closers, telemetry }: ServiceFoundation,
): Streams {
  const events = makeEventLog(database);
  const tail = new EventTail(events);
  const streams = new OpenStreams(telemetry.metrics);
  const trim = makeTrimEvents(database);
  const { commentEveryMs = COMMENT_EVERY_MS, expireEveryMs = TRIM_EVERY_MS } = options;
  const start = makeJobStarter({ log, clock, closers });
  const tailing = start('tail of events', TAIL_EVERY_MS, (signal) => tail.turn(signal));
  const wake = followSignal(happened, () => tailing.wake());
  closers.add('wake of the tail of events', () => wake.stop());
  start('comments of streams', commentEveryMs, async () => streams.comment(tail.edge));
  start('trim events', expireEveryMs, (signal) =>
    trim(new Date(clock.now().getTime() - KEPT_MS), signal),
  );
  return {
    route: makeStreamRoute({ tail, log: events, streams, seats: new Seats() }),
    end: () => streams.endAll(),
  };
}
