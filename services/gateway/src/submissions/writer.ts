import { setTimeout as delay } from 'node:timers/promises';

import { outputKey, type OutputsSubmitted } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  type Clock,
  type Database,
  foldKey,
  GroupCommit,
  type GroupMember,
  type OutboxRelay,
  type SqlClient,
} from '@output-review/runtime';

import { resolveNames } from '../projects/names.sql.ts';
import type { NamedIds, NamesToResolve } from '../projects/projects.pure.ts';
import type { OpenedRateWindow } from '../rate-limit/open-shared-rate-window.ts';
import {
  type Acceptance,
  closeJson,
  openJson,
  submittedEvent,
  type UnstampedEvent,
} from './events.pure.ts';
import { insertSubmissions, type SubmissionRow } from './insert.sql.ts';
import { NameCache } from './name-cache.ts';
import { type CommittedSubmission, toSubmittedEvent } from './outbox.sql.ts';
import type { KnownFound } from './replay.pure.ts';
import type { Submission } from './request.pure.ts';
import { hasReservation } from './reservations.sql.ts';
import { findKnown, isTokenAlive, releaseOldKey } from './submissions.sql.ts';

/** A submission to be stored. */
export interface NewSubmission extends Pick<
  SubmissionRow,
  | 'fingerprint'
  | 'tokenId'
  | 'idempotencyKey'
  | 'leaseUntil'
  | 'slotEpoch'
  | 'traceparent'
  | 'fileAttempt'
> {
  readonly submission: Submission;
  /** The size of its request body. */
  readonly bodyBytes: number;
  readonly acceptance: Acceptance;
}

export type WriteOutcome =
  /** It is durable, and its event will be sent. */
  | { readonly kind: 'written'; readonly event: OutputsSubmitted }
  /** Its id or its Idempotency-Key is taken. */
  | ({ readonly kind: 'known' } & KnownFound)
  /** Its slot was counted under an epoch that is no longer valid. */
  | { readonly kind: 'slot-outdated' }
  /** Its files took so long that its ID is no longer reserved for this attempt. */
  | { readonly kind: 'reservation-lost' }
  /** The token became invalid between its check and the insert. */
  | { readonly kind: 'token-dead' };

/** The outcome of a write whose slot counted. */
export type Written = Exclude<WriteOutcome, { readonly kind: 'slot-outdated' }>;

export interface SubmissionWriterOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly rateWindow: Pick<OpenedRateWindow, 'isSlotCurrent'>;
  /** Receives the events of each group right after its commit. */
  readonly relay: Pick<OutboxRelay, 'dispatch'>;
}

// A row that lost a race is checked and retried: immediately, because a cached name may have been stale, then after
// growing pauses, because its project may be about to be deleted or kept. After these 2.5 s the caller must retry.
const PAUSES_MS = [0, 20, 40, 80, 160, 320, 640, 1280];

/** Writes submissions, many concurrent ones in one commit. */
export class SubmissionWriter {
  readonly #options: SubmissionWriterOptions;
  readonly #names = new NameCache();
  readonly #group: GroupCommit<Member, Inserted>;

  constructor(options: SubmissionWriterOptions) {
    this.#options = options;
    this.#group = new GroupCommit((group) => this.#insert(group));
  }

  /** Resolves once the submission is durable, or once it is known why it is not written. */
  async write(submission: NewSubmission): Promise<WriteOutcome> {
    for (const pauseMs of PAUSES_MS) {
      const inserted = await this.#group.add(toMember(submission));
      if (inserted) return { kind: 'written', event: inserted.event };
      const outcome = await this.#whyNotInserted(submission);
      if (outcome) return outcome;
      if (pauseMs > 0) await delay(pauseMs);
    }
    throw new AppError(
      'UNAVAILABLE',
      'The submission conflicted with too many other changes. Try again.',
    );
  }

  /** Why a row was not inserted; null if it is worth another attempt. */
  async #whyNotInserted(submission: NewSubmission): Promise<WriteOutcome | null> {
    const { db, rateWindow } = this.#options;
    const { acceptance, tokenId, idempotencyKey, slotEpoch, fileAttempt } = submission;
    const { workspaceId, id } = acceptance;
    const isCounted = slotEpoch === null || (await rateWindow.isSlotCurrent(slotEpoch));
    if (!isCounted) return { kind: 'slot-outdated' };
    const found = await findKnown(db, { workspaceId, id, tokenId, idempotencyKey });
    if (found) return { kind: 'known', ...found };
    if (!(await isTokenAlive(db, tokenId))) return { kind: 'token-dead' };
    if (fileAttempt !== null) {
      const claim = { workspaceId, outputId: id, attempt: fileAttempt };
      if (!(await hasReservation(db, claim))) return { kind: 'reservation-lost' };
    }
    if (idempotencyKey !== null) await releaseOldKey(db, tokenId, idempotencyKey);
    this.#names.forget(namesOf(submission));
    return null;
  }

  async #insert(group: readonly Member[]): Promise<readonly Inserted[]> {
    const { db, relay } = this.#options;
    const cached = group.map((member) => this.#names.get(member.names));
    const prepared = cached.every((entry) => entry !== null)
      ? await insertPrepared(db, prepare(group, cached))
      : await this.#insertWithNewNames(group);
    relay.dispatch(prepared.filter((entry) => entry !== null).map(toSubmittedEvent));
    return prepared;
  }

  /** A refused submission creates no project and no task: the others are inserted again without it. */
  async #insertWithNewNames(group: readonly Member[]): Promise<readonly Inserted[]> {
    try {
      return await this.#options.db.transaction((tx) => this.#insertAll(tx, group));
    } catch (error) {
      if (!(error instanceof SomeRefused)) throw error;
      const others = group.filter((_, index) => error.inserted[index]);
      const inserted = others.length > 0 ? await this.#insertWithNewNames(others) : [];
      return group.map((member) => inserted[others.indexOf(member)] ?? null);
    }
  }

  /** @throws SomeRefused if a row was not inserted. */
  async #insertAll(tx: SqlClient, group: readonly Member[]): Promise<readonly Inserted[]> {
    const queries = group.map((member) => member.names);
    const resolved = await resolveNames(tx, queries, this.#options.clock);
    const inserted = await insertPrepared(tx, prepare(group, resolved));
    if (inserted.includes(null)) throw new SomeRefused(inserted);
    queries.forEach((query, index) => {
      const names = resolved[index];
      if (names) this.#names.set(query, names);
    });
    return inserted;
  }
}

class SomeRefused extends Error {
  readonly inserted: readonly Inserted[];

  constructor(inserted: readonly Inserted[]) {
    super('Some submissions were not inserted');
    this.inserted = inserted;
  }
}

type Inserted = CommittedSubmission | null;

interface Member extends GroupMember {
  readonly submission: NewSubmission;
  readonly names: NamesToResolve;
}

interface Prepared {
  readonly row: SubmissionRow;
  readonly event: UnstampedEvent;
}

// A generous estimate of what a row has besides what its caller sent.
const OVERHEAD_BYTES = 2_000;

function toMember(submission: NewSubmission): Member {
  const { acceptance, tokenId, idempotencyKey } = submission;
  return {
    submission,
    names: namesOf(submission),
    uniqueKeys: [
      `id/${acceptance.workspaceId}/${acceptance.id}`,
      ...(idempotencyKey === null ? [] : [`key/${tokenId}/${idempotencyKey}`]),
    ],
    bytes: OVERHEAD_BYTES + submission.bodyBytes,
  };
}

function namesOf({ submission, acceptance }: NewSubmission): NamesToResolve {
  return {
    workspaceId: acceptance.workspaceId,
    projectName: submission.project,
    projectKey: foldKey(submission.project),
    taskName: submission.task,
    taskKey: submission.task === null ? null : foldKey(submission.task),
  };
}

function prepare(
  group: readonly Member[],
  names: readonly (NamedIds | null)[],
): readonly Prepared[] {
  return group.map((member, index) => {
    const resolved = names[index];
    if (!resolved) throw new Error('A submission was prepared without its names');
    return toRow(member, resolved);
  });
}

function toRow({ submission, names }: Member, resolved: NamedIds): Prepared {
  const { acceptance } = submission;
  const event = submittedEvent(submission.submission, acceptance, resolved);
  const row: SubmissionRow = {
    workspaceId: acceptance.workspaceId,
    id: acceptance.id,
    fingerprint: submission.fingerprint,
    tokenId: submission.tokenId,
    idempotencyKey: submission.idempotencyKey,
    acceptedAt: acceptance.acceptedAt,
    leaseUntil: submission.leaseUntil,
    slotEpoch: submission.slotEpoch,
    projectId: resolved.projectId,
    projectKey: names.projectKey,
    taskId: resolved.taskId,
    taskKey: names.taskKey,
    openBody: openJson(event),
    instructionsVersion: submission.submission.instructionsVersion,
    traceparent: submission.traceparent,
    fileAttempt: submission.fileAttempt,
  };
  return { row, event };
}

async function insertPrepared(
  client: SqlClient,
  prepared: readonly Prepared[],
): Promise<readonly Inserted[]> {
  const inserted = await insertSubmissions(
    client,
    prepared.map(({ row }) => row),
  );
  const rows = new Map(inserted.map((row) => [outputKey(row), row]));
  return prepared.map(({ row, event }) => {
    const written = rows.get(outputKey(row));
    if (!written) return null;
    const { seq, instructionsVersion: stamp } = written;
    const { openBody, traceparent } = row;
    return {
      seq,
      event: { ...event, instructionsVersion: stamp },
      body: closeJson(openBody, stamp),
      traceparent,
    };
  });
}
