import { setTimeout as delay } from 'node:timers/promises';

import type { OutputsSubmitted } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import {
  type Database,
  foldKey,
  GroupCommit,
  type GroupMember,
  type SqlClient,
} from '@output-review/runtime';

import {
  closeJson,
  openJson,
  stampedEvent,
  type UnstampedEvent,
} from '../../domain/submissions/stamped-event.ts';
import { type ResolvedNames, submittedEvent } from '../../domain/submissions/submitted-event.ts';
import type { FileClaim } from '../../use-cases/submissions/file-claim.ts';
import type { KnownFound, KnownQuery } from '../../use-cases/submissions/known-query.ts';
import type { NewSubmission, WriteOutcome } from '../../use-cases/submissions/new-submission.ts';
import type { NamesToResolve } from '../registry/names.ts';
import { insertSubmissions, type InsertedRow, type SubmissionRow } from './insert-submissions.ts';
import type { NameCache } from './name-cache.ts';

export interface SubmissionWriterDeps {
  readonly database: Database;
  readonly names: NameCache;
  /** Resolves names and makes what is new, in the transaction of the insert. */
  readonly resolveNames: (
    client: SqlClient,
    queries: readonly NamesToResolve[],
  ) => Promise<readonly ResolvedNames[]>;
  readonly findKnown: (wanted: KnownQuery) => Promise<KnownFound | null>;
  /** Whether a slot of this epoch still counts. */
  readonly isSlotCurrent: (epoch: string) => Promise<boolean>;
  readonly isTokenAlive: (tokenId: string) => Promise<boolean>;
  /** Whether an id is still kept for the attempt that took its files in. */
  readonly hasReservation: (claim: FileClaim) => Promise<boolean>;
  /** Frees an Idempotency-Key that is older than its 24 hours. */
  readonly releaseOldKey: (tokenId: string, key: string) => Promise<void>;
  /** Called with each group right after its commit. */
  readonly onCommitted: (rows: readonly CommittedSubmission[]) => void;
}

export interface CommittedSubmission {
  readonly seq: string;
  readonly event: OutputsSubmitted;
  readonly body: string;
  readonly traceparent: string | null;
}

// A row that lost a race is looked at and tried again: at once, because a name may only have been
// known wrongly, then after growing pauses, because its project may be about to be deleted or kept.
// After these 2.5 s the caller had better come back.
const PAUSES_MS = [0, 20, 40, 80, 160, 320, 640, 1280];

/** Writes submissions, many concurrent ones in one commit. */
export class SubmissionWriter {
  readonly #deps: SubmissionWriterDeps;
  readonly #group: GroupCommit<Member, Inserted>;

  constructor(deps: SubmissionWriterDeps) {
    this.#deps = deps;
    this.#group = new GroupCommit({
      commit: (group) => this.#insert(group),
      readMs: () => performance.now(),
    });
  }

  /** Resolves once the submission is durable, or when it is known why it is not written. */
  async write(submission: NewSubmission): Promise<WriteOutcome> {
    for (const pauseMs of PAUSES_MS) {
      const inserted = await this.#group.add(toMember(submission));
      if (inserted) return { kind: 'written', event: inserted.event };
      const outcome = await this.#whyNot(submission);
      if (outcome) return outcome;
      if (pauseMs > 0) await delay(pauseMs);
    }
    throw new AppError('UNAVAILABLE', 'The submission met too many changes at once.');
  }

  /** Tells why a row did not come in; null where it is worth another try. */
  async #whyNot(submission: NewSubmission): Promise<WriteOutcome | null> {
    const { acceptance, tokenId, idempotencyKey, slotEpoch, fileAttempt } = submission;
    const { workspaceId, id } = acceptance;
    const isCounted = slotEpoch === null || (await this.#deps.isSlotCurrent(slotEpoch));
    if (!isCounted) return { kind: 'slot-outdated' };
    const found = await this.#deps.findKnown({ workspaceId, id, tokenId, idempotencyKey });
    if (found) return { kind: 'known', ...found };
    if (!(await this.#deps.isTokenAlive(tokenId))) return { kind: 'token-dead' };
    if (fileAttempt !== null) {
      const claim = { workspaceId, outputId: id, attempt: fileAttempt };
      if (!(await this.#deps.hasReservation(claim))) return { kind: 'reservation-lost' };
    }
    if (idempotencyKey !== null) await this.#deps.releaseOldKey(tokenId, idempotencyKey);
    this.#deps.names.forget(namesOf(submission));
    return null;
  }

  async #insert(group: readonly Member[]): Promise<readonly Inserted[]> {
    const { database, names } = this.#deps;
    const cached = group.map((member) => names.get(member.names));
    const prepared = cached.every((entry) => entry !== null)
      ? await insertPrepared(database, prepare(group, cached))
      : await database.transaction((tx) => this.#insertWithNewNames(tx, group));
    this.#deps.onCommitted(prepared.filter((entry) => entry !== null));
    return prepared;
  }

  async #insertWithNewNames(tx: SqlClient, group: readonly Member[]): Promise<readonly Inserted[]> {
    const queries = group.map((member) => member.names);
    const resolved = await this.#deps.resolveNames(tx, queries);
    const inserted = await insertPrepared(tx, prepare(group, resolved));
    queries.forEach((query, index) => {
      const names = resolved[index];
      if (names) this.#deps.names.set(query, names);
    });
    return inserted;
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

// What a submission has beside its texts, generously.
const OVERHEAD_BYTES = 2_000;

function toMember(submission: NewSubmission): Member {
  const { acceptance, tokenId, idempotencyKey } = submission;
  const { output, input } = submission.submission.content;
  return {
    submission,
    names: namesOf(submission),
    uniqueKeys: [
      `id/${acceptance.workspaceId}/${acceptance.id}`,
      ...(idempotencyKey === null ? [] : [`key/${tokenId}/${idempotencyKey}`]),
    ],
    bytes: OVERHEAD_BYTES + (output?.length ?? 0) + (input?.length ?? 0),
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
  names: readonly (ResolvedNames | null)[],
): readonly Prepared[] {
  return group.map((member, index) => {
    const resolved = names[index];
    if (!resolved) throw new Error('A submission was prepared without its names');
    return toRow(member, resolved);
  });
}

function toRow({ submission, names }: Member, resolved: ResolvedNames): Prepared {
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
  const rows = new Map(inserted.map((row) => [keyOf(row), row]));
  return prepared.map(({ row, event }) => {
    const written = rows.get(keyOf(row));
    if (!written) return null;
    const { seq, instructionsVersion: stamp } = written;
    const { openBody, traceparent } = row;
    return {
      seq,
      event: stampedEvent(event, stamp),
      body: closeJson(openBody, stamp),
      traceparent,
    };
  });
}

function keyOf({ workspaceId, id }: Pick<InsertedRow, 'workspaceId' | 'id'>): string {
  return `${workspaceId}/${id}`;
}
