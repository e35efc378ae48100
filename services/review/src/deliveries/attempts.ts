import {
  type Clock,
  GroupCommit,
  type GroupMember,
  isTransientError,
  type Logger,
} from '@output-review/runtime';
import DataLoader from 'dataloader';

import type { OutputKey } from '../outputs/output.pure.ts';
import { concludeAttempt } from './attempts.pure.ts';
import { composeBody, type Delivery, type OutputContent } from './body.pure.ts';
import { dropDelivery, releaseDeliveries } from './claim.sql.ts';
import { findDelivered } from './contents.sql.ts';
import type { Digest } from './digest.pure.ts';
import { findDigest } from './digests.sql.ts';
import { type Publishing, settleFailure } from './failures.ts';
import type { EndedAttempt } from './health.sql.ts';
import type { MadeAttempt } from './metrics.ts';
import { ATTEMPT_MS_MAX } from './post-json.ts';
import type { ClaimedDelivery } from './rows.sql.ts';
import { type SinkAnswer, type Sinks, unanswered } from './sink.ts';
import { settleSuccesses } from './successes.ts';

interface Deps extends Publishing {
  readonly clock: Clock;
  readonly log: Logger;
  readonly publicUrl: () => string;
  readonly sinks: Sinks;
  readonly onAttempt: (attempt: MadeAttempt) => void;
}

interface Member extends GroupMember {
  readonly attempt: EndedAttempt;
}

/** The contents of a delivery besides its event. */
export interface DeliveryContents {
  /** Null for events that have only the ID of an output. */
  readonly content: OutputContent | null;
  /** Null unless it is a digest. */
  readonly digest: Digest | null;
}

// Responses are stored up to 1 KB.
const BYTES_MAX = 2_000;

/** Sends claimed deliveries and records the results. */
export class DeliveryAttempts {
  readonly #deps: Deps;
  // Batches the reads of one event loop turn: one output often has many destinations.
  readonly #contents: DataLoader<OutputKey, OutputContent | null>;
  // Most attempts succeed and need no follow-up. Those that end while a transaction is open share the next one.
  readonly #successes: GroupCommit<Member, Member>;

  constructor(deps: Deps) {
    const { db } = deps;
    this.#deps = deps;
    this.#contents = new DataLoader((keys) => findDelivered(db, keys), { cache: false });
    this.#successes = new GroupCommit(async (group) => {
      await settleSuccesses(
        db,
        group.map(({ attempt }) => attempt),
      );
      return group;
    });
  }

  /**
   * Makes one attempt and records the result. If the process is killed in between, the delivery is unchanged: after its
   * lease expires it is sent again with the same ID.
   *
   * @returns the result, null if there was nothing to send or not enough time left.
   */
  async make(delivery: ClaimedDelivery, signal: AbortSignal): Promise<MadeAttempt | null> {
    const { db, clock, onAttempt } = this.#deps;
    const contents = await this.contentsOf(delivery);
    if (!delivery.isWanted || contents === null) {
      await dropDelivery(db, delivery);
      return null;
    }
    const sentAt = clock.now();
    if (delivery.leaseUntil.getTime() - sentAt.getTime() < ATTEMPT_MS_MAX) {
      // Otherwise it could still be in flight when another process sends it.
      await releaseDeliveries(db, [delivery]);
      return null;
    }
    const answer = await this.#send(delivery, { ...contents, sentAt }, signal);
    const at = clock.now();
    const latencyMs = Math.max(0, at.getTime() - sentAt.getTime());
    const attemptCount = delivery.attemptCount + 1;
    const { kind, event } = delivery;
    const made = { kind, isTest: event === 'test', attemptCount, at, ...answer };
    const chance = Math.random();
    await this.#settle({
      ...{ delivery, answer, at, latencyMs },
      conclude: (isSuperseded) => concludeAttempt({ ...made, isSuperseded }, chance),
    });
    const attempt = { kind, isDelivered: answer.error === null, tookMs: latencyMs };
    onAttempt(attempt);
    return attempt;
  }

  /** Null if there is nothing to send any more. */
  async contentsOf({
    id,
    workspaceId,
    outputId,
    event,
  }: Delivery): Promise<DeliveryContents | null> {
    if (event === 'digest') {
      const digest = await findDigest(this.#deps.db, id);
      return digest && { digest, content: null };
    }
    if (outputId === null || event === 'deleted') return { digest: null, content: null };
    const content = await this.#contents.load({ workspaceId, id: outputId });
    return content && { digest: null, content };
  }

  async #send(
    delivery: ClaimedDelivery,
    { content, digest, sentAt }: DeliveryContents & { readonly sentAt: Date },
    signal: AbortSignal,
  ): Promise<SinkAnswer> {
    const { sinks, publicUrl, log } = this.#deps;
    const { id, target, kind } = delivery;
    if (!target) return UNOPENED;
    const body = composeBody(delivery, content, publicUrl());
    try {
      return await sinks[kind]({ id, target, body, digest, sentAt }, signal);
    } catch (error) {
      // At a stop and in an outage of the database, the delivery waits for its lease to expire.
      if (signal.aborted || isTransientError(error)) throw error;
      log.error({ err: error, id }, 'delivery attempt failed with an internal error');
      return FAILED_HERE;
    }
  }

  async #settle(attempt: EndedAttempt): Promise<void> {
    if (attempt.answer.error !== null) await settleFailure(this.#deps, attempt);
    else await this.#successes.add({ attempt, bytes: BYTES_MAX, uniqueKeys: [] });
  }
}

const FAILED_HERE = unanswered('The attempt failed because of an error in this service.');

const UNOPENED = unanswered(
  'The address was encrypted with a key that is no longer available. Enter the address again.',
);
