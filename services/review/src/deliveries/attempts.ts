import { type Clock, GroupCommit, type GroupMember } from '@output-review/runtime';
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
  readonly publicUrl: () => string;
  readonly sinks: Sinks;
  readonly onAttempt: (attempt: MadeAttempt) => void;
}

interface Member extends GroupMember {
  readonly attempt: EndedAttempt;
}

/** What a delivery tells beside what happened. */
export interface Told {
  /** Null for what tells nothing of an output but its id. */
  readonly content: OutputContent | null;
  /** Null for what is no digest. */
  readonly digest: Digest | null;
}

// An answer is kept up to 1 KB.
const BYTES_MAX = 2_000;

/** Tries claimed deliveries, and writes down how that went. */
export class DeliveryAttempts {
  readonly #deps: Deps;
  // What is asked for in one turn of the event loop is read at once: many destinations are told of one output.
  readonly #contents: DataLoader<OutputKey, OutputContent | null>;
  // Most come through, and nothing else follows from that: those that end while others are written down
  // share the next transaction.
  readonly #successes: GroupCommit<Member, Member>;

  constructor(deps: Deps) {
    const { db } = deps;
    this.#deps = deps;
    this.#contents = new DataLoader((keys) => findDelivered(db, keys), { cache: false });
    this.#successes = new GroupCommit({
      commit: async (group) => {
        await settleSuccesses(
          db,
          group.map(({ attempt }) => attempt),
        );
        return group;
      },
      readMs: () => performance.now(),
    });
  }

  /**
   * Makes one attempt and writes down how it went. A kill in between leaves the delivery as it was: once
   * its lease has ended it is sent again, with the same id.
   *
   * @returns how that went; null where there was nothing to try, or no time left for it.
   */
  async make(delivery: ClaimedDelivery, signal: AbortSignal): Promise<MadeAttempt | null> {
    const { db, clock, onAttempt } = this.#deps;
    const told = await this.toldOf(delivery);
    if (!delivery.isWanted || told === null) {
      await dropDelivery(db, delivery);
      return null;
    }
    const sentAt = clock.now();
    if (delivery.leaseUntil.getTime() - sentAt.getTime() < ATTEMPT_MS_MAX) {
      // It could still be under way when somebody else sends it.
      await releaseDeliveries(db, [delivery]);
      return null;
    }
    const answer = await this.#send(delivery, { ...told, sentAt }, signal);
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

  /** Null where there is nothing left to tell. */
  async toldOf({ id, workspaceId, outputId, event }: Delivery): Promise<Told | null> {
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
    { content, digest, sentAt }: Told & { readonly sentAt: Date },
    signal: AbortSignal,
  ): Promise<SinkAnswer> {
    const { sinks, publicUrl } = this.#deps;
    const { id, target, kind } = delivery;
    if (!target) return UNOPENED;
    const body = composeBody(delivery, content, publicUrl());
    return sinks[kind]({ id, target, body, digest, sentAt }, signal);
  }

  async #settle(attempt: EndedAttempt): Promise<void> {
    if (attempt.answer.error !== null) await settleFailure(this.#deps, attempt);
    else await this.#successes.add({ attempt, bytes: BYTES_MAX, uniqueKeys: [] });
  }
}

const UNOPENED = unanswered(
  'The address was encrypted with a key that is no longer available. Enter the address again.',
);
