import { setMaxListeners } from 'node:events';

import { AppError } from '@output-review/errors';
import type { Metrics, ShutdownStack } from '@output-review/runtime';
import { type BaseContext, FileSeats } from '@output-review/shared-kernel';

import type { Context } from '../context.ts';
import type { GatewayOptions } from '../options.ts';
import { Seats } from '../submissions/seats.ts';
import { AnswerSeats } from './answer-seats.ts';
import { HELD_CALL_CHECKS, HeldCalls } from './held-calls.ts';
import { OwnerSender } from './owner-sender.ts';
import { SettledFeed } from './settled-feed.ts';

// As long as review lets the reader of an export pause.
const UNREAD_MS_MAX = 60_000;
// Three missed keep-alive comments of review: the connection counts as dead.
const STREAM_SILENCE_MS_MAX = 45_000;

type ForwardingOptions = Pick<
  GatewayOptions,
  'peers' | 'ownerAnswersWithinMs' | 'heldCallChecks' | 'unreadMsMax' | 'filePace'
> &
  Pick<Context, 'sessions' | 'tokens' | 'assertion'>;

/** Opens what forwards to the other services. */
export function openForwarding(
  { log, telemetry }: Pick<BaseContext, 'log' | 'telemetry'>,
  { peers, ownerAnswersWithinMs, heldCallChecks = HELD_CALL_CHECKS, ...access }: ForwardingOptions,
  closers: ShutdownStack,
) {
  const { unreadMsMax = UNREAD_MS_MAX, filePace, sessions, tokens, assertion } = access;
  const sending = { baseUrls: peers, log, telemetry, answersWithinMs: ownerAnswersWithinMs };
  const sender = new OwnerSender(sending);
  closers.add('sender to owners', () => sender.close());
  const streaming = { connectionsMax: null, silenceMsMax: STREAM_SILENCE_MS_MAX };
  const streamSender = new OwnerSender({ ...sending, ...streaming });
  closers.add('sender of streams', () => streamSender.close());
  const heldCalls = new HeldCalls({ sessions, tokens, log, checkMsMax: heldCallChecks.msMax });
  const settledFeed = new SettledFeed({ sender: streamSender, assertion });
  closers.add('feed of settled outputs', () => settledFeed.stop());
  const seats = {
    ...{ waitSeats: openWaitSeats(telemetry.metrics), answerSeats: new AnswerSeats() },
    ...{ fileSeats: new FileSeats(filePace), pageSeats: new FileSeats(filePace) },
  };
  const stopping = new AbortController();
  // There are as many listeners as waiting sync submissions.
  setMaxListeners(0, stopping.signal);
  stopping.signal.addEventListener('abort', () => heldCalls.endAll());
  return { sender, streamSender, heldCalls, settledFeed, ...seats, unreadMsMax, stopping };
}

/** Source: the interface. */
const WAITS_PER_CALLER_MAX = 100;

/** Limits the calls of this process that wait for an output, per caller. */
function openWaitSeats(metrics: Metrics): Seats {
  const tooMany = 'Too many calls of this caller are waiting for an output.';
  const seats = new Seats({
    perHolderMax: WAITS_PER_CALLER_MAX,
    refusal: () => new AppError('RATE_LIMITED', tooMany, { retryAfterSeconds: 1 }),
  });
  const waiting = metrics.gauge({
    name: 'output_review_waiting_calls',
    help: 'Status calls that are waiting for their output to settle.',
    labels: [],
  });
  metrics.beforeScrape({
    name: 'waiting calls',
    read: () => waiting.set({}, seats.count),
    clear: () => {},
  });
  return seats;
}
