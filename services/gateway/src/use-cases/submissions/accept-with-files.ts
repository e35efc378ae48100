import type { FileData } from '@output-review/contracts';
import { AppError } from '@output-review/errors';
import type { Logger } from '@output-review/runtime';

import { idOfDeleted, stillInFlight } from '../../domain/submissions/replay.ts';
import type { SubmittedFiles } from '../../domain/submissions/submission.ts';
import type { FileClaim } from './file-claim.ts';
import type { KnownFound, KnownQuery } from './known-query.ts';
import type { NewSubmission, Written } from './new-submission.ts';

/** Who wants to have an id, and by what else a repeat would name it. */
export interface ReservationQuery {
  readonly workspaceId: string;
  readonly id: string;
  readonly attempt: string;
  readonly tokenId: string;
  readonly idempotencyKey: string | null;
  readonly fingerprint: string;
}

export interface AcceptWithFilesDeps {
  readonly log: Logger;
  readonly now: () => Date;
  readonly newId: () => string;
  /** How long an inline evaluation may take, all told. */
  readonly leaseMs: number;
  readonly reservations: {
    /** The id that is kept for the attempt; null where a live one has the id or the key. */
    reserve(query: ReservationQuery): Promise<string | null>;
    end(claim: FileClaim): Promise<void>;
    /** Ends it; whether its submission is durable all the same. */
    giveUp(claim: FileClaim): Promise<boolean>;
  };
  readonly media: {
    claim(claim: FileClaim, files: SubmittedFiles, requestId: string): Promise<readonly FileData[]>;
    confirm(claim: FileClaim): Promise<void>;
    release(claim: FileClaim): Promise<void>;
  };
  readonly findKnown: (wanted: KnownQuery) => Promise<KnownFound | null>;
}

/** A submission with files, and the rest of what its acceptance takes. */
export interface WithFiles {
  readonly submission: NewSubmission;
  readonly files: SubmittedFiles;
  readonly requestId: string;
  /** Inserts it, however often that takes. */
  readonly write: (submission: NewSubmission) => Promise<Written>;
}

/**
 * Accepts a submission with files: reserve its id, have its files taken in, insert it, confirm them.
 *
 * No durable output is without its files, and no files stay without their output: the insert comes in
 * only while its attempt has the reservation, so that whoever ends the reservation knows from then on
 * whether the submission is there. Where a gateway dies under way the media service asks.
 */
export const makeAcceptWithFiles =
  (deps: AcceptWithFilesDeps) =>
  async ({ submission: wanted, files, requestId, write }: WithFiles): Promise<Written> => {
    const claim = await reserve(deps, wanted);
    try {
      const outcome =
        (await findKnown(deps, wanted, claim)) ??
        (await claimAndWrite(deps, { claim, wanted, files, requestId, write }));
      await (outcome.kind === 'written' ? keep(deps, claim) : giveBack(deps, claim));
      return outcome;
    } catch (error) {
      await giveBack(deps, claim);
      throw error;
    }
  };

async function reserve(deps: AcceptWithFilesDeps, wanted: NewSubmission): Promise<FileClaim> {
  const { acceptance, tokenId, idempotencyKey, fingerprint } = wanted;
  const { workspaceId, id } = acceptance;
  const attempt = deps.newId();
  const query = { workspaceId, id, attempt, tokenId, idempotencyKey, fingerprint };
  const outputId = await deps.reservations.reserve(query);
  if (outputId === null) throw stillInFlight();
  return { workspaceId, outputId, attempt };
}

/** Looks once more, now that nobody else can take the id or the key: somebody may just have done so. */
async function findKnown(
  deps: AcceptWithFilesDeps,
  { tokenId, idempotencyKey, fingerprint }: NewSubmission,
  { workspaceId, outputId }: FileClaim,
): Promise<Written | null> {
  if (fingerprint === '') return null;
  const found = await deps.findKnown({ workspaceId, id: outputId, tokenId, idempotencyKey });
  return found && { kind: 'known', ...found };
}

interface ClaimedParts extends Omit<WithFiles, 'submission'> {
  readonly claim: FileClaim;
  readonly wanted: NewSubmission;
}

async function claimAndWrite(deps: AcceptWithFilesDeps, parts: ClaimedParts): Promise<Written> {
  const { claim, wanted, files, requestId, write } = parts;
  let taken: readonly FileData[];
  try {
    taken = await deps.media.claim(claim, files, requestId);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'CONFLICT') throw error;
    // The files of this id are another attempt's for good, or the output was deleted.
    const known = await findKnown(deps, wanted, claim);
    if (known) return known;
    throw idOfDeleted();
  }
  return write({
    ...wanted,
    fileAttempt: claim.attempt,
    // From now on: until now nobody was evaluating.
    leaseUntil: wanted.leaseUntil && new Date(deps.now().getTime() + deps.leaseMs),
    acceptance: { ...wanted.acceptance, id: claim.outputId, files: taken },
  });
}

/** It is durable, and so accepted whatever becomes of these: the media service asks before it lets go. */
async function keep(deps: AcceptWithFilesDeps, claim: FileClaim): Promise<void> {
  const results = await Promise.allSettled([
    deps.media.confirm(claim),
    deps.reservations.end(claim),
  ]);
  for (const result of results) {
    if (result.status === 'rejected') warn(deps, claim, result.reason);
  }
}

/** Leaves nothing behind, so that a repeat finds everything free. */
async function giveBack(deps: AcceptWithFilesDeps, claim: FileClaim): Promise<void> {
  try {
    const isHeld = await deps.reservations.giveUp(claim);
    await (isHeld ? deps.media.confirm(claim) : deps.media.release(claim));
  } catch (error) {
    warn(deps, claim, error);
  }
}

function warn({ log }: AcceptWithFilesDeps, { outputId }: FileClaim, error: unknown): void {
  log.warn({ err: error, id: outputId }, 'files left to be settled later');
}
