import { concludeAttempt } from '../../domain/deliveries/conclude-attempt.ts';
import { composeBody, type OutputContent } from '../../domain/deliveries/event-body.ts';
import type { OutputKey } from '../../domain/output.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';
import type { SettleAttempt } from './settled-attempt.ts';
import type { SinkAnswer, Sinks } from './sink.ts';

export interface AttemptDeps {
  readonly now: () => Date;
  /** From 0 to 1. */
  readonly chance: () => number;
  readonly publicUrl: () => string;
  /** What an output holds; null where it is not there any more. */
  readonly findContent: (key: OutputKey) => Promise<OutputContent | null>;
  readonly sinks: Sinks;
  readonly settle: SettleAttempt;
  /** Ends a delivery that nobody is to be told of any more. */
  readonly drop: (delivery: ClaimedDelivery) => Promise<void>;
  readonly onAttempt: (attempt: MadeAttempt) => void;
}

export interface MadeAttempt {
  readonly kind: ClaimedDelivery['kind'];
  readonly isDelivered: boolean;
  readonly tookMs: number;
}

/** Tries a claimed delivery once. @returns how that went; null where there was nothing to try. */
export type AttemptDelivery = (
  delivery: ClaimedDelivery,
  signal: AbortSignal,
) => Promise<MadeAttempt | null>;

/**
 * Makes one attempt and writes down how it went. A kill in between leaves the delivery as it was: once
 * its lease has ended it is sent again, with the same id.
 */
export const makeAttemptDelivery =
  (deps: AttemptDeps): AttemptDelivery =>
  async (delivery, signal) => {
    const { now, settle, drop, onAttempt } = deps;
    const content = await contentOf(delivery, deps);
    if (!delivery.isWanted || content === 'gone') {
      await drop(delivery);
      return null;
    }
    const sentAt = now();
    const answer = await send(delivery, { ...deps, content, sentAt }, signal);
    const at = now();
    const latencyMs = Math.max(0, at.getTime() - sentAt.getTime());
    const attemptCount = delivery.attemptCount + 1;
    const { kind, event } = delivery;
    const made = { kind, isTest: event === 'test', attemptCount, at, ...answer };
    const chance = deps.chance();
    await settle({
      ...{ delivery, answer, at, latencyMs },
      conclude: (isSuperseded) => concludeAttempt({ ...made, isSuperseded }, chance),
    });
    const attempt = { kind, isDelivered: answer.error === null, tookMs: latencyMs };
    onAttempt(attempt);
    return attempt;
  };

/** Null for what tells nothing of an output but its id. */
function contentOf(
  { workspaceId, outputId, event }: ClaimedDelivery,
  { findContent }: Pick<AttemptDeps, 'findContent'>,
): Promise<OutputContent | null | 'gone'> {
  if (outputId === null || event === 'deleted') return Promise.resolve(null);
  return findContent({ workspaceId, id: outputId }).then((content) => content ?? 'gone');
}

interface Sent extends AttemptDeps {
  readonly content: OutputContent | null;
  readonly sentAt: Date;
}

async function send(
  delivery: ClaimedDelivery,
  { sinks, publicUrl, content, sentAt }: Sent,
  signal: AbortSignal,
): Promise<SinkAnswer> {
  const { id, target, kind } = delivery;
  if (!target) return UNOPENED;
  const body = composeBody(delivery, content, publicUrl());
  return sinks[kind]({ id, target, body, sentAt }, signal);
}

const UNOPENED: SinkAnswer = {
  ...{ status: null, answer: null, retryAfterMs: null },
  error: 'Where it goes was sealed with a key that is gone; give it anew.',
};
